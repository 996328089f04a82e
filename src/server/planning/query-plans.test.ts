import { CompiledQuery, type Kysely, type KyselyPlugin, type RootOperationNode } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#domain/calendar.ts";
import type { Queryable } from "../database/database.ts";
import type { Tables } from "../database/schema.ts";
import { ENGINES } from "../test-server.ts";
import { readChanges, readPosition, readState } from "./change-log-queries.ts";
import { readEvent, readEvents } from "./event-queries.ts";
import { readGroup } from "./group-queries.ts";
import { readTrashedEvents } from "./trash-queries.ts";
import { NOON, type PlanningServer, startPlanningServer, TODAY } from "./test-planning.ts";

const READS: Readonly<Record<string, (queryable: Queryable) => Promise<unknown>>> = {
  "one group": (queryable) => readGroup(queryable, "1"),
  "a month of one group": (queryable) => readEvents(queryable, { groupId: "1", from: "2050-12-01", to: "2050-12-31" }),
  "a month of all groups": (queryable) => readEvents(queryable, { from: "2050-12-01", to: "2050-12-31" }),
  "the next events of one group": (queryable) => readEvents(queryable, { groupId: "1", from: TODAY, limit: 3 }),
  "the next events of all groups": (queryable) => readEvents(queryable, { from: TODAY, limit: 3 }),
  "one event": (queryable) => readEvent(queryable, "event-7"),
  "the events in the trash": (queryable) => readTrashedEvents(queryable, NOON),
  "the position": readPosition,
  "the state of the log": readState,
  "the changes after a position": (queryable) => readChanges(queryable, 5, 100),
};

/** Notes the queries that go to the database. */
class QueryNotes implements KyselyPlugin {
  latest: RootOperationNode | undefined;
  count = 0;

  transformQuery({ node }: { readonly node: RootOperationNode }): RootOperationNode {
    this.latest = node;
    return node;
  }

  transformResult<Result>({ result }: { readonly result: Result }): Promise<Result> {
    this.count += 1;
    return Promise.resolve(result);
  }
}

describe.each(ENGINES)("what is asked of %s", (engine) => {
  let planning: PlanningServer;
  let kysely: Kysely<Tables>;

  beforeAll(async () => {
    planning = await startPlanningServer(engine);
    ({ kysely } = planning.server.database);
    const marie = await planning.newcomer();
    const availability = [
      { userId: marie.user.id, userName: "Marie Petit", position: "Voix" as const, status: "present" as const },
    ];
    const events = Array.from({ length: 900 }, (_, index) => ({
      id: `event-${index}`,
      groupId: "1",
      name: "Concert",
      date: addDays(TODAY, index - 400),
      time: "20:30",
      location: "Temple",
      availability,
    }));
    const groups = [{ id: "1", name: "Louange" }];
    expect((await planning.admin.post("/api/sharing/additions", { groups, events })).status).toBe(200);
  });
  afterAll(() => planning.stop());

  async function plan({ sql, parameters }: CompiledQuery): Promise<string> {
    if (engine === "sqlite") {
      const { rows } = await kysely.executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]));
      return rows.map((row) => (row as { detail: string }).detail).join("\n");
    }
    return kysely.transaction().execute(async (transaction) => {
      // These tables are small: only where there is no index is a whole one read now.
      await transaction.executeQuery(CompiledQuery.raw("set local enable_seqscan = off"));
      const { rows } = await transaction.executeQuery(CompiledQuery.raw(`explain ${sql}`, [...parameters]));
      return rows.map((row) => (row as { "QUERY PLAN": string })["QUERY PLAN"]).join("\n");
    });
  }

  test.each(Object.entries(READS))("%s is one query that reads no table whole", async (_name, read) => {
    const notes = new QueryNotes();
    await read({ engine, kysely: kysely.withPlugin(notes) });
    expect(notes.count).toBe(1);
    if (notes.latest === undefined) throw new Error("no query");
    const planned = await plan(kysely.getExecutor().compileQuery(notes.latest, { queryId: "test" }));
    expect(planned).toMatch(/Index|USING/);
    expect(planned).not.toMatch(/Seq Scan on|SCAN (?!chosen)/);
  });
});
