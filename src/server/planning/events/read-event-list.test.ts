import { beforeEach, describe, expect, test, vi } from "vitest";
import { addDays } from "#domain/calendar/calendar.ts";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import { CONCERT, createEvent, giveAnswer, passPosition, type Person } from "#test/support/server/test-planning.ts";
import { EITHER_ENGINE, ENGINES } from "#test/support/server/test-server.ts";
import { type EventChoice, readEvents } from "./read-events.ts";
import { createPlanningResponses, type PlanningResponses } from "../planning-responses.ts";

const EVENTS = 8;
const MONTH: EventChoice = { groupId: "1", from: CONCERT.date, to: addDays(CONCERT.date, 31) };
/** Another list with the same events. */
const LONGER = { ...MONTH, to: addDays(CONCERT.date, 40) };

describe.each(ENGINES)("a list of events on %s", (engine) => {
  const planning = planningForAllTests(engine);
  let marie: Person;
  let ids: string[];
  let answers: PlanningResponses;

  beforeEach(async () => {
    const { database } = planning.server;
    await database.kysely.deleteFrom("planning_event").execute();
    marie = await planning.newcomer();
    ids = [];
    for (let index = 0; index < EVENTS; index += 1) {
      ids.push((await createEvent(planning.admin, { date: addDays(CONCERT.date, index) })).id);
    }
    answers = createPlanningResponses(database);
  });

  const actor = { id: "somebody", isAdmin: false } as Parameters<PlanningResponses["events"]>[1];

  async function list(choice: EventChoice = MONTH, now?: number) {
    const { position, value } = await answers.events(now ?? (await answers.follow()), actor, choice);
    return { position, events: JSON.parse(value.json) as unknown };
  }

  async function truth(choice: EventChoice = MONTH) {
    const { position, value } = await readEvents(planning.server.database, choice);
    return { position, events: JSON.parse(JSON.stringify(value)) as unknown };
  }

  /** How many events the queries during `work` read with their answers. */
  async function countRead(work: () => Promise<unknown>): Promise<number> {
    const query = vi.spyOn(planning.server.database.kysely.getExecutor(), "executeQuery");
    await work();
    const results = await Promise.all(query.mock.results.map(({ value }) => value as Promise<{ rows: object[] }>));
    query.mockRestore();
    return results.flatMap(({ rows }) => rows).filter((row) => "answers" in row).length;
  }

  test("is of one moment, also where a change comes between its request and its reading", async () => {
    await list();
    const now = await answers.follow();
    await giveAnswer(marie, ids[2] ?? "", "present");
    expect(await list(LONGER, now)).toEqual(await truth(LONGER));
  });

  /** Runs `act` once, after the given statement that reads events. */
  function interruptAfter(statement: number, act: () => Promise<unknown>): void {
    const executor = planning.server.database.kysely.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    let made = 0;
    const query = vi.spyOn(executor, "executeQuery").mockImplementation(async (compiled) => {
      const result = await execute(compiled);
      if (compiled.sql.includes('"chosen"')) made += 1;
      if (made !== statement) return result;
      query.mockRestore();
      await act();
      return result;
    });
  }

  test("has nothing that came after its position", async () => {
    await list();
    const now = await answers.follow();
    interruptAfter(1, async () => {
      await giveAnswer(marie, ids[4] ?? "", "absent");
      const { position, value } = await readEvents(planning.server.database, { id: ids[4] ?? "" });
      for (const event of value) answers.cacheEvent({ position, value: event });
    });
    expect(await list(LONGER, now)).toEqual(await truth(LONGER));
  });

  interface Interruption {
    /** Whether no event is known before. */
    readonly isCold?: boolean;
    /** After which of the statements that read the list changes are made. */
    readonly after: number;
    /** Whether another request follows the changes at once, and reads the list. */
    readonly isFollowed: boolean;
    /** How many changes behind the list is. */
    readonly behind: number;
  }

  const INTERRUPTIONS: Readonly<Record<string, Interruption>> = {
    "which events there are": { after: 1, isFollowed: false, behind: 0 },
    "which events there are, and another request followed them": { after: 1, isFollowed: true, behind: 0 },
    "the one unknown event": { after: 2, isFollowed: false, behind: 2 },
    "the one unknown event, and another request followed them": { after: 2, isFollowed: true, behind: 0 },
    "all of them": { isCold: true, after: 2, isFollowed: true, behind: 2 },
  };

  test.each(Object.entries(INTERRUPTIONS))(
    "is of one moment where changes come after the reading of %s",
    async (_, { isCold = false, after, isFollowed, behind }) => {
      if (!isCold) await list();
      await giveAnswer(marie, ids[2] ?? "", "present");
      const now = await answers.follow();
      const before = await truth(LONGER);
      interruptAfter(after, async () => {
        await giveAnswer(marie, ids[2] ?? "", "absent");
        await giveAnswer(marie, ids[4] ?? "", "absent");
        if (isFollowed) await (isCold ? answers.follow() : list());
      });
      const read = await list(LONGER, now);
      const current = await truth(LONGER);
      expect(current.position - read.position).toBe(behind);
      expect(read).toEqual(behind === 0 ? current : before);
      expect(await list(LONGER)).toEqual(current);
    },
  );

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("reads only those again that an answer changed, until more changed than are worth it", async () => {
    expect(await countRead(() => list())).toBe(EVENTS);
    await giveAnswer(marie, ids[2] ?? "", "present");
    expect(await countRead(() => list())).toBe(1);
    expect(await countRead(() => list(LONGER))).toBe(0);
    for (const id of ids.slice(0, 3)) await giveAnswer(marie, id, "absent");
    expect(await countRead(() => list())).toBe(3);
    for (const id of ids.slice(0, 4)) await giveAnswer(marie, id, null);
    expect(await countRead(() => list())).toBe(EVENTS);
    expect(await list()).toEqual(await truth());
  });

  test("reads nothing again in the process that took the answer", async () => {
    const path = `/api/events?group=1&from=${MONTH.from}&to=${MONTH.to}`;
    await marie.get(path);
    await giveAnswer(marie, ids[2] ?? "", "present");
    let month: unknown;
    expect(await countRead(async () => (month = (await marie.get(path)).json()))).toBe(0);
    expect(month).toEqual((await truth()).events);
  });

  test("has new events, and no longer those that are deleted", async () => {
    await list();
    await createEvent(planning.admin, { date: addDays(CONCERT.date, 3), name: "Fête" });
    expect(await list()).toEqual(await truth());
    await planning.admin.send("DELETE", `/api/events/${ids[0]}`);
    expect(await list()).toEqual(await truth());
    await planning.admin.send("PATCH", `/api/events/${ids[1]}`, { body: { date: addDays(CONCERT.date, 9) } });
    expect(await list()).toEqual(await truth());
  });

  test("has the absences and the line-ups of its moment", async () => {
    await giveAnswer(marie, ids[0] ?? "", "present");
    await list();
    const body = { from: CONCERT.date, to: addDays(CONCERT.date, 4) };
    expect((await marie.post("/api/absences", body)).status).toBe(201);
    expect(await list()).toEqual(await truth());
    const lineUp = [{ role: "Lead", userId: marie.user.id }];
    await planning.admin.send("PUT", `/api/events/${ids[5]}/line-up`, { body: { lineUp } });
    expect(await list()).toEqual(await truth());
  });

  test("is read anew where the log does not say what changed", async () => {
    await list();
    await planning.server.database.kysely.updateTable("planning_event").set({ location: "Ailleurs" }).execute();
    await passPosition(planning);
    expect(await list()).toEqual(await truth());
  });
});
