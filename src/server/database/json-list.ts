import { type RawBuilder, sql } from "kysely";
import type { Engine } from "./database.ts";

/**
 * An SQL aggregate that returns all rows of a group as one JSON array, which has an array of these columns for each row.
 * With it one query returns parents with their children, such as events with their answers.
 */
export function jsonList(engine: Engine, columns: readonly string[], orderBy: readonly string[]): RawBuilder<string> {
  const values = sql.join(columns.map((column) => sql.ref(column)));
  const order = sql.join(orderBy.map((column) => sql.ref(column)));
  return engine === "postgres"
    ? sql`coalesce(json_agg(json_build_array(${values}) order by ${order})::text, '[]')`
    : sql`json_group_array(json_array(${values}) order by ${order})`;
}
