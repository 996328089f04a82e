import { beforeEach, describe, expect, test } from "vitest";
import type { GroupDetails } from "#contract/planning/planning.ts";
import type { Trashed } from "#contract/planning/trash.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import {
  changesSince,
  createEvent,
  latestPosition,
  NOON,
  type Person,
  positionOf,
  giveAnswer,
} from "#test/support/server/test-planning.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { EITHER_ENGINE, ENGINES, signInDefaultAdmin, type TestClient } from "#test/support/server/test-server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const IN_30_DAYS = new Date(NOON.getTime() + 30 * DAY_MS);

describe.each(ENGINES)("what was deleted on %s", (engine) => {
  let admin: Person;
  let marie: Person;
  let now = NOON;

  const planning = planningForAllTests(engine, { clock: () => now });
  beforeEach(async () => {
    now = NOON;
    ({ admin } = planning);
    marie = await planning.newcomer();
  });

  /** Sets the clock. The admin's session may be over by then, so they sign in again. */
  async function moveTo(time: Date): Promise<void> {
    now = time;
    admin = await signInDefaultAdmin(planning.server);
  }

  async function newGroup(name = "Chorale"): Promise<string> {
    return (await admin.post("/api/groups", { name })).json<{ id: string }>().id;
  }

  async function remove(path: string, client: TestClient = admin): Promise<void> {
    expect((await client.send("DELETE", path)).status).toBe(204);
  }

  const restore = (path: string, client: TestClient = admin) => client.post(`${path}/restoration`);

  async function trash(...ids: string[]): Promise<Trashed[]> {
    const answer = await admin.get("/api/trash");
    expect(answer.status).toBe(200);
    return answer.json<Trashed[] & Record<string, unknown>>().filter(({ id }) => ids.includes(id));
  }

  async function detailsOf(groupId: string): Promise<GroupDetails> {
    return (await marie.get(`/api/groups/${groupId}`)).json<GroupDetails>();
  }

  test("comes back: a group in its place, with its events, answers, members and pairs", async () => {
    const [groupId, next] = [await newGroup(), await newGroup("Suivant")];
    const { id } = await createEvent(admin, { groupId });
    await giveAnswer(marie, id, "present");
    await admin.send("PUT", `/api/groups/${groupId}/combinable-pairs`, { body: { pairs: [["Lead", "Sono"]] } });
    const before = [await detailsOf(groupId), (await marie.get(`/api/events/${id}`)).json()];
    const groups = (await marie.get("/api/groups")).json();
    await remove(`/api/groups/${groupId}`);
    expectProblem(await marie.get(`/api/events/${id}`), 404, "event.not_found");
    const answer = await restore(`/api/groups/${groupId}`);
    expect([answer.status, answer.json()]).toEqual([200, { id: groupId, name: "Chorale" }]);
    expect([await detailsOf(groupId), (await marie.get(`/api/events/${id}`)).json()]).toEqual(before);
    expect((await marie.get("/api/groups")).json()).toEqual(groups);
    expect(await trash(groupId, next)).toEqual([]);
  });

  test("is gone for good after 30 days, swept away or not: not a moment before", async () => {
    const groupId = await newGroup();
    const [early, late] = [await createEvent(admin), await createEvent(admin, { groupId })];
    await remove(`/api/events/${early.id}`);
    await remove(`/api/groups/${groupId}`);
    await moveTo(new Date(IN_30_DAYS.getTime() + 1));
    expect(await trash(early.id, groupId)).toEqual([]);
    expectProblem(await restore(`/api/events/${early.id}`), 404, "event.not_found");
    expectProblem(await restore(`/api/events/${late.id}`), 404, "event.not_found");
    expectProblem(await restore(`/api/groups/${groupId}`), 404, "group.not_found");
    await moveTo(IN_30_DAYS);
    expect(await trash(early.id, groupId)).toHaveLength(2);
    expect((await restore(`/api/events/${early.id}`)).status).toBe(200);
    expect((await restore(`/api/groups/${groupId}`)).status).toBe(200);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("is listed with its name, its date, its group, who deleted it, and until when it is kept", async () => {
    const groupId = await newGroup();
    const [concert, other] = [await createEvent(admin, { groupId }), await createEvent(admin, { groupId })];
    await giveAnswer(marie, concert.id, "present");
    await giveAnswer(admin, concert.id, "absent");
    await giveAnswer(admin, concert.id, null);
    await remove(`/api/events/${concert.id}`);
    const { availability: _, ...details } = concert;
    const deletion = {
      deletedAt: NOON.toISOString(),
      deletedBy: "Admin Diapason",
      keptUntil: IN_30_DAYS.toISOString(),
    };
    const event = { type: "event", ...details, groupName: "Chorale", answerCount: 1, ...deletion };
    expect(await trash(concert.id, other.id)).toEqual([{ ...event, isGroupDeleted: false }]);
    await moveTo(new Date(NOON.getTime() + DAY_MS));
    await remove(`/api/groups/${groupId}`);
    const later = { deletedAt: now.toISOString(), keptUntil: new Date(IN_30_DAYS.getTime() + DAY_MS).toISOString() };
    // An event deleted with its group is restored with it, so it has no row of its own.
    expect(await trash(concert.id, other.id, groupId)).toEqual([
      { type: "group", id: groupId, name: "Chorale", eventCount: 1, ...deletion, ...later },
      { ...event, isGroupDeleted: true },
    ]);
  });

  test("tells no longer who deleted it once they are deleted themselves", async () => {
    const boss = await planning.newcomer({ firstName: "Paul", lastName: "Chef" });
    await admin.post("/api/users/admins", { email: boss.user.email });
    const { id } = await createEvent(admin);
    await remove(`/api/events/${id}`, boss);
    expect(await trash(id)).toMatchObject([{ deletedBy: "Paul Chef" }]);
    await remove(`/api/users/${boss.user.id}`);
    expect(await trash(id)).toMatchObject([{ deletedBy: null }]);
  });

  test("comes back: an event with its answers in their order, and its page, month and list hold it again", async () => {
    const groupId = await newGroup();
    const { id } = await createEvent(admin, { groupId });
    await giveAnswer(marie, id, "present");
    await giveAnswer(admin, id, "absent");
    const before = (await marie.get(`/api/events/${id}`)).json();
    await remove(`/api/events/${id}`);
    const position = await latestPosition(planning);
    const answer = await restore(`/api/events/${id}`);
    expect([answer.status, answer.json(), positionOf(answer)]).toEqual([200, before, position + 1]);
    expect((await marie.get(`/api/events/${id}`)).json()).toEqual(before);
    expect((await marie.get(`/api/events/upcoming?group=${groupId}`)).json()).toEqual([before]);
    expect((await detailsOf(groupId)).eventCount).toBe(1);
    expect(await trash(id)).toEqual([]);
  });

  test("comes back without what was deleted by itself before, which stays to be restored", async () => {
    const groupId = await newGroup();
    const { id } = await createEvent(admin, { groupId });
    await remove(`/api/events/${id}`);
    await remove(`/api/groups/${groupId}`);
    expectProblem(await restore(`/api/events/${id}`), 409, "event.group_deleted");
    await restore(`/api/groups/${groupId}`);
    expect((await detailsOf(groupId)).eventCount).toBe(0);
    expect(await trash(id)).toMatchObject([{ isGroupDeleted: false }]);
    expect((await restore(`/api/events/${id}`)).status).toBe(200);
  });

  test("is restored with its group only, where it went with it", async () => {
    const groupId = await newGroup();
    const { id } = await createEvent(admin, { groupId });
    await remove(`/api/groups/${groupId}`);
    expectProblem(await restore(`/api/events/${id}`), 409, "event.group_deleted");
  });

  test("comes back as its people are by then: under their new name, and without who was deleted", async () => {
    const zoe = await planning.newcomer({ firstName: "Zoé", lastName: "Unique" });
    const { id } = await createEvent(admin);
    await giveAnswer(zoe, id, "present");
    await giveAnswer(marie, id, "present");
    await remove(`/api/events/${id}`);
    await marie.send("PATCH", "/api/users/me", {
      body: { firstName: "Marie", lastName: "Durand", positions: ["Sono"] },
    });
    await remove(`/api/users/${zoe.user.id}`);
    expect(await trash(id)).toMatchObject([{ answerCount: 1 }]);
    const { availability } = (await restore(`/api/events/${id}`)).json<PlannedEvent & Record<string, unknown>>();
    expect(availability).toEqual([
      { userId: marie.user.id, userName: "Marie Durand", position: "Sono", status: "present" },
    ]);
  });

  test("leaves no name in the log by coming back, which is told as something to read again", async () => {
    const zoe = await planning.newcomer({ firstName: "Zoé", lastName: "Unique" });
    const groupId = await newGroup();
    const { id } = await createEvent(admin, { groupId });
    await giveAnswer(zoe, id, "present");
    const before = await latestPosition(planning);
    for (const path of [`/api/events/${id}`, `/api/groups/${groupId}`]) {
      await remove(path);
      await restore(path);
    }
    expect(await changesSince(planning, before)).toEqual([
      { type: "event.deleted", eventId: id },
      null,
      { type: "group.deleted", groupId },
      null,
    ]);
    await remove(`/api/users/${zoe.user.id}`);
    const log = await planning.server.database.kysely.selectFrom("planning_change").selectAll().execute();
    expect(JSON.stringify(log)).not.toMatch(/Unique/);
  });

  test("is restored once: what is there already stays as it is, and is answered as it is", async () => {
    const groupId = await newGroup();
    const { id } = await createEvent(admin, { groupId });
    await remove(`/api/events/${id}`);
    await Promise.all([restore(`/api/events/${id}`), restore(`/api/events/${id}`)]);
    const position = await latestPosition(planning);
    await giveAnswer(marie, id, "present");
    const again = await restore(`/api/events/${id}`);
    expect([again.status, again.json<PlannedEvent & Record<string, unknown>>().availability.length > 0]).toEqual([
      200,
      true,
    ]);
    expect((await restore(`/api/groups/${groupId}`)).json()).toEqual({ id: groupId, name: "Chorale" });
    expect(await latestPosition(planning)).toBe(position + 1);
  });

  test("that never was is not restored", async () => {
    expectProblem(await restore("/api/events/unknown"), 404, "event.not_found");
    expectProblem(await restore("/api/groups/unknown"), 404, "group.not_found");
  });

  test("is kept from members, who neither see nor restore it", async () => {
    const { id } = await createEvent(admin);
    await remove(`/api/events/${id}`);
    expectProblem(await marie.get("/api/trash"), 403, "request.forbidden");
    expectProblem(await restore(`/api/events/${id}`, marie), 403, "request.forbidden");
    expect(await trash(id)).toHaveLength(1);
  });

  test("is restored by nobody else than whoever wanted it", async () => {
    const { id } = await createEvent(admin);
    await remove(`/api/events/${id}`);
    const answer = await admin.post(`/api/events/${id}/restoration`, undefined, { "diapason-person": marie.user.id });
    expectProblem(answer, 409, "session.other_person");
  });
});
