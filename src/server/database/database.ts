import type { Kysely } from "kysely";
import type { Settings } from "../env.ts";
import type { Tables } from "./schema.ts";

export type Engine = "sqlite" | "postgres";

/** The one database of this process. */
export interface Database {
  readonly engine: Engine;
  readonly kysely: Kysely<Tables>;
  /** Whether an error of the driver says that a row with this unique value exists already. */
  isUniqueViolation(error: unknown): boolean;
  close(): Promise<void>;
}

/** Opens the database that the settings name; an engine is loaded only where it is used. */
export async function openDatabase(settings: Pick<Settings, "databaseUrl" | "dataDir">): Promise<Database> {
  if (settings.databaseUrl !== null) {
    const { openPostgres } = await import("./postgres.ts");
    return openPostgres(settings.databaseUrl);
  }
  const { openSqlite } = await import("./sqlite.ts");
  return openSqlite(settings.dataDir);
}
