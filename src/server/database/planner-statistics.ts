import { sql } from "kysely";
import type { Queryable } from "./database.ts";
import type { Tables } from "./schema.ts";

/**
 * Tells PostgreSQL's planner what a table holds after many rows came at once: until it looks by itself, a minute later,
 * it takes indexes that do not fit. SQLite's planner asks for none of that.
 */
export async function refreshStatistics({ kysely, engine }: Queryable, table: keyof Tables): Promise<void> {
  if (engine === "postgres") await sql`analyze ${sql.table(table)}`.execute(kysely);
}
