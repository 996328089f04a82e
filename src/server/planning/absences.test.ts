import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays } from "#domain/calendar/calendar.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import { CONCERT, latestPosition, type Person, TODAY } from "#test/support/server/test-planning.ts";
import { EITHER_ENGINE } from "#test/support/server/test-server.ts";
import { readChanges } from "./changes/write-change-log.ts";

const [DAY, DAY_AFTER] = [addDays(TODAY, 20), addDays(TODAY, 21)];

describe.each(EITHER_ENGINE)("absences on %s", (engine) => {
  const planning = planningForAllTests(engine);
  let marie: Person;
  let david: Person;
  let groupId = "";

  async function post<Row>(person: Person, path: string, body: unknown): Promise<Row> {
    const answer = await person.post(path, body);
    expect(answer.status).toBe(201);
    return answer.json<Row>();
  }
  function createEvent(date: string): Promise<PlannedEvent> {
    return post(planning.admin, "/api/events", { ...CONCERT, groupId, date });
  }
  function addAbsence(person: Person, from: string, to: string): Promise<{ readonly id: string }> {
    return post(person, "/api/absences", { from, to });
  }
  async function availabilityOf(eventId: string): Promise<PlannedEvent["availability"]> {
    return (await planning.admin.get(`/api/events/${eventId}`)).json<PlannedEvent>().availability;
  }
  /** The user ids of those who are in an absence at an event. */
  async function absentFrom(eventId: string): Promise<string[]> {
    return (await availabilityOf(eventId)).filter(({ source }) => source === "absence").map(({ userId }) => userId);
  }
  async function logAfter(position: number) {
    return (await readChanges(planning.server.database, position, 100)).map(({ change, groupId: of }) => [
      change?.type ?? "reload",
      of,
    ]);
  }

  beforeAll(async () => {
    [marie, david] = [await planning.newcomer(), await planning.newcomer()];
  });
  beforeEach(async () => {
    groupId = (await post<{ id: string }>(planning.admin, "/api/groups", { name: "Chorale" })).id;
    for (const person of [marie, david]) {
      await person.send("PUT", `/api/groups/${groupId}/members/me`);
      for (const { id } of (await person.get("/api/absences")).json<{ id: string }[]>()) {
        await person.send("DELETE", `/api/absences/${id}`);
      }
    }
  });

  test("are one entry for each member, at the events of their days, and never in the rows", async () => {
    const [event, later] = [await createEvent(DAY), await createEvent(DAY_AFTER)];
    const before = await availabilityOf(event.id);
    const { id } = await addAbsence(marie, DAY, DAY);
    await addAbsence(marie, TODAY, DAY);
    const [position] = marie.user.positions;
    expect(await availabilityOf(event.id)).toEqual([
      {
        userId: marie.user.id,
        userName: `${marie.user.firstName} ${marie.user.lastName}`,
        position,
        status: "absent",
        source: "absence",
      },
    ]);
    expect(await absentFrom(later.id)).toEqual([]);
    await marie.send("DELETE", `/api/absences/${id}`);
    expect(await absentFrom(event.id)).toEqual([marie.user.id]);
    const [own] = (await marie.get("/api/absences")).json<{ id: string }[]>();
    await marie.send("DELETE", `/api/absences/${own?.id}`);
    expect(await availabilityOf(event.id)).toEqual(before);
  });

  test("give way to an answer by hand, also by an admin, and come back when it is withdrawn", async () => {
    const { id } = await createEvent(DAY);
    await addAbsence(marie, DAY, DAY);
    for (const [person, path] of [
      [marie, `/api/events/${id}/availability`],
      [planning.admin, `/api/events/${id}/availability/${marie.user.id}`],
    ] as const) {
      await person.send("PUT", path, { body: { status: "present" } });
      expect(await absentFrom(id)).toEqual([]);
      const position = await latestPosition(planning);
      const withdrawn = await person.send("PUT", path, { body: { status: null } });
      expect(withdrawn.json<PlannedEvent>().availability).toMatchObject([{ status: "absent", source: "absence" }]);
      expect(await logAfter(position)).toEqual([
        ["availability.set", groupId],
        ["reload", groupId],
      ]);
    }
  });

  test("reach whoever sees a group by a reload of it, which tells nothing of the person", async () => {
    await createEvent(DAY);
    const other = (await post<{ id: string }>(planning.admin, "/api/groups", { name: "Ados" })).id;
    let position = await latestPosition(planning);
    const { id } = await addAbsence(marie, DAY, DAY);
    const groups = (await planning.admin.get(`/api/memberships?user=${marie.user.id}`)).json<{ groupId: string }[]>();
    const reloads = groups.map((membership) => `reload ${membership.groupId}`).toSorted();
    const logged = async () => (await logAfter(position)).map((entry) => entry.join(" ")).toSorted();
    expect(await logged()).toEqual(reloads);
    expect(reloads).not.toContain(`reload ${other}`);
    position = await latestPosition(planning);
    await marie.send("DELETE", `/api/absences/${id}`);
    expect(await logged()).toEqual(reloads);
  });

  test("make whoever joins or leaves a group absent from its events, or no longer", async () => {
    const { id } = await createEvent(DAY);
    await addAbsence(marie, DAY, DAY);
    for (const [method, type, absent] of [
      ["DELETE", "group.left", []],
      ["PUT", "group.joined", [marie.user.id]],
    ] as const) {
      const position = await latestPosition(planning);
      await marie.send(method, `/api/groups/${groupId}/members/me`);
      expect(await absentFrom(id)).toEqual(absent);
      expect(await logAfter(position)).toEqual([
        [type, groupId],
        ["reload", groupId],
      ]);
    }
    await marie.send("DELETE", `/api/groups/${groupId}/members/me`);
    const another = await createEvent(DAY_AFTER);
    const position = await latestPosition(planning);
    await marie.send("PUT", `/api/events/${another.id}/availability`, { body: { status: "present" } });
    expect(await absentFrom(id)).toEqual([marie.user.id]);
    expect(await logAfter(position)).toEqual([
      ["availability.set", groupId],
      ["reload", groupId],
    ]);
  });

  test("hold for events created there, moved there, and no longer for those moved away", async () => {
    await addAbsence(marie, DAY, DAY);
    let position = await latestPosition(planning);
    const inside = await createEvent(DAY);
    expect(inside.availability).toMatchObject([{ userId: marie.user.id, source: "absence" }]);
    const outside = await createEvent(DAY_AFTER);
    expect(await logAfter(position)).toEqual([
      ["reload", groupId],
      ["event.created", groupId],
    ]);
    position = await latestPosition(planning);
    await planning.admin.send("PATCH", `/api/events/${outside.id}`, { body: { date: DAY } });
    await planning.admin.send("PATCH", `/api/events/${inside.id}`, { body: { date: DAY_AFTER } });
    await planning.admin.send("PATCH", `/api/events/${inside.id}`, { body: { location: "Salle" } });
    expect(await logAfter(position)).toEqual([
      ["reload", groupId],
      ["reload", groupId],
      ["event.edited", groupId],
    ]);
    expect([await absentFrom(outside.id), await absentFrom(inside.id)]).toEqual([[marie.user.id], []]);
  });

  test("are everybody's own: nobody else lists or removes them", async () => {
    const { id } = await addAbsence(marie, DAY, DAY_AFTER);
    expect((await marie.get("/api/absences")).json()).toMatchObject([{ id, from: DAY, to: DAY_AFTER }]);
    expect((await david.get("/api/absences")).json()).toEqual([]);
    expect((await planning.admin.send("DELETE", `/api/absences/${id}`)).status).toBe(404);
    expect((await marie.send("DELETE", `/api/absences/${id}`)).status).toBe(204);
    expect((await marie.send("DELETE", `/api/absences/${id}`)).status).toBe(404);
  });

  test.each([
    ["that end before they begin", DAY, addDays(DAY, -1), "La date de fin précède la date de début"],
    ["that are over", addDays(TODAY, -3), addDays(TODAY, -1), "Cette absence est déjà passée"],
    ["of more than 366 days", DAY, addDays(DAY, 366), "Un an au plus"],
  ])("%s are refused", async (_, from, to, detail) => {
    const answer = await marie.post("/api/absences", { from, to });
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({ detail });
  });

  test("may end today, and be fifty that are not over", async () => {
    await addAbsence(marie, addDays(TODAY, -3), TODAY);
    for (let index = 1; index < 50; index += 1) await addAbsence(marie, DAY, addDays(DAY, index));
    const answer = await marie.post("/api/absences", { from: DAY, to: DAY });
    expect([answer.status, answer.json<{ code: string }>().code]).toEqual([422, "absence.too_many"]);
  });

  test("are added once, however often the call is sent", async () => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const position = await latestPosition(planning);
    const body = { from: DAY, to: DAY };
    const answers = [await marie.send("POST", "/api/absences", { body, headers })];
    const after = await latestPosition(planning);
    expect(after).toBeGreaterThan(position);
    answers.push(await marie.send("POST", "/api/absences", { body, headers }));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await latestPosition(planning)).toBe(after);
    const others = await david.send("POST", "/api/absences", { body, headers });
    expect([others.status, others.json<{ code: string }>().code]).toEqual([409, "absence.exists"]);
  });

  test("go with the account, and are in the file of one's own data", async () => {
    const paul = await planning.newcomer();
    await addAbsence(paul, DAY, DAY_AFTER);
    expect((await paul.get("/api/users/me/data")).json()).toMatchObject({
      absences: [{ from: DAY, to: DAY_AFTER }],
    });
    await planning.admin.send("DELETE", `/api/users/${paul.user.id}`);
    const { kysely } = planning.server.database;
    expect(await kysely.selectFrom("absence").select("id").where("user_id", "=", paul.user.id).execute()).toEqual([]);
  });
});
