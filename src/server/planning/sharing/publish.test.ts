import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type PlannedEvent, SEED_GROUPS } from "#domain/planning/planning.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { ENGINES } from "#test/support/server/test-server.ts";
import { createSharedPlanning, type SharedPlanning } from "../shared-planning.ts";
import { sweepPlanning } from "../trash/sweep-planning.ts";
import {
  changesSince,
  createEvent,
  latestPosition,
  NOON,
  type Person,
  type PlanningServer,
  positionOf,
  giveAnswer,
  startPlanningServer,
} from "#test/support/server/test-planning.ts";
import { checkPublication } from "./check-publication.ts";
import { insertSlice } from "./write-publication.ts";
import type { PublicationSlice } from "./publication-slice.ts";
import { beginPublishing } from "./write-sharing-state.ts";

const EVENT = { groupId: "new", name: "Concert", date: "2050-12-24", time: "20:30", location: "Temple" };
const NEW_GROUP = { id: "new", name: "Chorale" };
const SECOND = 1000;

describe.each(ENGINES)("a publication that dies half-way on %s", (engine) => {
  let now: Date;
  let planning: PlanningServer;
  let shared: SharedPlanning;
  let admin: Person;
  let marie: Person;

  async function start(sharing: "on" | "off"): Promise<void> {
    now = NOON;
    const clock = () => now;
    planning = await startPlanningServer(engine, { sharing, clock });
    shared = createSharedPlanning({ database: planning.server.database, timeZone: "Europe/Paris", clock });
    ({ admin } = planning);
    marie = await planning.newcomer();
  }
  beforeEach(() => start("on"));
  afterEach(() => planning.stop());

  function publicationOf(...events: Partial<PlannedEvent>[]) {
    const entry = { userId: marie.user.id, userName: "Marie Petit", position: "Voix", status: "present" };
    const all = events.map((event, index) => ({ ...EVENT, id: `event-${index}`, availability: [entry], ...event }));
    return { groups: [...SEED_GROUPS, NEW_GROUP], events: all };
  }

  /** Writes some slices of a publication and stops, like a killed process. */
  async function dieHalfWay(publication: object): Promise<void> {
    const slices: PublicationSlice[] = [];
    checkPublication(new TextEncoder().encode(JSON.stringify(publication)), (slice) => slices.push(slice));
    await shared.write(async (writing) => {
      const number = await beginPublishing(writing);
      const stamp = { number, firstPlace: 10, answerPlace: writing.position() + 1, answeredAt: now };
      for (const kind of ["groups", "events", "answers"]) {
        for (const slice of slices) if (slice.kind === kind) await insertSlice(writing, slice, stamp);
      }
    });
  }

  async function rowCounts(): Promise<number[]> {
    const { kysely } = planning.server.database;
    const tables = ["planning_group", "planning_event", "availability", "group_member"] as const;
    return Promise.all(tables.map(async (table) => (await kysely.selectFrom(table).selectAll().execute()).length));
  }

  test("shows nothing of itself: no group, no event, no answer, no member, no change", async () => {
    const known = await createEvent(admin);
    const before = await latestPosition(planning);
    await dieHalfWay(publicationOf({}, { id: known.id, groupId: "1" }));
    expect(await rowCounts()).toEqual([4, 2, 2, 0]);
    expect((await marie.get("/api/groups")).json()).toEqual(SEED_GROUPS);
    expectProblem(await marie.get("/api/groups/new"), 404, "group.not_found");
    expectProblem(await marie.get("/api/events/event-0"), 404, "event.not_found");
    expectProblem(await giveAnswer(marie, "event-0", "present"), 404, "event.not_found");
    expectProblem(await admin.post("/api/events", EVENT), 404, "group.not_found");
    expect((await marie.get(`/api/events/${known.id}`)).json()).toEqual(known);
    const all = await admin.get("/api/events?from=2050-12-01&to=2050-12-31");
    expect(all.json<unknown[] & Record<string, unknown>>()).toEqual([known]);
    expect((await marie.get("/api/groups/1")).json()).toMatchObject({ eventCount: 1, memberIds: [] });
    expect(await latestPosition(planning)).toBe(before);
  });

  test("is in no trash and in nobody's own data: neither its events nor its answers count", async () => {
    const known = await createEvent(admin);
    await dieHalfWay(publicationOf({ groupId: "2" }, { id: known.id, groupId: "1" }));
    expect((await marie.get("/api/users/me/data")).json()).toMatchObject({ answers: [] });
    await admin.send("DELETE", `/api/events/${known.id}`);
    now = new Date(NOON.getTime() + SECOND);
    await admin.send("DELETE", "/api/groups/2");
    const trash = (await admin.get("/api/trash")).json<Record<string, unknown>[] & Record<string, unknown>>();
    expect(trash).toMatchObject([
      { type: "group", id: "2", eventCount: 0 },
      { type: "event", id: known.id, answerCount: 0 },
    ]);
  });

  test("keeps nobody from answering, and their answer stays when the rest goes", async () => {
    const known = await createEvent(admin);
    await dieHalfWay(publicationOf({ id: known.id, groupId: "1" }));
    expect((await giveAnswer(marie, known.id, "absent", "2050-11-20T10:00:00.000Z")).status).toBe(200);
    now = new Date(NOON.getTime() + 11 * SECOND);
    await sweepPlanning(shared);
    expect((await marie.get(`/api/events/${known.id}`)).json()["availability"]).toMatchObject([
      { userId: marie.user.id, status: "absent" },
    ]);
  });

  test("is cleared away by the next one, which waits until it is surely dead, or by the sweep", async () => {
    await dieHalfWay(publicationOf({ name: "Mort" }, {}, {}));
    await sweepPlanning(shared);
    expect(await rowCounts()).toEqual([4, 3, 3, 0]);
    const next = admin.post("/api/sharing/additions", publicationOf({ name: "Vivant" }));
    now = new Date(NOON.getTime() + 11 * SECOND);
    expect((await next).json()).toEqual({ groups: 1, events: 1, answers: 1, leftOut: 0 });
    expect((await marie.get("/api/events/event-0")).json()["name"]).toBe("Vivant");
    expect(await rowCounts()).toEqual([4, 1, 1, 1]);
    await dieHalfWay(publicationOf({ id: "other" }));
    now = new Date(NOON.getTime() + 22 * SECOND);
    await sweepPlanning(shared);
    expect(await rowCounts()).toEqual([4, 1, 1, 1]);
  });

  test("of a planning that was not shared leaves it so", async () => {
    await planning.stop();
    await start("off");
    await dieHalfWay(publicationOf({}, {}));
    expectProblem(await marie.get("/api/groups"), 409, "planning.not_shared");
    now = new Date(NOON.getTime() + 11 * SECOND);
    await sweepPlanning(shared);
    expect(await rowCounts()).toEqual([0, 0, 0, 0]);
    expect((await admin.post("/api/sharing", publicationOf({}))).status).toBe(201);
    expect(await changesSince(planning, 0)).toEqual([null]);
  });

  test("and one that lives meet others' changes between their slices: positions stay without gaps", async () => {
    const events = Array.from({ length: 3000 }, (_, index) => ({ id: `many-${index}` }));
    const before = await latestPosition(planning);
    const adding = admin.post("/api/sharing/additions", publicationOf(...events));
    const finished = new AbortController();
    const finish = () => finished.abort();
    adding.then(finish, finish);
    const seen = new Set<number>();
    for (let index = 0; !finished.signal.aborted; index += 1) {
      await admin.post("/api/groups", { name: `Groupe ${index}` });
      seen.add((await marie.get("/api/groups/new")).status);
      seen.add((await marie.get("/api/events/many-0")).status);
    }
    const answer = await adding;
    expect(answer.json()).toEqual({ groups: 1, events: 3000, answers: 3000, leftOut: 0 });
    expect((await marie.get("/api/groups/new")).json()).toMatchObject({ eventCount: 3000, memberIds: [marie.user.id] });
    expect([...seen].filter((status) => status !== 200 && status !== 404)).toEqual([]);
    const position = await latestPosition(planning);
    const changes = await changesSince(planning, before);
    expect(changes).toHaveLength(position - before);
    expect(changes.indexOf(null)).toBe(positionOf(answer) - before - 1);
  });
});
