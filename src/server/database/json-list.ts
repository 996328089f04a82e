import { type RawBuilder, sql } from "kysely";
import type { Engine } from "./database.ts";

/**
 * An aggregate: the rows as one JSON text, an array of arrays with these columns, in this order. A query then returns
 * one row for each parent, with all its children in it.
 */
export function jsonList(engine: Engine, columns: readonly string[], orderBy: readonly string[]): RawBuilder<string> {
  const values = sql.join(columns.map((column) => sql.ref(column)));
  const order = sql.join(orderBy.map((column) => sql.ref(column)));
  return engine === "postgres"
    ? sql`coalesce(json_agg(json_build_array(${values}) order by ${order})::text, '[]')`
    : sql`json_group_array(json_array(${values}) order by ${order})`;
}
