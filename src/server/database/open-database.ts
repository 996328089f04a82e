import type { Settings } from "../env.ts";
import type { Database } from "./database.ts";

/** Opens the database that the settings name; an engine is loaded only where it is used. */
export async function openDatabase({
  databaseUrl,
  dataDir,
}: Pick<Settings, "databaseUrl" | "dataDir">): Promise<Database> {
  if (databaseUrl !== null) {
    const { openPostgres } = await import("./postgres.ts");
    return openPostgres(databaseUrl);
  }
  const { openSqlite } = await import("./sqlite.ts");
  return openSqlite(dataDir);
}
