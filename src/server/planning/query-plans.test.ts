import { CompiledQuery, type Kysely } from "kysely";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { addDays } from "#domain/calendar/calendar.ts";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import { NOON, TODAY } from "#test/support/server/test-planning.ts";
import { ENGINES } from "#test/support/server/test-server.ts";
import { createSessionCache } from "../auth/sessions/session-cache.ts";
import { readCalendarEvents } from "../calendar/read-calendar-events.ts";
import { readNonce, readOwner } from "../calendar/write-calendar-links.ts";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/schema.ts";
import { readNextDate, readPlansOfGroup, readReminderPlans } from "../notifications/kinds/read-reminded-events.ts";
import { readMessages } from "../notifications/outcomes/read-messages.ts";
import { readChanges, readPosition, readState, readChangeScopes } from "./changes/write-change-log.ts";
import { readElsewhere } from "./events/read-elsewhere.ts";
import { readEvent, readEventIds, readEvents, readKnownEvents } from "./events/read-events.ts";
import { listMemberships, readGroup } from "./groups/read-groups.ts";
import { findOrder, readOpenRequests } from "./requests/write-requests.ts";
import { readTrashedEvents } from "./trash/read-trash.ts";

const READS: Readonly<Record<string, (database: Database) => Promise<unknown>>> = {
  "one group": (queryable) => readGroup(queryable, "1"),
  "a month of one group": (queryable) => readEvents(queryable, { groupId: "1", from: "2050-12-01", to: "2050-12-31" }),
  "a month of all groups": (queryable) => readEvents(queryable, { from: "2050-12-01", to: "2050-12-31" }),
  "which events a month of one group has": (queryable) =>
    readEventIds(queryable, { groupId: "1", from: "2050-12-01", to: "2050-12-31" }),
  "which events a month of all groups has": (queryable) =>
    readEventIds(queryable, { from: "2050-12-01", to: "2050-12-31" }),
  "which are the next events of one group": (queryable) =>
    readEventIds(queryable, { groupId: "1", from: TODAY, limit: 3 }),
  "the next events of one group": (queryable) => readEvents(queryable, { groupId: "1", from: TODAY, limit: 3 }),
  "the next events of all groups": (queryable) => readEvents(queryable, { from: TODAY, limit: 3 }),
  "the events of which somebody may be reminded": (queryable) => readReminderPlans(queryable, TODAY),
  "the latest messages of a group": (queryable) => readMessages(queryable, "1", NOON),
  "the events of a group of which somebody may be reminded": (queryable) => readPlansOfGroup(queryable, "1", TODAY),
  "the first event beyond them": (queryable) => readNextDate(queryable, TODAY),
  "the events of a message": (queryable) => readKnownEvents(queryable, { ids: ["event-7", "event-8"] }),
  "who is at another event at that time": (queryable) =>
    readElsewhere(queryable, { id: "event-7", date: addDays(TODAY, 7), time: "20:30" }),
  "where one person is at that time": (queryable) =>
    readElsewhere(queryable, { id: "event-7", date: addDays(TODAY, 7), time: "20:30" }, "somebody"),
  "one event": (queryable) => readEvent(queryable, "event-7"),
  "the order of an event": (queryable) => findOrder(queryable, "event-7"),
  "the requests of an event": (queryable) => readOpenRequests(queryable, "event-7"),
  "the events in the trash": (queryable) => readTrashedEvents(queryable, NOON),
  "a calendar's events": (queryable) =>
    readCalendarEvents(queryable, { userId: "somebody", from: "2050-08-20", to: "2052-05-20", deletedSince: NOON }),
  "whose calendar it is": ({ kysely }) => readOwner(kysely, "nonce"),
  "a calendar's address": ({ kysely }) => readNonce(kysely, "somebody"),
  "the position": readPosition,
  "a session that is not remembered": (database) =>
    createSessionCache(database, { verify: (signed) => signed, clock: () => NOON })("unknown"),
  "the groups of one person": (database) => listMemberships(database, "somebody"),
  "the state of the log": readState,
  "what changes were about": (queryable) => readChangeScopes(queryable, 5, 100),
  "the changes after a position": (queryable) => readChanges(queryable, 5, 100),
};

describe.each(ENGINES)("what is asked of %s", (engine) => {
  let kysely: Kysely<Tables>;

  const planning = planningForAllTests(engine);

  beforeAll(async () => {
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

  async function plan({ sql, parameters }: CompiledQuery): Promise<string> {
    if (engine === "sqlite") {
      const { rows } = await kysely.executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]));
      return rows.map((row) => (row as { detail: string }).detail).join("\n");
    }
    return kysely.transaction().execute(async (transaction) => {
      // PostgreSQL would scan tables as small as these. With this setting it does so only without an index.
      await transaction.executeQuery(CompiledQuery.raw("set local enable_seqscan = off"));
      const { rows } = await transaction.executeQuery(CompiledQuery.raw(`explain ${sql}`, [...parameters]));
      return rows.map((row) => (row as { "QUERY PLAN": string })["QUERY PLAN"]).join("\n");
    });
  }

  test.each(Object.entries(READS))("%s is one query that reads no table whole", async (_name, read) => {
    const execute = vi.spyOn(kysely.getExecutor(), "executeQuery");
    await read(planning.server.database);
    // The server may look for due jobs meanwhile.
    const queries = execute.mock.calls.map(([query]) => query).filter(({ sql }) => !sql.includes('"job"'));
    execute.mockRestore();
    const [query, ...others] = queries;
    if (query === undefined) throw new Error("no query");
    expect(others).toEqual([]);
    const planned = await plan(query);
    expect(planned).toMatch(/Index|USING/);
    // Both names are of subqueries, which hold what an index found.
    expect(planned).not.toMatch(/Seq Scan on|SCAN (?!chosen|membership)/);
  });
});
