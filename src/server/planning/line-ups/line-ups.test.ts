import { beforeAll, describe, expect, test } from "vitest";
import type { OwnData } from "#contract/own-account.ts";
import type { GroupDetails } from "#contract/planning/planning.ts";
import type { KeptLineUp } from "#domain/line-up/kept-line-up.ts";
import type { Service } from "#domain/people/services.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import {
  changesSince,
  createEvent,
  giveAnswer,
  latestPosition,
  type Person,
  positionOf,
} from "#test/support/server/test-planning.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { type Answer, EITHER_ENGINE, ENGINES, type TestClient } from "#test/support/server/test-server.ts";

describe.each(ENGINES)("a kept line-up on %s", (engine) => {
  let admin: Person;
  /** Sings, leads and plays the bass. */
  let marie: Person;
  let paul: Person;

  const planning = planningForAllTests(engine);

  beforeAll(async () => {
    ({ admin } = planning);
    marie = await musician("Voix", "Lead", "Bass");
    paul = await musician("Batterie", "Piano");
  });

  function musician(...positions: Service[]): Promise<Person> {
    return planning.newcomer({ positions });
  }

  function keep(eventId: string, holdings: unknown, repairs?: KeptLineUp, client: TestClient = admin) {
    const body = { holdings, ...(repairs && { repairs }) };
    return client.send("PUT", `/api/events/${eventId}/line-up`, { body });
  }

  const drop = (eventId: string) => admin.send("DELETE", `/api/events/${eventId}/line-up`);

  async function read(eventId: string): Promise<PlannedEvent> {
    return rowOf(await marie.get(`/api/events/${eventId}`));
  }

  function rowOf(answer: Answer): PlannedEvent {
    return answer.json<PlannedEvent & Record<string, unknown>>();
  }

  function lineUp(...holdings: readonly (readonly [KeptLineUp[number]["role"], Person])[]): KeptLineUp {
    return holdings.map(([role, person]) => ({ role, userId: person.user.id }));
  }

  /** What was logged meanwhile. */
  async function logged(work: () => Promise<unknown>) {
    const before = await latestPosition(planning);
    await work();
    return changesSince(planning, before);
  }

  test("of two admins at once is the one that came last, and both hear of both", async () => {
    const { id } = await createEvent(admin);
    const wanted = [lineUp(["Voix", marie]), lineUp(["Batterie", paul])];
    const changes = await logged(() => Promise.all(wanted.map((each) => keep(id, each))));
    expect(changes).toHaveLength(2);
    expect(changes.at(-1)).toMatchObject({ lineUp: (await read(id)).lineUp });
  });

  test("opens the roles of somebody whose account is deleted, in the trash too", async () => {
    const anne = await musician("Voix");
    const [here, gone] = [await createEvent(admin), await createEvent(admin)];
    for (const { id } of [here, gone]) await keep(id, lineUp(["Batterie", paul], ["Voix", anne]));
    await admin.send("DELETE", `/api/events/${gone.id}`);
    const changes = await logged(() => admin.send("DELETE", `/api/users/${anne.user.id}`));
    expect(changes).toEqual([{ type: "person.removed", userId: anne.user.id }]);
    await admin.post(`/api/events/${gone.id}/restoration`);
    for (const { id } of [here, gone]) expect((await read(id)).lineUp).toEqual(lineUp(["Batterie", paul]));
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("is in the event's row, in the scale's order, in the log and in the journal", async () => {
    const { id, name, date } = await createEvent(admin);
    const wanted = lineUp(["Voix", marie], ["Batterie", paul]);
    const changes = await logged(async () => {
      const answer = await keep(id, wanted);
      expect([answer.status, rowOf(answer).lineUp]).toEqual([200, wanted.toReversed()]);
      expect(positionOf(answer)).toBe(await latestPosition(planning));
    });
    expect(changes).toEqual([{ type: "line_up.kept", eventId: id, lineUp: wanted.toReversed() }]);
    expect((await read(id)).lineUp).toEqual(wanted.toReversed());
    const [latest] = (await admin.get("/api/journal")).json<{ act: unknown }[] & Record<string, unknown>>();
    expect(latest?.act).toEqual({ type: "line_up.kept", event: { id, name, date } });
  });

  test("is not touched by the same call again, and is dropped as often as one likes", async () => {
    const { id } = await createEvent(admin);
    const wanted = lineUp(["Voix", marie]);
    await keep(id, wanted);
    expect(await logged(() => keep(id, wanted))).toEqual([]);
    expect(await logged(() => drop(id))).toEqual([{ type: "line_up.dropped", eventId: id }]);
    expect(await read(id)).not.toHaveProperty("lineUp");
    expect(await logged(async () => expect((await drop(id)).status).toBe(204))).toEqual([]);
  });

  test("may leave every role open, and may have somebody who has just answered absent", async () => {
    const { id } = await createEvent(admin);
    expect(rowOf(await keep(id, [])).lineUp).toEqual([]);
    await Promise.all([giveAnswer(paul, id, "absent"), keep(id, lineUp(["Batterie", paul]))]);
    const event = await read(id);
    expect(event.lineUp).toEqual(lineUp(["Batterie", paul]));
    expect(event.availability).toMatchObject([{ userId: paul.user.id, status: "absent" }]);
  });

  test.each<[string, () => unknown, number, string]>([
    ["a role twice", () => lineUp(["Voix", marie], ["Voix", marie]), 422, "line_up.invalid"],
    [
      "three roles of one person",
      () => lineUp(["Lead", marie], ["Bass", marie], ["Voix", marie]),
      422,
      "line_up.invalid",
    ],
    [
      "two roles that the group does not combine",
      () => lineUp(["Batterie", paul], ["Piano", paul]),
      422,
      "line_up.invalid",
    ],
    ["a role that somebody cannot hold", () => lineUp(["Sono", paul]), 422, "line_up.invalid"],
    ["somebody unknown", () => [{ role: "Sono", userId: "nobody" }], 404, "user.not_found"],
    ["a role that is none", () => [{ role: "Triangle", userId: "nobody" }], 422, "request.invalid"],
  ])("is refused with %s", async (_what, holdings, status, code) => {
    const { id } = await createEvent(admin);
    const answer = await keep(id, holdings());
    expect([answer.status, answer.json()]).toMatchObject([status, { code }]);
    expect(await read(id)).not.toHaveProperty("lineUp");
  });

  test("is refused with the field of a role that is none", async () => {
    const { id } = await createEvent(admin);
    const wanted = lineUp(["Voix", marie]);
    const unknown = [{ role: "Triangle", userId: marie.user.id }] as unknown as KeptLineUp;
    const fieldsOf = (answer: Answer) => answer.json()["errors"];
    expect(fieldsOf(await keep(id, unknown))).toEqual({ "holdings.0.role": "request.invalid" });
    expect(fieldsOf(await keep(id, wanted, unknown))).toEqual({ "repairs.0.role": "request.invalid" });
  });

  test("may have two roles of one person where the group combines them", async () => {
    const { id } = await createEvent(admin);
    const both = lineUp(["Lead", marie], ["Bass", marie]);
    expect(rowOf(await keep(id, both)).lineUp).toEqual(both);
  });

  test("is refused for an event that is not there", async () => {
    expectProblem(await keep("no-such-event", []), 404, "event.not_found");
    expectProblem(await drop("no-such-event"), 404, "event.not_found");
    expectProblem(await keep("no-such-event", [], undefined, marie), 403, "request.forbidden");
  });

  test("stays when its event is edited or moved, and does not go to a copy or a new series", async () => {
    const { id } = await createEvent(admin);
    const wanted = lineUp(["Voix", marie]);
    await giveAnswer(marie, id, "present");
    await keep(id, wanted);
    const moved = await admin.send("PATCH", `/api/events/${id}`, { body: { date: "2050-12-26", answers: "reset" } });
    expect(rowOf(moved)).toMatchObject({ lineUp: wanted, availability: [] });
    expect(await createEvent(admin, { name: "Copie" })).not.toHaveProperty("lineUp");
  });

  test("does not hide that its event was created by an earlier try of the same call", async () => {
    const key = "11111111-2222-4333-8444-555555555555";
    const create = () =>
      admin.post(
        "/api/events",
        { groupId: "1", name: "Culte", date: "2050-12-24", time: "10:00", location: "Temple" },
        { "idempotency-key": key },
      );
    await create();
    await keep(key, lineUp(["Voix", marie]));
    const again = await create();
    expect([again.status, rowOf(again).lineUp]).toEqual([201, lineUp(["Voix", marie])]);
  });

  test("comes back from the trash with its event, or with its group and the group's roles", async () => {
    const { id: groupId } = (await admin.post("/api/groups", { name: "Chorale" })).json<{ id: string }>();
    await admin.send("PUT", `/api/groups/${groupId}/required-roles`, { body: { roles: ["Voix"] } });
    const { id } = await createEvent(admin, { groupId });
    const wanted = lineUp(["Voix", marie]);
    await keep(id, wanted);
    await admin.send("PATCH", `/api/events/${id}`, { body: { requiredRoles: ["Lead", "Voix"] } });
    for (const path of [`/api/events/${id}`, `/api/groups/${groupId}`]) {
      await admin.send("DELETE", path);
      expectProblem(await marie.get(`/api/events/${id}`), 404, "event.not_found");
      await admin.post(`${path}/restoration`);
      expect(await read(id)).toMatchObject({ lineUp: wanted, requiredRoles: ["Lead", "Voix"] });
    }
    const group = (await marie.get(`/api/groups/${groupId}`)).json<GroupDetails & Record<string, unknown>>();
    expect(group.requiredRoles).toEqual(["Voix"]);
  });

  test("and one's wish are in one's own data", async () => {
    const anne = await musician("Voix");
    const { id } = await createEvent(admin, { name: "Culte" });
    await keep(id, lineUp(["Batterie", paul], ["Voix", anne]));
    await anne.send("PUT", "/api/users/me/wish", { body: { most: 3 } });
    const data = (await anne.get("/api/users/me/data")).json<OwnData & Record<string, unknown>>();
    expect(data.playsAtMost).toBe(3);
    expect(data.lineUps).toMatchObject([{ event: { name: "Culte" }, roles: ["Voix"], isDeleted: false }]);
  });

  describe("is repaired", () => {
    async function broken(): Promise<{ readonly id: string; readonly former: KeptLineUp }> {
      const { id } = await createEvent(admin);
      const former = lineUp(["Batterie", paul], ["Voix", marie]);
      await keep(id, former);
      await giveAnswer(marie, id, "present");
      return { id, former };
    }

    test("where it is the kept one still, and everybody on the repair present; again does nothing", async () => {
      const { id, former } = await broken();
      const repair = lineUp(["Lead", marie]);
      expect(rowOf(await keep(id, repair, former)).lineUp).toEqual(repair);
      expect(await logged(async () => expect((await keep(id, repair, former)).status).toBe(200))).toEqual([]);
    });

    test("not where another one is kept by now, or none", async () => {
      const { id, former } = await broken();
      await keep(id, lineUp(["Bass", marie]));
      expectProblem(await keep(id, lineUp(["Lead", marie]), former), 409, "line_up.changed");
      expect((await read(id)).lineUp).toEqual(lineUp(["Bass", marie]));
      await drop(id);
      expectProblem(await keep(id, lineUp(["Lead", marie]), former), 409, "line_up.changed");
    });

    test("not with somebody who is not present any more", async () => {
      const { id, former } = await broken();
      await giveAnswer(marie, id, "absent");
      expectProblem(await keep(id, lineUp(["Lead", marie]), former), 409, "line_up.changed");
      expect((await read(id)).lineUp).toEqual(former);
    });
  });
});
