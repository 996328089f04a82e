import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGINES, newEnvironment, removeData, settingsOf } from "#test/support/server/test-server.ts";
import { compileOnce } from "./compile-once.ts";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";

describe.each(ENGINES)("a query that is compiled once on %s", (engine) => {
  let environment: Record<string, string>;
  let database: Database;

  beforeAll(async () => {
    environment = await newEnvironment(engine);
    database = await openDatabase(settingsOf(environment));
    await migrate(database);
  });
  afterAll(async () => {
    await database.close();
    await removeData(environment);
  });

  test("is built at its first run only, and takes the values of each run", async () => {
    let builds = 0;
    const insert = compileOnce((kysely, given: { key: string; count: number; end: Date }) => {
      builds += 1;
      return kysely.insertInto("rate_limit").values({ key: given.key, count: given.count, expires_at: given.end });
    });
    const find = compileOnce((kysely, { end, most }: { end: Date; most: number }) =>
      kysely.selectFrom("rate_limit").select("key").where("expires_at", "=", end).where("count", "<=", most),
    );
    const [first, second] = [new Date("2026-11-22T10:00:00.000Z"), new Date("2026-11-23T10:00:00.000Z")];
    await insert(database, { key: "a", count: 1, end: first });
    const { numAffectedRows } = await insert(database, { key: "b", count: 2, end: second });
    expect([numAffectedRows, builds]).toEqual([1n, 1]);
    expect((await find(database, { end: first, most: 9 })).rows).toEqual([{ key: "a" }]);
    expect((await find(database, { end: second, most: 9 })).rows).toEqual([{ key: "b" }]);
    expect((await find(database, { end: second, most: 1 })).rows).toEqual([]);
  });

  test("runs within a transaction, and goes with it", async () => {
    const insert = compileOnce((kysely, { key }: { key: string }) =>
      kysely.insertInto("rate_limit").values({ key, count: 1, expires_at: new Date() }),
    );
    const undone = database.kysely.transaction().execute(async (kysely) => {
      await insert({ engine, kysely }, { key: "undone" });
      throw new Error("on purpose");
    });
    await expect(undone).rejects.toThrow("on purpose");
    const rows = database.kysely.selectFrom("rate_limit").select("key").where("key", "=", "undone");
    expect(await rows.execute()).toEqual([]);
  });
});
