import { sql } from "kysely";
import { comparable, followLog, readRows } from "#test/support/server/test-rows-and-log.ts";
import type { Planning } from "../../src/domain/planning/planning.ts";
import type { Database, Engine } from "../../src/server/database/database.ts";
import { readChanges, readState } from "../../src/server/planning/changes/write-change-log.ts";
import { listUsers } from "../../src/server/users/read-users.ts";

/** The planning at one moment, and the number of the latest change in it. */
export interface Checkpoint {
  readonly planning: Planning;
  readonly position: number;
}

export async function readCheckpoint(database: Database): Promise<Checkpoint> {
  return { planning: await readRows(database), position: (await readState(database)).position };
}

/**
 * Checks that the log's numbers continue from `since` without gaps or duplicates, and that applying the log to the
 * former planning gives the present one.
 */
export async function logFaults(database: Database, since: Checkpoint): Promise<string[]> {
  const faults: string[] = [];
  const { position } = await readState(database);
  const found = (await readChanges(database, since.position, position + 1)).map((change) => change.position);
  const wanted = Array.from({ length: position - since.position }, (_, index) => since.position + 1 + index);
  if (String(found) !== String(wanted)) faults.push(`the log to ${position} has the numbers ${String(found)}`);
  const people = await listUsers(database, new Date());
  const followed = comparable(await followLog(database, since.planning, since.position), people);
  const rows = comparable(await readRows(database), people);
  if (JSON.stringify(followed) !== JSON.stringify(rows)) faults.push("the rows are not what the log makes of them");
  return faults;
}

/** Faults that the database engine reports about its own files; none if they are sound. */
const FILE_CHECKS: Readonly<Record<Engine, (database: Database) => Promise<string[]>>> = {
  async sqlite({ kysely }) {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(kysely);
    const { rows: orphans } = await sql`pragma foreign_key_check`.execute(kysely);
    const faults = rows.map((row) => row.integrity_check).filter((line) => line !== "ok");
    return [...faults, ...orphans.map((orphan) => `without what it points at: ${JSON.stringify(orphan)}`)];
  },
  async postgres({ kysely }) {
    await sql`create extension if not exists amcheck`.execute(kysely);
    // Throws if an index is damaged. The other checks read all rows of the tables.
    await sql`
      select bt_index_check(index => indexrelid, heapallindexed => true) from pg_index
      join pg_class on pg_class.oid = indexrelid
      where relnamespace = 'public'::regnamespace`.execute(kysely);
    return [];
  },
};

export function fileFaults(database: Database): Promise<string[]> {
  return FILE_CHECKS[database.engine](database);
}
