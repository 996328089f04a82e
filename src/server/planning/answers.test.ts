import { beforeAll, describe, expect, test } from "vitest";
import type { GroupDetails } from "#contract/planning/planning.ts";
import type { AvailabilityEntry } from "#domain/availability/availability.ts";
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
import { EITHER_ENGINE, ENGINES } from "#test/support/server/test-server.ts";

function minutesBeforeNoon(minutes: number): string {
  return new Date(NOON.getTime() - minutes * 60_000).toISOString();
}

describe.each(ENGINES)("one's own answer on %s", (engine) => {
  let admin: Person;
  let marie: Person;

  const planning = planningForAllTests(engine);

  beforeAll(async () => {
    ({ admin } = planning);
    marie = await planning.newcomer();
  });

  async function availability(eventId: string): Promise<readonly AvailabilityEntry[]> {
    return (await marie.get(`/api/events/${eventId}`)).json<PlannedEvent & Record<string, unknown>>().availability;
  }

  async function statuses(eventId: string): Promise<string[]> {
    const entries = await availability(eventId);
    return [...new Set(entries.map(({ userName, status }) => `${userName}: ${status}`))];
  }

  async function members(groupId: string): Promise<readonly string[]> {
    return (await admin.get(`/api/groups/${groupId}`)).json<GroupDetails>().memberIds;
  }

  async function newGroup(): Promise<string> {
    return (await admin.post("/api/groups", { name: "Chorale" })).json<{ id: string }>().id;
  }

  test("takes its place after those given before, and moves there when it changes", async () => {
    const event = await createEvent(admin);
    const paul = await planning.newcomer({ firstName: "Paul", positions: ["Bass"] });
    await giveAnswer(marie, event.id, "present", minutesBeforeNoon(9));
    await giveAnswer(paul, event.id, "present", minutesBeforeNoon(8));
    expect(await statuses(event.id)).toEqual(["Marie Petit: present", "Paul Petit: present"]);
    await giveAnswer(marie, event.id, "absent", minutesBeforeNoon(7));
    expect(await statuses(event.id)).toEqual(["Paul Petit: present", "Marie Petit: absent"]);
  });

  test("of earlier never replaces one of later: nothing is logged, and the row is as it was", async () => {
    const event = await createEvent(admin);
    await giveAnswer(marie, event.id, "present", minutesBeforeNoon(5));
    const before = await latestPosition(planning);
    const late = await giveAnswer(marie, event.id, "absent", minutesBeforeNoon(6));
    expect([late.status, positionOf(late)]).toEqual([200, before]);
    expect(late.json<PlannedEvent & Record<string, unknown>>().availability).toHaveLength(2);
    expect(await changesSince(planning, before)).toEqual([]);
  });

  test("from many at once: all are kept, and positions have no gap and no repeat", async () => {
    const event = await createEvent(admin);
    const people = await Promise.all(Array.from({ length: 12 }, () => planning.newcomer()));
    const before = await latestPosition(planning);
    const answers = await Promise.all([...people, ...people].map((person) => giveAnswer(person, event.id, "present")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set((await availability(event.id)).map(({ userId }) => userId)).size).toBe(12);
    const changes = await changesSince(planning, before);
    expect(await latestPosition(planning)).toBe(before + changes.length);
    expect(changes).toHaveLength(12);
  });

  test("and an admin's for the same person at that moment: one of both stays, whole, on every screen", async () => {
    for (let round = 0; round < 5; round += 1) {
      const event = await createEvent(admin);
      const before = await latestPosition(planning);
      const forMarie = `/api/events/${event.id}/availability/${marie.user.id}`;
      const given = await Promise.all([
        giveAnswer(marie, event.id, "present"),
        admin.send("PUT", forMarie, { body: { status: "absent" } }),
      ]);
      expect(given.map(({ status }) => status)).toEqual([200, 200]);
      const [entry, ...others] = await availability(event.id);
      expect(new Set(others.map(({ status }) => status)).size).toBeLessThan(2);
      expect([entry?.status, entry?.saidBy]).toEqual(
        entry?.status === "present" ? ["present", undefined] : ["absent", admin.user.id],
      );
      // Screens apply the log: its last answer is the one that is stored.
      const last = (await changesSince(planning, before)).findLast((change) => change?.type === "availability.set");
      expect(last).toMatchObject({ answer: entry?.status });
    }
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("present leaves an entry for each service, absent one with the first, taken back none", async () => {
    const event = await createEvent(admin);
    const answer = await giveAnswer(marie, event.id, "present");
    const own = { userId: marie.user.id, userName: "Marie Petit" };
    const present = ["Voix", "Lead"].map((position) => ({ ...own, position, status: "present" }));
    expect([answer.status, answer.json()]).toEqual([200, { ...event, availability: present }]);
    await giveAnswer(marie, event.id, "absent");
    expect(await availability(event.id)).toEqual([{ ...own, position: "Voix", status: "absent" }]);
    await giveAnswer(marie, event.id, null);
    expect(await availability(event.id)).toEqual([]);
  });

  test("is logged with whoever gave it, and answers with its position", async () => {
    const event = await createEvent(admin);
    const before = await latestPosition(planning);
    const answer = await giveAnswer(marie, event.id, "absent");
    expect(positionOf(answer)).toBe(before + 1);
    const person = { id: marie.user.id, firstName: "Marie", lastName: "Petit", positions: ["Voix", "Lead"] };
    expect(await changesSince(planning, before)).toEqual([
      { type: "availability.set", eventId: event.id, person, answer: "absent" },
    ]);
  });

  test("that was taken back is not brought back by an earlier one", async () => {
    const event = await createEvent(admin);
    await giveAnswer(marie, event.id, "present", minutesBeforeNoon(5));
    await giveAnswer(marie, event.id, null, minutesBeforeNoon(3));
    await giveAnswer(marie, event.id, "absent", minutesBeforeNoon(4));
    expect(await availability(event.id)).toEqual([]);
    await giveAnswer(marie, event.id, "absent", minutesBeforeNoon(2));
    expect(await statuses(event.id)).toEqual(["Marie Petit: absent"]);
  });

  test("may be taken back before it was given: what comes in from before then is nothing", async () => {
    const event = await createEvent(admin);
    expect((await giveAnswer(marie, event.id, null, minutesBeforeNoon(3))).status).toBe(200);
    await giveAnswer(marie, event.id, "present", minutesBeforeNoon(4));
    expect(await availability(event.id)).toEqual([]);
  });

  test("sent again is harmless", async () => {
    const event = await createEvent(admin);
    await giveAnswer(marie, event.id, "present", minutesBeforeNoon(5));
    const before = await latestPosition(planning);
    const again = await Promise.all([1, 2, 3].map(() => giveAnswer(marie, event.id, "present", minutesBeforeNoon(5))));
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await latestPosition(planning)).toBe(before);
    expect(await availability(event.id)).toHaveLength(2);
  });

  test("of one moment with another: the one that comes last stands", async () => {
    const event = await createEvent(admin);
    await giveAnswer(marie, event.id, "present", minutesBeforeNoon(5));
    await giveAnswer(marie, event.id, "absent", minutesBeforeNoon(5));
    expect(await statuses(event.id)).toEqual(["Marie Petit: absent"]);
  });

  test("is never later than the server's clock, nor is a year too early for any database", async () => {
    const event = await createEvent(admin);
    await giveAnswer(marie, event.id, "present", "2999-01-01T00:00:00Z");
    await giveAnswer(marie, event.id, "absent");
    expect(await statuses(event.id)).toEqual(["Marie Petit: absent"]);
    const other = await createEvent(admin);
    expect((await giveAnswer(marie, other.id, "absent", "0000-01-01T00:00:00Z")).status).toBe(200);
    expect((await giveAnswer(marie, other.id, "present", "1999-12-31T23:59:59.999+14:00")).status).toBe(200);
    expect(await statuses(other.id)).toEqual(["Marie Petit: present"]);
  });

  test("is one's own, whatever else is sent", async () => {
    const event = await createEvent(admin);
    const body = { status: "present", userId: admin.user.id, person: { id: admin.user.id }, userName: "Admin" };
    await marie.send("PUT", `/api/events/${event.id}/availability`, { body });
    await marie.send("PUT", `/api/events/${event.id}/availability?userId=${admin.user.id}`, { body });
    expect(new Set((await availability(event.id)).map(({ userId }) => userId))).toEqual(new Set([marie.user.id]));
  });

  test("kept for later is refused under another person's session, and right under one's own", async () => {
    const event = await createEvent(admin);
    const send = (id: string) =>
      marie.send("PUT", `/api/events/${event.id}/availability`, {
        body: { status: "present" },
        headers: { "diapason-person": id },
      });
    expectProblem(await send(admin.user.id), 409, "session.other_person");
    expectProblem(await send(""), 409, "session.other_person");
    expect(await availability(event.id)).toEqual([]);
    expect((await send(marie.user.id)).status).toBe(200);
  });

  test("an admin's call that meets a member's session is another person's, before it is forbidden", async () => {
    const headers = { "diapason-person": admin.user.id };
    expectProblem(await marie.post("/api/groups", { name: "x" }, headers), 409, "session.other_person");
    expectProblem(await marie.post("/api/sharing", {}, headers), 409, "session.other_person");
  });

  test("makes one belong to the group; taking it back does not", async () => {
    const groupId = await newGroup();
    const event = await createEvent(admin, { groupId });
    await giveAnswer(marie, event.id, null, minutesBeforeNoon(5));
    expect(await members(groupId)).toEqual([]);
    await giveAnswer(marie, event.id, "absent", minutesBeforeNoon(4));
    expect(await members(groupId)).toEqual([marie.user.id]);
    await giveAnswer(marie, event.id, null, minutesBeforeNoon(3));
    expect(await members(groupId)).toEqual([marie.user.id]);
  });

  test.each([
    [{}, { status: "field.required" }],
    [{ status: "maybe" }, { status: "request.invalid" }],
    [{ status: "present", answeredAt: "yesterday" }, { answeredAt: "request.invalid" }],
    [{ status: "present", answeredAt: "2050-11-20T10:00:00" }, { answeredAt: "request.invalid" }],
    [{ status: "present", answeredAt: 1 }, { answeredAt: "request.invalid" }],
  ])("that is not one is refused: %j", async (body, errors) => {
    const event = await createEvent(admin);
    const answer = await marie.send("PUT", `/api/events/${event.id}/availability`, { body });
    expectProblem(answer, 422, "request.invalid", { errors });
  });

  test("to an event that is not there, or no longer, or whose group is gone, is refused", async () => {
    const event = await createEvent(admin);
    await admin.send("DELETE", `/api/events/${event.id}`);
    const groupId = await newGroup();
    const hidden = await createEvent(admin, { groupId });
    await admin.send("DELETE", `/api/groups/${groupId}`);
    for (const id of [event.id, hidden.id, "unknown", "%27", "x".repeat(3000)]) {
      expectProblem(await giveAnswer(marie, id, "present"), 404, "event.not_found");
    }
    expectProblem(await giveAnswer(marie, "%00", "present"), 404, "request.not_found");
  });
});
