import { sql } from "kysely";
import type { SpaceLimits } from "../../env.ts";
import type { Database } from "../database.ts";
import { GROWING_TABLES } from "../spaces/space-storage.ts";

/** The message of SQLite's error when a limit is reached. */
export const SPACE_FULL = "space full";

/** Free pages do not count: SQLite uses them for new rows. */
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
 * Makes SQLite refuse additions to a full space. The triggers are temporary and belong to this connection, so commands
 * and backups do not have them. The tables must exist.
 */
export async function limitSpace({ kysely }: Database, { people, bytes }: SpaceLimits): Promise<void> {
  const isCrowded = `not new.is_built_in and (select count(*) from users where not is_built_in) >= ${people}`;
  const triggers = [
    refuse("crowded", "users", isCrowded),
    ...GROWING_TABLES.map((table) => refuse("large", table, `${USED_BYTES} >= ${bytes}`)),
  ];
  for (const trigger of triggers) await sql.raw(trigger).execute(kysely);
}
