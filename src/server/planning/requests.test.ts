import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { EventRequests } from "#contract/notifications/requests.ts";
import { timeZoneNamed } from "#domain/calendar/time-zone.ts";
import type { Service } from "#domain/people/services.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import { CONCERT, giveAnswer, latestPosition, NOON, type Person, TODAY } from "#test/support/server/test-planning.ts";
import { EITHER_ENGINE, ENGINES } from "#test/support/server/test-server.ts";
import { createAcceptChange } from "./accept-change.ts";
import { readChanges, readPosition } from "./changes/write-change-log.ts";
import { askPeople } from "./requests/ask-people.ts";
import { advanceDueAsking, type Asking, type AskingEffects } from "./requests/asking.ts";
import { createSharedPlanning, type SharedPlanning } from "./shared-planning.ts";

const OTHERS: readonly Service[] = ["Lead", "Bass", "Piano", "Guitare acoustique", "Sono", "Pasteur"];
const HOUR_MS = 60 * 60 * 1000;

describe.each(ENGINES)("asking people on %s", (engine) => {
  let hours = 0;
  /** `hours` after noon. */
  const clock = () => new Date(NOON.getTime() + hours * HOUR_MS);
  const planning = planningForAllTests(engine, { clock });
  let drummers: Person[];
  let names: Map<string, string>;
  let eventId = "";
  let groupId = "";
  let effects: AskingEffects[];
  let unreachable: string[];

  const asking: Asking = {
    timeZone: timeZoneNamed("Europe/Paris"),
    reachProblemsOf: (_, userIds) =>
      Promise.resolve(new Map(userIds.map((id) => [id, unreachable.includes(id) ? ("unsubscribed" as const) : null]))),
    leavesAt: (moment) => moment,
    onRequests: async (_, happened) => void effects.push(happened),
  };

  /** Another process on the same database, whose effects are noted. */
  function openPlanning(): SharedPlanning {
    return createSharedPlanning({
      database: planning.server.database,
      timeZone: "Europe/Paris",
      clock,
    });
  }

  const [path, idOf] = [() => `/api/events/${eventId}/requests`, (index: number) => drummers[index]?.user.id ?? ""];
  const nameOf = (userId: string) => names.get(userId) ?? userId;

  async function read(): Promise<EventRequests> {
    return (await planning.admin.get(path())).json<EventRequests>();
  }
  async function waiting(): Promise<string[]> {
    return (await read()).requests.map(({ userId }) => nameOf(userId));
  }
  async function ask(userIds: readonly string[], order: { hours?: number } = {}) {
    return planning.admin.post(path(), { userIds, inOrder: order.hours !== undefined, ...order });
  }
  function askInOrder(): Promise<void> {
    const wanted = { eventId, actorId: planning.admin.user.id, userIds: [0, 1, 2].map(idOf), inOrder: true };
    return openPlanning().write((writing) => askPeople(writing, { ...wanted, hours: 2 }, asking));
  }
  const advance = (shared = openPlanning()) => advanceDueAsking(shared, eventId, asking);
  /** An answer by way of that process. */
  async function giveHere(index: number, given: "present" | "absent"): Promise<void> {
    const userId = idOf(index);
    const about = { eventId, userId, answer: given, answeredAt: clock(), comment: undefined };
    await createAcceptChange(openPlanning(), asking)(userId, { type: "availability.set", ...about }, readPosition);
  }
  async function leaveHere(index: number): Promise<void> {
    const userId = idOf(index);
    await createAcceptChange(openPlanning(), asking)(userId, { type: "group.left", groupId, userId }, readPosition);
  }
  const asked = () =>
    effects.flatMap((each) => each.asked.filter(({ isReached }) => isReached).map(({ userId }) => nameOf(userId)));
  const endedOrder = () => effects.flatMap((each) => (each.endedOrder === null ? [] : [each.endedOrder.outcome]));

  async function addOthers(): Promise<void> {
    const people = OTHERS.map((position) => ({ firstName: "Jean", lastName: position, positions: [position] }));
    const added = await planning.admin.post("/api/people", { groupId, people });
    for (const { id } of added.json<{ id: string }[]>()) {
      const answered = await planning.admin.send("PUT", `/api/events/${eventId}/availability/${id}`, {
        body: { status: "present" },
      });
      expect(answered.status).toBe(200);
    }
  }

  async function fresh<Row>(address: string, body: object): Promise<Row> {
    const answer = await planning.admin.post(address, body);
    expect(answer.status).toBe(201);
    return answer.json<Row>();
  }

  beforeAll(async () => {
    drummers = [];
    for (const firstName of ["Anna", "Bruno", "Chloé"]) {
      drummers.push(await planning.newcomer({ firstName, positions: ["Batterie"] }));
    }
    names = new Map(drummers.map(({ user }) => [user.id, user.firstName]));
    await planning.server.database.kysely.updateTable("users").set({ email_verified: true }).execute();
  });
  beforeEach(async () => {
    [hours, effects, unreachable] = [0, [], []];
    groupId = (await fresh<{ id: string }>("/api/groups", { name: "Chorale" })).id;
    eventId = (await fresh<PlannedEvent>("/api/events", { ...CONCERT, groupId })).id;
    for (const person of drummers) await person.send("PUT", `/api/groups/${groupId}/members/me`);
  });

  test("two processes at the same moment ask the next person once", async () => {
    await askInOrder();
    hours = 2;
    await Promise.all([openPlanning(), openPlanning(), openPlanning()].map(advance));
    expect(asked()).toEqual(["Anna", "Bruno"]);
  });

  test.each(["event", "group"])("ends with the deletion of its %s, also when that is undone", async (kind) => {
    await askInOrder();
    const address = kind === "event" ? `/api/events/${eventId}` : `/api/groups/${groupId}`;
    await planning.admin.send("DELETE", address);
    await planning.admin.post(`${address}/restoration`, {});
    expect((await read()).order).toMatchObject({ state: "stopped" });
    expect(await waiting()).toEqual(["Anna"]);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("by hand is noted once, is no second message, and ends with the answer", async () => {
    expect((await ask([idOf(0)])).json<EventRequests>()).toEqual({
      requests: [
        { userId: idOf(0), askedAt: NOON.toISOString(), askedBy: planning.admin.user.id, reach: "sent", problem: null },
      ],
      order: null,
    });
    const acts = async () => (await planning.admin.get("/api/journal?limit=2")).json<{ act: { type: string } }[]>();
    expect((await acts())[0]?.act).toMatchObject({ type: "person.asked", userId: idOf(0) });
    expect((await ask([idOf(0)])).status).toBe(200);
    expect((await acts())[1]?.act.type).not.toBe("person.asked");
    hours = 1;
    await giveHere(0, "absent");
    expect(await waiting()).toEqual([]);
    expect((await ask([idOf(0)])).json()).toMatchObject({ code: "asking.answered" });
    hours = 2;
    await giveAnswer(drummers[0] as Person, eventId, null);
    expect(await waiting()).toEqual([]);
    expect((await ask([idOf(0)])).json<EventRequests>().requests).toHaveLength(1);
  });

  test.each([
    ["nobody", { userIds: [], inOrder: false }, 422],
    ["somebody twice", { userIds: ["a", "a"], inOrder: false }, 422],
    ["51 people", { userIds: Array.from({ length: 51 }, (_, index) => `p${index}`), inOrder: false }, 422],
    ["in order without a time", { userIds: ["a"], inOrder: true }, 422],
    ["in order with another time", { userIds: ["a"], inOrder: true, hours: 3 }, 422],
    ["at once with a time", { userIds: ["a"], inOrder: false, hours: 2 }, 422],
    ["somebody unknown", { userIds: ["a"], inOrder: false }, 404],
  ])("is refused for %s", async (_, body, status) => {
    expect((await planning.admin.post(path(), body)).status).toBe(status);
  });

  test("is refused for deleted events, for those that began, and in order for others than members", async () => {
    const { id: elsewhere } = await fresh<{ id: string }>("/api/groups", { name: "Ados" });
    await drummers[0]?.send("DELETE", `/api/groups/${groupId}/members/me`);
    expect((await ask([idOf(0)], { hours: 2 })).json()).toMatchObject({ code: "asking.not_member" });
    expect((await ask([idOf(0)])).status).toBe(200);
    eventId = (await fresh<PlannedEvent>("/api/events", { ...CONCERT, groupId: elsewhere, date: TODAY, time: "12:00" }))
      .id;
    expect((await ask([idOf(0)])).json()).toMatchObject({ code: "asking.past" });
    await planning.admin.send("DELETE", `/api/events/${eventId}`);
    for (const answer of [await ask([idOf(0)]), await planning.admin.get(path())]) {
      expect(answer.json()).toMatchObject({ code: "event.not_found" });
    }
  });

  test("reaches other screens by a reload of the group, which tells nothing of the person", async () => {
    const position = await latestPosition(planning);
    await ask([idOf(0)]);
    const logged = await readChanges(planning.server.database, position, 10);
    expect(logged).toMatchObject([{ change: null, groupId }]);
  });

  test("in order asks the next at an « Absent », and stops asking when the line-up stands", async () => {
    await addOthers();
    await askInOrder();
    expect(asked()).toEqual(["Anna"]);
    expect((await read()).order).toMatchObject({
      state: "running",
      turns: [idOf(1), idOf(2)].map((userId, index) => ({
        userId,
        at: new Date(NOON.getTime() + (index + 1) * 2 * HOUR_MS).toISOString(),
      })),
    });
    await giveHere(0, "absent");
    expect(asked()).toEqual(["Anna", "Bruno"]);
    await giveHere(1, "present");
    expect([asked(), endedOrder()]).toEqual([["Anna", "Bruno"], ["complete"]]);
    expect(effects.at(-1)).toMatchObject({ endedOrder: { adminId: planning.admin.user.id }, nextAt: null });
    expect((await read()).order).toMatchObject({ state: "complete", turns: [] });
  });

  test("in order goes on after a « Présent » that does not suffice, and when the time is over, until nobody is left", async () => {
    await askInOrder();
    await giveHere(0, "present");
    expect(asked()).toEqual(["Anna", "Bruno"]);
    hours = 1.9;
    await advance();
    expect(asked()).toEqual(["Anna", "Bruno"]);
    hours = 2;
    await advance();
    expect([asked(), endedOrder()]).toEqual([["Anna", "Bruno", "Chloé"], []]);
    expect(effects.at(-1)?.nextAt).toEqual(new Date(NOON.getTime() + 4 * HOUR_MS));
    hours = 4;
    await advance();
    await advance();
    expect([asked(), endedOrder()]).toEqual([["Anna", "Bruno", "Chloé"], ["exhausted"]]);
    expect(await waiting()).toEqual(["Bruno", "Chloé"]);
  });

  test("in order skips who left, is in an absence, or is deleted, and who was asked by hand is not asked again", async () => {
    const gone = await planning.newcomer({ positions: ["Batterie"] });
    await gone.send("PUT", `/api/groups/${groupId}/members/me`);
    const order = [idOf(0), gone.user.id, idOf(1), idOf(2)];
    expect((await ask([idOf(2)])).status).toBe(200);
    const wanted = { eventId, actorId: planning.admin.user.id, userIds: order, inOrder: true, hours: 2 as const };
    await openPlanning().write((writing) => askPeople(writing, wanted, asking));
    expect(asked()).toEqual(["Anna"]);
    await planning.admin.send("DELETE", `/api/users/${gone.user.id}`);
    const absence = await drummers[1]?.post("/api/absences", { from: CONCERT.date, to: CONCERT.date });
    await leaveHere(0);
    expect([asked(), effects.at(-1)?.nextAt]).toEqual([["Anna"], new Date(NOON.getTime() + 2 * HOUR_MS)]);
    await drummers[1]?.send("DELETE", `/api/absences/${absence?.json<{ id: string }>().id}`);
    await advance();
    expect(asked()).toEqual(["Anna", "Bruno"]);
  });

  test("in order asks the next one as soon as who was asked leaves or is in an absence, which other screens read", async () => {
    await askInOrder();
    await leaveHere(1);
    expect(asked()).toEqual(["Anna"]);
    const absence = { id: randomUUID(), userId: idOf(0), from: CONCERT.date, to: CONCERT.date };
    await createAcceptChange(openPlanning(), asking)(idOf(0), { type: "absence.added", ...absence }, readPosition);
    expect(asked()).toEqual(["Anna", "Chloé"]);
    const position = await latestPosition(planning);
    await leaveHere(2);
    expect(endedOrder()).toEqual(["exhausted"]);
    const logged = await readChanges(planning.server.database, position, 10);
    expect(logged).toContainEqual(expect.objectContaining({ change: null, groupId }));
    await drummers[0]?.send("DELETE", `/api/absences/${absence.id}`);
  });

  test("whom no message reaches is said, not sent, and the next one is asked at once", async () => {
    unreachable = [idOf(0)];
    await askInOrder();
    expect(asked()).toEqual(["Bruno"]);
    const stored = await planning.server.database.kysely
      .selectFrom("event_request")
      .select(["user_id", "unreachable"])
      .where("event_id", "=", eventId)
      .orderBy("place")
      .execute();
    expect(stored.map(({ unreachable: problem }) => problem)).toEqual(["unsubscribed", null, null]);
    // This server's own stub reaches everybody with an account: a person who can be reached again may be asked.
    expect(await waiting()).toEqual(["Bruno"]);
    const people = [{ firstName: "Jean", lastName: "Petit", positions: ["Batterie"] }];
    const [jean] = await fresh<{ id: string }[]>("/api/people", { groupId, people });
    expect((await ask([jean?.id ?? ""])).json<EventRequests>().requests).toContainEqual(
      expect.objectContaining({ userId: jean?.id, reach: "unreachable", problem: "no_account" }),
    );
  });

  test("a new order takes the place of the one that runs; stopped, nobody else is asked", async () => {
    await askInOrder();
    expect((await ask([idOf(2), idOf(0)], { hours: 24 })).json<EventRequests>()).toMatchObject({
      requests: [{ userId: idOf(2) }, { userId: idOf(0) }],
      order: { hours: 24, state: "running", turns: [] },
    });
    for (let times = 0; times < 2; times += 1) {
      expect((await planning.admin.send("DELETE", path())).status).toBe(204);
      expect((await read()).order).toMatchObject({ state: "stopped", turns: [] });
    }
    hours = 48;
    await advance();
    expect(asked()).toEqual(["Anna"]);
  });

  test("ends without a word when the event begins", async () => {
    eventId = (await fresh<PlannedEvent>("/api/events", { ...CONCERT, groupId, date: TODAY, time: "20:30" })).id;
    await askInOrder();
    hours = 8.5;
    await advance();
    expect([asked(), endedOrder(), effects.at(-1)?.nextAt]).toEqual([["Anna"], [], null]);
    expect((await read()).order).toMatchObject({ state: "stopped" });
  });

  test("ends with the account of who asked; who was asked stays asked", async () => {
    const leader = await planning.newcomer();
    await planning.admin.post("/api/users/admins", { email: leader.user.email });
    const body = { userIds: [idOf(0), idOf(1)], inOrder: true, hours: 2 };
    expect((await leader.post(path(), body)).status).toBe(200);
    expect((await planning.admin.send("DELETE", `/api/users/${leader.user.id}`)).status).toBe(204);
    expect(await read()).toMatchObject({ requests: [{ userId: idOf(0), askedBy: null }], order: null });
    hours = 3;
    await advance();
    expect(asked()).toEqual([]);
  });

  test("a person's time counts from when their message leaves", async () => {
    const quiet: Asking = { ...asking, leavesAt: (moment) => new Date(moment.getTime() + 10 * HOUR_MS) };
    const wanted = { eventId, actorId: planning.admin.user.id, userIds: [idOf(0)], inOrder: true, hours: 2 as const };
    await openPlanning().write((writing) => askPeople(writing, wanted, quiet));
    expect(effects.at(-1)?.nextAt).toEqual(new Date(NOON.getTime() + 12 * HOUR_MS));
  });
});
