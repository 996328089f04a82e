import type { Settings } from "../env.ts";
import type { Database } from "./database.ts";

/**
 * Keeps SQLite's temporary files in the data folder: they contain people's data, and other folders may be read-only.
 * PostgreSQL needs it too, because backups are checked in a temporary SQLite file. SQLite reads this variable for each
 * new file.
 */
function keepTemporaryFilesIn(dataDir: string): void {
  process.env["SQLITE_TMPDIR"] ??= dataDir;
}

/** Opens the database of the settings. Only the engine in use is loaded. */
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
