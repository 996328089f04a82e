import { sql } from "kysely";
import type { Queryable } from "./database.ts";
import type { Tables } from "./schema.ts";

/**
 * Updates the planner statistics of PostgreSQL after many inserts: until its own update, a minute later, it would
 * choose unsuitable indexes. SQLite does not need this.
 */
export async function refreshStatistics({ kysely, engine }: Queryable, table: keyof Tables): Promise<void> {
  if (engine === "postgres") await sql`analyze ${sql.table(table)}`.execute(kysely);
}
