import { type RawBuilder, sql } from "kysely";
import type { Queryable } from "../database/database.ts";
import { Refusal } from "../errors.ts";

export interface SpaceLimits {
  readonly people: number;
  readonly bytes: number;
}

/** Counts of rows. Only a transaction that adds some of them is checked: without them, a space hardly grows. */
interface SpaceRows {
  readonly people: number;
  readonly groupsAndEvents: number;
}

export async function readSpaceRows({ kysely }: Queryable): Promise<SpaceRows> {
  const { rows } = await sql<Record<"people" | "planned", number | string>>`
    select (select count(*) from users where not is_built_in) as people,
      (select count(*) from planning_group) + (select count(*) from planning_event) as planned`.execute(kysely);
  return { people: Number(rows[0]?.people), groupsAndEvents: Number(rows[0]?.planned) };
}

async function readNumber(
  { kysely }: Queryable,
  query: RawBuilder<{ bytes: number | string | null }>,
): Promise<number> {
  return Number((await query.execute(kysely)).rows[0]?.bytes ?? 0);
}

/**
 * Whether the database takes at least this many bytes. Free room that deleted rows left does not count. SQLite counts its
 * used pages. PostgreSQL does not shrink its files after deletions, so there the size of the rows counts. Measuring rows
 * takes some tenths of a second for 100 MB, so it is done only if the files are large enough.
 */
async function hasReached(queryable: Queryable, bytes: number): Promise<boolean> {
  if (queryable.engine === "sqlite") {
    const usedPages = sql<{ bytes: number }>`
      select (p.page_count - f.freelist_count) * s.page_size as bytes
      from pragma_page_count() p, pragma_freelist_count() f, pragma_page_size() s`;
    return (await readNumber(queryable, usedPages)) >= bytes;
  }
  const files = sql<{ bytes: string }>`
    select sum(pg_relation_size(oid) + coalesce(pg_relation_size(nullif(reltoastrelid, 0)), 0)) as bytes
    from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`;
  if ((await readNumber(queryable, files)) < bytes) return false;
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'`.execute(queryable.kysely);
  // Leaves out the rows that this transaction wrote, so one addition may go beyond the limit, and the next is refused.
  const sizes = tables.map(
    ({ name }) => sql`
      select pg_column_size(one.*) as size from ${sql.table(name)} one where xmin <> pg_current_xact_id()::xid`,
  );
  const rows = sql<{ bytes: string }>`select sum(size) as bytes from (${sql.join(sizes, sql` union all `)}) sizes`;
  return (await readNumber(queryable, rows)) >= bytes;
}

/**
 * Checks the limits of a space at the end of a transaction, if it added people, groups or events.
 * @param before the rows when it began
 * @throws Refusal `space.full`
 */
export async function requireRoom(queryable: Queryable, limits: SpaceLimits, before: SpaceRows): Promise<void> {
  const now = await readSpaceRows(queryable);
  const hasNewPeople = now.people > before.people;
  const isCrowded = hasNewPeople && now.people > limits.people;
  const hasGrown = hasNewPeople || now.groupsAndEvents > before.groupsAndEvents;
  if (isCrowded || (hasGrown && (await hasReached(queryable, limits.bytes)))) throw new Refusal("space.full");
}
