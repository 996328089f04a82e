import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newEnvironment, removeData, settingsOf } from "#test/support/server/test-server.ts";
import type { Database } from "../database.ts";
import { openDatabase } from "../open-database.ts";

const TRANSACTIONS = 200;
const STEPS = 5;

class Broken extends Error {}

let environment: Record<string, string>;
let database: Database;

beforeEach(async () => {
  environment = await newEnvironment("sqlite");
  database = await openDatabase(settingsOf(environment));
  await sql`create table step (number integer not null, who integer not null, step integer not null)`.execute(
    database.kysely,
  );
});
afterEach(async () => {
  await database.close();
  await removeData(environment);
});

async function steps(): Promise<{ who: number; step: number }[]> {
  const { rows } = await sql<{ who: number; step: number }>`select who, step from step order by rowid`.execute(
    database.kysely,
  );
  return rows;
}

/** A transaction with pauses of varying length, which ends in one of three ways. */
async function transact(who: number): Promise<void> {
  await database.kysely.transaction().execute(async (transaction) => {
    for (let step = 0; step < STEPS; step += 1) {
      await sql`insert into step (number, who, step) values (${who * STEPS + step}, ${who}, ${step})`.execute(
        transaction,
      );
      for (let wait = 0; wait < (who * 7 + step * 3) % 4; wait += 1) await new Promise(setImmediate);
      // A refused statement leaves the transaction open.
      if (who % 3 === 1) await sql`insert into step (number) values (null)`.execute(transaction).catch(() => undefined);
    }
    if (who % 3 === 2) throw new Broken();
  });
}

describe("many users of the one connection at once", () => {
  test("never get into each other's transactions, whether they end well, in an error, or had one in between", async () => {
    const over = new AbortController();
    const halves: number[] = [];
    async function look(): Promise<void> {
      while (!over.signal.aborted) {
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from step group by who having count(*) <> ${STEPS}`.execute(database.kysely);
        halves.push(...rows.map(({ count }) => count));
      }
    }
    const looking = look();
    const outcomes = await Promise.allSettled(Array.from({ length: TRANSACTIONS }, (_, who) => transact(who)));
    over.abort();
    await looking;
    for (const [who, outcome] of outcomes.entries()) {
      expect(outcome.status).toBe(who % 3 === 2 ? "rejected" : "fulfilled");
      if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(Broken);
    }
    expect(halves).toEqual([]);
    const written = await steps();
    const committed = outcomes.flatMap(({ status }, who) => (status === "fulfilled" ? [who] : []));
    expect(written).toHaveLength(committed.length * STEPS);
    for (let start = 0; start < written.length; start += STEPS) {
      const [first] = written.slice(start, start + STEPS);
      const own = Array.from({ length: STEPS }, (_, step) => ({ who: first?.who, step }));
      expect(written.slice(start, start + STEPS)).toEqual(own);
    }
    expect(new Set(written.map(({ who }) => who))).toEqual(new Set(committed));
  });

  test("go on after one whose transaction the database itself took back, whose later statements write nothing", async () => {
    await sql`pragma max_page_count = 1`.execute(database.kysely);
    const outcome = database.kysely.transaction().execute(async (transaction) => {
      await sql`insert into step values (0, 0, 0)`.execute(transaction);
      await sql`insert into step values (1, 0, zeroblob(1000000))`.execute(transaction).catch(() => undefined);
      await new Promise(setImmediate);
      await sql`insert into step values (2, 0, 2)`.execute(transaction);
    });
    const other = transact(3);
    await outcome.catch(() => undefined);
    await other;
    expect((await steps()).filter(({ who }) => who === 0)).toEqual([]);
    expect((await steps()).filter(({ who }) => who === 3)).toHaveLength(STEPS);
  });

  test("are all answered when it is closed: those who wait for it, too", async () => {
    const waiting = Array.from({ length: 20 }, (_, who) => transact(who).then(String, String));
    const closing = database.close();
    expect(await Promise.all(waiting)).toHaveLength(20);
    await closing;
    database = await openDatabase(settingsOf(environment));
    const counts = Map.groupBy(await steps(), ({ who }) => who);
    for (const own of counts.values()) expect(own).toHaveLength(STEPS);
  });
});
