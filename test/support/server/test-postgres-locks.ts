import { type Kysely, sql } from "kysely";
import { expect } from "vitest";
import type { Tables } from "#server/database/schema.ts";

/**
 * How many statements wait for a lock that another transaction holds. Only those of this database count: the databases
 * of other tests are in the same PostgreSQL.
 */
export async function countBlocked(kysely: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(kysely);
  return Number(rows[0]?.count);
}

/** Waits until this many statements wait for a lock. */
export async function expectBlocked(kysely: Kysely<Tables>, count: number): Promise<void> {
  await expect.poll(() => countBlocked(kysely)).toBe(count);
}
