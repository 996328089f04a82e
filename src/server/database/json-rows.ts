import { type RawBuilder, sql } from "kysely";
import type { Engine } from "./database.ts";

type ColumnType = "text" | "integer";
type Rows<Columns> = readonly { readonly [Name in keyof Columns]: string | number | null }[];

/**
 * An SQL subquery with these rows, which are sent as one JSON parameter. The statement is then the same for any number of
 * rows, and stays below the limit of parameters.
 */
export function jsonRows<Columns extends Readonly<Record<string, ColumnType>>>(
  engine: Engine,
  columns: Columns,
  rows: Rows<Columns>,
): RawBuilder<unknown> {
  const json = JSON.stringify(rows);
  if (engine === "postgres") {
    const typed = Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`);
    return sql`(select * from json_to_recordset(${json}::json) as rows (${sql.join(typed)}))`;
  }
  const cells = Object.keys(columns).map((name) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`);
  return sql`(select ${sql.join(cells)} from json_each(${json}))`;
}
