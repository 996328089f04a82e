import { type RawBuilder, sql, type SqlBool } from "kysely";
import { STATE_ID } from "../changes/change-log.ts";

type PublishedTable = "planning_group" | "planning_event" | "availability";

/** Whether a row is visible. Rows of a publication in progress are hidden until it ends. */
export function isPublished(table: PublishedTable): RawBuilder<SqlBool> {
  const underWay = sql`(select s.publishing from planning_state as s where s.id = ${sql.lit(STATE_ID)})`;
  return sql<SqlBool>`${sql.table(table)}.publication is distinct from ${underWay}`;
}
