import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { countBlocked } from "#test/support/server/test-postgres-locks.ts";
import { ENGINES, newEnvironment, removeData, settingsOf } from "#test/support/server/test-server.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import { lockState, type LogEntry, readChanges, readState } from "./changes/write-change-log.ts";
import { createSharedPlanning, type SharedPlanning } from "./shared-planning.ts";

function created(id: string): LogEntry {
  return { change: { type: "group.created", group: { id, name: `Groupe ${id}` } }, groupId: id };
}

function planningOf(database: Database): SharedPlanning {
  return createSharedPlanning({ database, timeZone: "Europe/Paris", clock: () => new Date() });
}

describe.each(ENGINES)("the log of changes on %s", (engine) => {
  let environment: Record<string, string>;
  let database: Database;
  let planning: SharedPlanning;

  beforeEach(async () => {
    environment = await newEnvironment(engine);
    database = await openDatabase(settingsOf(environment));
    await migrate(database);
    planning = planningOf(database);
  });
  afterEach(async () => {
    await database.close();
    await removeData(environment);
  });

  test("is empty at first", async () => {
    expect(await readState(database)).toEqual({ isShared: false, position: 0, resumableFrom: 0 });
    expect(await readChanges(database, 0, 10)).toEqual([]);
  });

  test("numbers changes one by one, several of one transaction too", async () => {
    await planning.write(async ({ log }) => {
      await log(created("a"));
      await log({ change: null, groupId: null });
    });
    await planning.write(({ log }) => log(created("b")));
    expect(await readState(database)).toEqual({ isShared: false, position: 3, resumableFrom: 0 });
    expect(await readChanges(database, 0, 2)).toEqual([
      { position: 1, ...created("a") },
      { position: 2, change: null, groupId: null },
    ]);
    expect(await readChanges(database, 2, 10)).toEqual([{ position: 3, ...created("b") }]);
  });

  test("is told of once it is committed, and not when nothing was logged", async () => {
    const heard: unknown[] = [];
    const stop = planning.onAccepted((position) => {
      heard.push(position);
      heard.push(readChanges(database, position - 1, 10));
    });
    await planning.write(async ({ log }) => {
      await log(created("a"));
      expect(heard).toEqual([]);
    });
    await planning.write(() => Promise.resolve());
    expect(await Promise.all(heard)).toEqual([1, [{ position: 1, ...created("a") }]]);
    stop();
    await planning.write(({ log }) => log(created("b")));
    expect(heard).toHaveLength(2);
  });

  test("keeps nothing of a transaction that fails, and tells nobody", async () => {
    const heard: number[] = [];
    planning.onAccepted((position) => heard.push(position));
    const failing = planning.write(async ({ log }) => {
      await log(created("a"));
      throw new Error("too late");
    });
    await expect(failing).rejects.toThrow("too late");
    expect(await readState(database)).toMatchObject({ position: 0 });
    expect(await readChanges(database, 0, 10)).toEqual([]);
    expect(heard).toEqual([]);
  });

  async function expectNoGap(writers: readonly SharedPlanning[]): Promise<void> {
    await Promise.all(writers.map((writer, index) => writer.write(({ log }) => log(created(String(index))))));
    const changes = await readChanges(database, 0, 100);
    expect(changes.map(({ position }) => position)).toEqual(writers.map((_, index) => index + 1));
    expect(new Set(changes.map(({ groupId }) => groupId)).size).toBe(writers.length);
  }

  test("has no gap and no repeat when many write at once", () => expectNoGap(Array<SharedPlanning>(40).fill(planning)));

  test.runIf(engine === "postgres")("has none when two processes write at once either", async () => {
    const other = await openDatabase(settingsOf(environment));
    const elsewhere = planningOf(other);
    await expectNoGap(Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? planning : elsewhere)));
    await other.close();
  });

  test.runIf(engine === "postgres")("lets readers through while many writers wait for another process", async () => {
    const { kysely } = database;
    const held = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const other = await openDatabase(settingsOf(environment));
    const holding = other.kysely.transaction().execute(async (transaction) => {
      await lockState({ engine, kysely: transaction });
      held.resolve();
      await gate.promise;
    });
    await held.promise;
    const writing = Promise.all(Array.from({ length: 40 }, () => planning.write(({ log }) => log(created("a")))));
    await expect.poll(() => countBlocked(other.kysely)).toBeGreaterThan(0);
    expect(await kysely.selectFrom("planning_state").select("position").execute()).toEqual([{ position: 0 }]);
    gate.resolve();
    await Promise.all([holding, writing]);
    await other.close();
    expect(await readState(database)).toMatchObject({ position: 40 });
  });

  test("never shows a later change before an earlier one", async () => {
    const seen: number[] = [];
    let isWriting = true;
    const readOn = async (): Promise<void> => {
      const changes = await readChanges(database, seen.length, 1000);
      seen.push(...changes.map(({ position }) => position));
      if (isWriting) await readOn();
    };
    const reader = readOn();
    await Promise.all(Array.from({ length: 60 }, (_, index) => planning.write(({ log }) => log(created(`${index}`)))));
    isWriting = false;
    await reader;
    const rest = await readChanges(database, seen.length, 1000);
    expect([...seen, ...rest.map(({ position }) => position)]).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
  });
});
