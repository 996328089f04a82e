import { describe, expect, test } from "vitest";
import type { Publication } from "#contract/planning/publication.ts";
import { timeZoneNamed } from "#domain/calendar/time-zone.ts";
import { BAND_ROLES, inRoleOrder } from "#domain/line-up/band-roles.ts";
import type { KeptLineUp } from "#domain/line-up/kept-line-up.ts";
import { playState } from "#domain/line-up/play-state.ts";
import { type PlannedEvent, SEED_GROUPS } from "#domain/planning/planning.ts";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import { createEvent, giveAnswer, NOON, type Person } from "#test/support/server/test-planning.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { type Answer, ENGINES } from "#test/support/server/test-server.ts";
import { readSituation } from "../events/read-situation.ts";

const SIXTEEN = inRoleOrder([...BAND_ROLES, "Voix", "Voix", "Guitare"]);

describe.each(ENGINES)("roles needed several times on %s", (engine) => {
  const planning = planningForAllTests(engine);

  function rowOf(answer: Answer): PlannedEvent {
    return answer.json<PlannedEvent & Record<string, unknown>>();
  }

  function singers(...people: readonly Person[]): KeptLineUp {
    return people.map(({ user: { id: userId } }) => ({ role: "Voix", userId }));
  }

  function newSingers(count: number): Promise<Person[]> {
    // Two people of one name would count once.
    const names = Array.from({ length: count }, (_, index) => `Voix ${index}`);
    return Promise.all(names.map((lastName) => planning.newcomer({ lastName, positions: ["Voix"] })));
  }

  const keep = (id: string, holdings: KeptLineUp, repairs?: KeptLineUp) =>
    planning.admin.send("PUT", `/api/events/${id}/line-up`, { body: { holdings, ...(repairs && { repairs }) } });
  const need = (id: string, requiredRoles: readonly string[]) =>
    planning.admin.send("PATCH", `/api/events/${id}`, { body: { requiredRoles } });

  test("are stored as often as needed, in the scale's order, of a group and of an event", async () => {
    const { admin } = planning;
    const { id } = (await admin.post("/api/groups", { name: "Fanfare" })).json<{ id: string }>();
    const roles = ["Voix", "Lead", "Voix"];
    const set = await admin.send("PUT", `/api/groups/${id}/required-roles`, { body: { roles } });
    expect(set.json()).toMatchObject({ requiredRoles: ["Lead", "Voix", "Voix"] });
    const { id: eventId } = await createEvent(admin, { groupId: id });
    expect(rowOf(await need(eventId, SIXTEEN.toReversed())).requiredRoles).toEqual(SIXTEEN);
  });

  test("are refused as more than 16 places in all, and more than six of one role", async () => {
    const { admin } = planning;
    const { id } = await createEvent(admin);
    const tooMany = await need(id, [...SIXTEEN, "Lead"]);
    expectProblem(tooMany, 422, "request.invalid");
    expect(tooMany.json()["errors"]).toEqual({ requiredRoles: "places.too_many" });
    expectProblem(await need(id, Array(7).fill("Voix")), 422, "request.invalid");
    expect((await need(id, Array(6).fill("Voix"))).status).toBe(200);
  });

  test("are covered by as many people, and kept with a row for each", async () => {
    const { admin, server } = planning;
    const { id: groupId } = (await admin.post("/api/groups", { name: "Chorale" })).json<{ id: string }>();
    const { id } = await createEvent(admin, { groupId });
    await need(id, ["Voix", "Voix"]);
    const [one, two, three] = (await newSingers(3)) as [Person, Person, Person];
    const moment = { now: NOON, zone: timeZoneNamed("Europe/Paris") };
    const state = async () => {
      const situation = await readSituation(server.database, id, moment);
      return situation && playState(situation.question);
    };
    await giveAnswer(one, id, "present");
    expect(await state()).toBe("out_of_reach");
    await giveAnswer(two, id, "present");
    expect(await state()).toBe("fragile");
    expect(rowOf(await keep(id, singers(one, two))).lineUp).toEqual(singers(one, two));
    expectProblem(await keep(id, singers(one, two, three)), 422, "line_up.invalid");
    expectProblem(await keep(id, singers(one, one)), 422, "line_up.invalid");
  });

  test("may be needed less often than a line-up has them: it stays, can be changed, and gets no more", async () => {
    const { id } = await createEvent(planning.admin);
    await need(id, ["Voix", "Voix", "Voix"]);
    const [one, two, three] = (await newSingers(3)) as [Person, Person, Person];
    await keep(id, singers(one, two, three));
    expect(rowOf(await need(id, ["Voix"])).lineUp).toEqual(singers(one, two, three));
    expect(rowOf(await keep(id, singers(one, three))).lineUp).toEqual(singers(one, three));
    expectProblem(await keep(id, singers(one, two, three)), 422, "line_up.invalid");
    expect(rowOf(await keep(id, singers(two))).lineUp).toEqual(singers(two));
    expectProblem(await keep(id, singers(two, three)), 422, "line_up.invalid");
  });

  test("let a page that knows one place of each role keep and repair a line-up", async () => {
    const { id } = await createEvent(planning.admin);
    await need(id, ["Voix", "Voix"]);
    const [one, two] = (await newSingers(2)) as [Person, Person];
    await Promise.all([one, two].map((singer) => giveAnswer(singer, id, "present")));
    await keep(id, singers(one, two));
    expect(rowOf(await keep(id, singers(two), singers(one, two))).lineUp).toEqual(singers(two));
    expect(rowOf(await keep(id, singers(one))).lineUp).toEqual(singers(one));
  });
});

describe.each(ENGINES)("sharing roles needed several times on %s", (engine) => {
  const planning = planningForAllTests(engine, { sharing: "off" });

  test("keeps their number, and the line-ups with a row for each", async () => {
    const lineUp = ["a", "b"].map((userId) => ({ role: "Voix" as const, userId }));
    const event: PlannedEvent = {
      id: "concert",
      groupId: "1",
      name: "Concert",
      date: "2050-12-24",
      time: "20:30",
      location: "Temple",
      lineUp,
      availability: [],
    };
    const requiredRoles = { "1": ["Lead", "Voix", "Voix"] };
    const publication = { groups: [...SEED_GROUPS], events: [event], requiredRoles } as unknown as Publication;
    const three = { ...event, lineUp: [...lineUp, { role: "Voix", userId: "c" }] };
    expectProblem(
      await planning.admin.post("/api/sharing", { ...publication, events: [three] }),
      422,
      "request.invalid",
    );
    expect((await planning.admin.post("/api/sharing", publication)).status).toBe(201);
    const group = (await planning.admin.get("/api/groups/1")).json();
    expect(group).toMatchObject({ requiredRoles: requiredRoles["1"] });
  });
});
