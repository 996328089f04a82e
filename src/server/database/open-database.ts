import type { Settings } from "../env.ts";
import type { Database } from "./database.ts";

/**
 * Keeps SQLite's temporary files in the data folder: they contain personal data, and other folders may be read-only. Also
 * called with PostgreSQL, where a backup is checked in a temporary SQLite file before it is restored.
 */
function keepTemporaryFilesIn(dataDir: string): void {
  process.env["SQLITE_TMPDIR"] ??= dataDir;
}

/** Opens PostgreSQL if `DATABASE_URL` is set, else the SQLite file in `DATA_DIR`. Loads only the driver in use. */
export async function openDatabase({
  databaseUrl,
  dataDir,
}: Pick<Settings, "databaseUrl" | "dataDir">): Promise<Database> {
  keepTemporaryFilesIn(dataDir);
  if (databaseUrl !== null) {
    const { openPostgres } = await import("./postgres/postgres.ts");
    return openPostgres(databaseUrl);
  }
  const { openSqlite } = await import("./sqlite/sqlite.ts");
  return openSqlite(dataDir);
}
