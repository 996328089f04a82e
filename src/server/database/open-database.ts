import type { Settings } from "../env.ts";
import type { Database } from "./database.ts";

/** Opens the database of the settings. Only the engine in use is loaded. */
export async function openDatabase({
  databaseUrl,
  dataDir,
}: Pick<Settings, "databaseUrl" | "dataDir">): Promise<Database> {
  if (databaseUrl !== null) {
    const { openPostgres } = await import("./postgres/postgres.ts");
    return openPostgres(databaseUrl);
  }
  const { openSqlite } = await import("./sqlite/sqlite.ts");
  return openSqlite(dataDir);
}
