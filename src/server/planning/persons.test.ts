import { beforeAll, describe, expect, test } from "vitest";
import type { GroupDetails } from "#contract/planning/planning.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import {
  changesSince,
  createEvent,
  latestPosition,
  NOON,
  type Person,
  giveAnswer,
  startPlanningServer,
  TODAY,
} from "#test/support/server/test-planning.ts";
import { EITHER_ENGINE, ENGINES } from "#test/support/server/test-server.ts";

describe.each(ENGINES)("people and their answers on %s", (engine) => {
  let admin: Person;

  const planning = planningForAllTests(engine);

  beforeAll(() => {
    ({ admin } = planning);
  });

  async function entriesOf(eventId: string): Promise<string[]> {
    const event = (await admin.get(`/api/events/${eventId}`)).json<PlannedEvent & Record<string, unknown>>();
    return event.availability.map(({ userName, position, status }) => `${userName}, ${position}: ${status}`);
  }

  function saveProfile(person: Person, profile: object) {
    return person.send("PATCH", "/api/users/me", {
      body: { firstName: "Marie", lastName: "Petit", positions: ["Voix"], ...profile },
    });
  }

  /** An event of yesterday, which no call could create. */
  async function pastEvent(): Promise<PlannedEvent> {
    const event = await createEvent(admin);
    await planning.server.database.kysely
      .updateTable("planning_event")
      .set({ date: "2050-11-19" })
      .where("id", "=", event.id)
      .execute();
    return event;
  }

  test("a profile that is saved rewrites the presences from today on, in their place, and nothing else", async () => {
    const marie = await planning.newcomer();
    const paul = await planning.newcomer({ firstName: "Paul", positions: ["Bass"] });
    const [today, past, absent] = [
      await createEvent(admin, { date: TODAY }),
      await pastEvent(),
      await createEvent(admin),
    ];
    for (const { id } of [today, past]) {
      await giveAnswer(marie, id, "present");
      await giveAnswer(paul, id, "present");
    }
    await giveAnswer(marie, absent.id, "absent");
    const before = await latestPosition(planning);
    expect((await saveProfile(marie, { lastName: "Durand", positions: ["Sono", "Piano"] })).status).toBe(200);
    expect(await entriesOf(today.id)).toEqual([
      "Marie Durand, Sono: present",
      "Marie Durand, Piano: present",
      "Paul Petit, Bass: present",
    ]);
    expect(await entriesOf(past.id)).toEqual([
      "Marie Petit, Voix: present",
      "Marie Petit, Lead: present",
      "Paul Petit, Bass: present",
    ]);
    expect(await entriesOf(absent.id)).toEqual(["Marie Petit, Voix: absent"]);
    const person = { id: marie.user.id, firstName: "Marie", lastName: "Durand", positions: ["Sono", "Piano"] };
    expect(await changesSince(planning, before)).toEqual([{ type: "person.changed", person, from: TODAY }]);
  });

  test("somebody who is deleted goes with their answers and memberships, and the others hear of it", async () => {
    const marie = await planning.newcomer();
    const paul = await planning.newcomer({ firstName: "Paul", positions: ["Bass"] });
    const event = await createEvent(admin, { groupId: "2" });
    await giveAnswer(marie, event.id, "present");
    await giveAnswer(paul, event.id, "present");
    const before = await latestPosition(planning);
    expect((await admin.send("DELETE", `/api/users/${marie.user.id}`)).status).toBe(204);
    expect(await entriesOf(event.id)).toEqual(["Paul Petit, Bass: present"]);
    const { memberIds } = (await admin.get("/api/groups/2")).json<GroupDetails>();
    expect(memberIds).toEqual([paul.user.id]);
    expect(await changesSince(planning, before)).toEqual([{ type: "person.removed", userId: marie.user.id }]);
  });

  test("nothing in the log says any more what somebody who is deleted was called, and no number is missing", async () => {
    const zoe = await planning.newcomer({ firstName: "Zoé", lastName: "Unique" });
    const event = await createEvent(admin);
    const before = await latestPosition(planning);
    await giveAnswer(zoe, event.id, "present");
    await saveProfile(zoe, { firstName: "Zoé", lastName: "Unique", positions: ["Sono"] });
    await admin.send("DELETE", `/api/users/${zoe.user.id}`);
    const rows = await planning.server.database.kysely.selectFrom("planning_change").selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/Unique/);
    const removed = { type: "person.removed", userId: zoe.user.id };
    expect(await changesSince(planning, before)).toEqual([removed, removed, removed]);
  });

  test("an answer and a deletion at once end without an answer and without a fault", async () => {
    const event = await createEvent(admin);
    const people = await Promise.all(Array.from({ length: 6 }, () => planning.newcomer()));
    const answers = await Promise.all(
      people.flatMap((person) => [
        giveAnswer(person, event.id, "present"),
        admin.send("DELETE", `/api/users/${person.user.id}`),
        saveProfile(person, { lastName: "Durand" }),
      ]),
    );
    // 401: they were deleted before their own call was looked at.
    expect(answers.filter(({ status }) => ![200, 204, 401].includes(status)).map(({ text }) => text)).toEqual([]);
    expect(await entriesOf(event.id)).toEqual([]);
  });

  test("two admins who answer and delete each other at once do not wait for one another for ever", async () => {
    const event = await createEvent(admin);
    const others = await Promise.all(Array.from({ length: 4 }, () => planning.newcomer()));
    for (const { user } of others) await admin.post("/api/users/admins", { email: user.email });
    const answers = await Promise.all(
      others.flatMap((person, index) => [
        giveAnswer(person, event.id, "present"),
        person.send("DELETE", `/api/users/${others[(index + 1) % others.length]?.user.id}`),
        giveAnswer(person, event.id, "absent"),
      ]),
    );
    // 403: somebody else deleted them while their own deletion waited.
    const expected = new Set([200, 204, 401, 403, 404]);
    expect(answers.filter(({ status }) => !expected.has(status)).map(({ text }) => text)).toEqual([]);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("a profile that is refused changes nothing", async () => {
    const marie = await planning.newcomer();
    const before = await latestPosition(planning);
    expect((await saveProfile(marie, { positions: [] })).status).toBe(422);
    expect(await latestPosition(planning)).toBe(before);
  });

  test("a deletion that is refused changes nothing", async () => {
    const before = await latestPosition(planning);
    expect((await admin.send("DELETE", `/api/users/${admin.user.id}`)).status).not.toBe(204);
    expect((await admin.send("DELETE", "/api/users/unknown")).status).toBe(404);
    expect(await latestPosition(planning)).toBe(before);
  });
});

describe.each(EITHER_ENGINE)("people of a planning that is not shared on %s", (engine) => {
  test("change and go without a trace in its log", async () => {
    const planning = await startPlanningServer(engine, { sharing: "off", clock: () => NOON });
    const marie = await planning.newcomer();
    const profile = { firstName: "Marie", lastName: "Durand", positions: ["Voix"] };
    expect((await marie.send("PATCH", "/api/users/me", { body: profile })).status).toBe(200);
    expect((await planning.admin.send("DELETE", `/api/users/${marie.user.id}`)).status).toBe(204);
    expect(await latestPosition(planning)).toBe(0);
    await planning.stop();
  });
});
