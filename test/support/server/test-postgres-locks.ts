import { type Kysely, sql } from "kysely";
import { expect } from "vitest";
import type { Tables } from "#server/database/schema.ts";

/** Waits until this many statements of PostgreSQL wait for a lock that another transaction holds. */
export async function expectBlocked(kysely: Kysely<Tables>, count: number): Promise<void> {
  const waiting = sql<{ count: string }>`select count(*) from pg_locks where not granted`;
  await expect.poll(async () => Number((await waiting.execute(kysely)).rows[0]?.count)).toBe(count);
}
