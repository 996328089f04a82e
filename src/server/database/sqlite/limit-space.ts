import { sql } from "kysely";
import type { SpaceLimits } from "../../env.ts";
import type { Database } from "../database.ts";

/** What SQLite says where a limit is reached. */
export const SPACE_FULL = "space full";

/** Additions: without new rows in these, a space hardly grows. */
const GROWING = ["users", "planning_group", "planning_event"];

/** Pages that were freed are room. */
const USED_BYTES = `(
  select (p.page_count - f.freelist_count) * s.page_size
  from pragma_page_count() p, pragma_freelist_count() f, pragma_page_size() s
)`;

function refuse(name: string, table: string, condition: string): string {
  return `
    create temp trigger ${name}_${table} before insert on main.${table} when ${condition}
    begin select raise(abort, '${SPACE_FULL}'); end`;
}

/**
 * Has SQLite refuse additions to a full space, whatever adds them, within their own transaction. The triggers belong to
 * this connection: a command of the operator has none, and a backup holds none. The tables must be there.
 */
export async function limitSpace({ kysely }: Database, { people, bytes }: SpaceLimits): Promise<void> {
  const isCrowded = `not new.is_built_in and (select count(*) from users where not is_built_in) >= ${people}`;
  const triggers = [
    refuse("crowded", "users", isCrowded),
    ...GROWING.map((table) => refuse("large", table, `${USED_BYTES} >= ${bytes}`)),
  ];
  for (const trigger of triggers) await sql.raw(trigger).execute(kysely);
}
