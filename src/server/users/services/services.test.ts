import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { JournalEntry } from "#contract/journal.ts";
import type { OwnData } from "#contract/own-account.ts";
import type { GroupDetails } from "#contract/planning/planning.ts";
import { FIRST_SERVICES, SERVICES, type TeamService } from "#domain/people/services.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import {
  changesSince,
  CONCERT,
  createEvent,
  giveAnswer,
  latestPosition,
  type PlanningServer,
  startPlanningServer,
} from "#test/support/server/test-planning.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { EITHER_ENGINE, ENGINES, MARIE, type TestClient } from "#test/support/server/test-server.ts";

const PATH = "/api/services";

async function planningForThisTest(...start: Parameters<typeof startPlanningServer>): Promise<PlanningServer> {
  const planning = await startPlanningServer(...start);
  onTestFinished(planning.stop);
  return planning;
}

async function list(client: TestClient): Promise<TeamService[]> {
  return (await client.get(PATH)).json<TeamService[] & Record<string, unknown>>();
}

async function add(admin: TestClient, name: string): Promise<TeamService> {
  const answer = await admin.post(PATH, { name });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.json<TeamService & Record<string, unknown>>();
}

function change(admin: TestClient, { id }: TeamService, body: object) {
  return admin.send("PATCH", `${PATH}/${id}`, { body });
}

function remove(admin: TestClient, { id }: TeamService) {
  return admin.send("DELETE", `${PATH}/${id}`);
}

describe.each(ENGINES)("the team's services on %s", (engine) => {
  const planning = planningForAllTests(engine);

  test("end with the team's own, in the order of their creation", async () => {
    const { admin, server } = planning;
    const [flute, alto] = [await add(admin, " Flûte "), await add(admin, "Alto")];
    expect(flute).toEqual({ id: expect.any(String), name: "Flûte", isOffered: true, isOwn: true });
    expect((await list(server.client())).slice(SERVICES.length, SERVICES.length + 2)).toEqual([flute, alto]);
  });

  test("are added once by two admins at the same time", async () => {
    const answers = await Promise.all([1, 2].map(() => planning.admin.post(PATH, { name: "Hautbois" })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("are the specification's fourteen at first, for everybody to read", async () => {
    const own = await planningForThisTest(engine);
    expect(await list(own.server.client())).toEqual(FIRST_SERVICES);
  });

  test.each([
    ["a service", "violon"],
    ["the role of both guitars", "GUITARE"],
    ["a presence without a service", "Non specifie"],
    ["one of its own", "cor anglais"],
  ])("have no second one with the name of %s but for case and accents", async (_, name) => {
    await planning.admin.post(PATH, { name: "Cor Anglais" });
    expectProblem(await planning.admin.post(PATH, { name }), 409, "service.exists");
    expect((await planning.admin.post(PATH, { name })).json()["detail"]).toBe("Ce service existe déjà");
  });

  test.each([
    ["  ", "service.name_blank", "Le nom du service ne peut pas être vide"],
    ["x".repeat(41), "service.name_too_long", "40\u00a0caractères au plus"],
    ["Alto\u202e", "text.illegible", expect.any(String)],
  ])("have no name such as %j", async (name, code, detail) => {
    const answer = await planning.admin.post(PATH, { name });
    expect([answer.status, answer.json()]).toMatchObject([422, { errors: { name: code }, detail }]);
  });

  test("are at most forty of one's own", async () => {
    const { admin } = await planningForThisTest(engine);
    for (let number = 1; number <= 40; number += 1) await add(admin, `Service ${number}`);
    expectProblem(await admin.post(PATH, { name: "Un de trop" }), 409, "service.too_many");
  });

  test("named like a word of the stored line-ups are not taken for needed", async () => {
    const { admin, newcomer } = planning;
    const word = await add(admin, "role");
    const drummer = await newcomer({ email: "mot@example.org", positions: ["Batterie"] });
    const { id } = await createEvent(admin);
    await giveAnswer(drummer, id, "present");
    const body = { holdings: [{ role: "Batterie", userId: drummer.user.id }] };
    expect((await admin.send("PUT", `/api/events/${id}/line-up`, { body })).status).toBe(200);
    expect((await remove(admin, word)).status).toBe(204);
  });

  test("are deleted while nobody holds them and nothing needs them", async () => {
    const { admin, newcomer } = planning;
    const [held, ofGroup, ofEvent, free] = [
      await add(admin, "Basson"),
      await add(admin, "Clarinette"),
      await add(admin, "Tuba"),
      await add(admin, "Lumière"),
    ];
    await newcomer({ email: "basson@example.org", positions: ["Basson"] });
    await admin.send("PUT", "/api/groups/2/required-roles", { body: { roles: ["Clarinette"] } });
    await admin.post("/api/events", { ...CONCERT, requiredRoles: ["Tuba"] });
    expect((await admin.get(`${PATH}/needed`)).json()).toEqual([ofGroup.id, ofEvent.id]);
    for (const used of [held, ofGroup, ofEvent]) expectProblem(await remove(admin, used), 409, "service.in_use");
    expect((await remove(admin, free)).status).toBe(204);
    expectProblem(await remove(admin, free), 404, "service.not_found");
    expect(await list(admin)).not.toContainEqual(free);
  });

  test("of the specification are hidden, but neither renamed nor deleted", async () => {
    const own = await planningForThisTest(engine);
    const violin = { id: "Violon", name: "Violon", isOffered: true, isOwn: false };
    const hidden = await change(own.admin, violin, { isOffered: false });
    expect([hidden.status, hidden.json()]).toEqual([200, { ...violin, isOffered: false }]);
    expect(await list(own.admin)).toEqual(
      FIRST_SERVICES.map((service) => (service.id === "Violon" ? { ...violin, isOffered: false } : service)),
    );
    expectProblem(await change(own.admin, violin, { name: "Alto" }), 409, "service.built_in");
    expectProblem(await remove(own.admin, violin), 409, "service.built_in");
    await change(own.admin, violin, { isOffered: true });
    expect(await list(own.admin)).toEqual(FIRST_SERVICES);
  });

  test("have a line in the journal for each act", async () => {
    const { admin } = await planningForThisTest(engine);
    const service = await add(admin, "Cor");
    await change(admin, service, { name: "Cornet", isOffered: false });
    await change(admin, service, { isOffered: true });
    await change(admin, service, { name: "Cornet", isOffered: true });
    await remove(admin, service);
    const acts = (await admin.get("/api/journal")).json<JournalEntry[] & Record<string, unknown>>();
    expect(acts.map(({ act }) => act).toReversed()).toEqual([
      { type: "service.added", service: "Cor" },
      { type: "service.renamed", service: "Cornet", formerName: "Cor" },
      { type: "service.hidden", service: "Cornet" },
      { type: "service.offered", service: "Cornet" },
      { type: "service.deleted", service: "Cornet" },
    ]);
  });
});

describe.each(EITHER_ENGINE)("a hidden service on %s", (engine) => {
  const planning = planningForAllTests(engine);
  let service: TeamService;

  beforeAll(async () => {
    service = await add(planning.admin, "Chœur");
  });

  test("is chosen no more, and stays with those who hold it", async () => {
    const { admin, newcomer, server } = planning;
    const marie = await newcomer({ email: "choeur@example.org", positions: ["Chœur"] });
    await change(admin, service, { isOffered: false });
    const profile = { firstName: "Marie", lastName: "Petit", positions: ["Chœur", "Voix"] };
    expect((await marie.send("PATCH", "/api/users/me", { body: profile })).status).toBe(200);
    const other = await newcomer({ email: "autre@example.org" });
    const refused = await other.send("PATCH", "/api/users/me", { body: profile });
    expectProblem(refused, 422, "request.invalid");
    expect(refused.json()).toMatchObject({ errors: { positions: "service.not_offered" } });
    const signUp = { ...MARIE, email: "troisieme@example.org", positions: ["Chœur"] };
    expectProblem(await server.client().post("/api/auth/sign-up/email", signUp), 422, "request.invalid");
    const people = { groupId: "1", people: [{ firstName: "Paul", lastName: "Mercier", positions: ["Chœur"] }] };
    expectProblem(await admin.post("/api/people", people), 422, "request.invalid");
    await change(admin, service, { isOffered: true });
  });

  test("stays needed where it is, and is needed nowhere else", async () => {
    const { admin } = planning;
    const needs = (groupId: string, roles: string[]) =>
      admin.send("PUT", `/api/groups/${groupId}/required-roles`, { body: { roles } });
    expect((await needs("1", ["Chœur", "Lead"])).json<GroupDetails>().requiredRoles).toEqual(["Lead", "Chœur"]);
    await change(admin, service, { isOffered: false });
    expect((await needs("1", ["Chœur"])).status).toBe(200);
    expectProblem(await needs("2", ["Chœur"]), 422, "request.invalid");
    expect((await admin.post("/api/events", { ...CONCERT, requiredRoles: ["Chœur"] })).status).toBe(201);
    await change(admin, service, { isOffered: true });
  });

  test("is the end of the guitar's role only when both guitars are hidden", async () => {
    const { admin } = await planningForThisTest(engine);
    const [acoustic, electric] = FIRST_SERVICES.filter(({ name }) => name.startsWith("Guitare"));
    const needs = () => admin.send("PUT", "/api/groups/1/required-roles", { body: { roles: ["Guitare"] } });
    await admin.send("PUT", "/api/groups/1/required-roles", { body: { roles: [] } });
    await change(admin, acoustic as TeamService, { isOffered: false });
    expect((await needs()).status).toBe(200);
    await admin.send("PUT", "/api/groups/1/required-roles", { body: { roles: [] } });
    await change(admin, electric as TeamService, { isOffered: false });
    expectProblem(await needs(), 422, "request.invalid");
  });
});

describe.each(EITHER_ENGINE)("an unknown service on %s", (engine) => {
  const planning = planningForAllTests(engine);

  test.each([
    ["PATCH", "/api/users/me", { firstName: "A", lastName: "B", positions: ["Voix", "Triangle"] }, "positions.1"],
    [
      "POST",
      "/api/people",
      { groupId: "1", people: [{ firstName: "Paul", lastName: "Petit", positions: ["Triangle"] }] },
      "people.0.positions.0",
    ],
    ["PUT", "/api/groups/1/required-roles", { roles: ["Lead", "Triangle"] }, "roles.1"],
    ["PUT", "/api/groups/1/required-roles", { roles: ["Guitare acoustique"] }, "roles.0"],
    ["POST", "/api/events", { ...CONCERT, requiredRoles: ["Triangle"] }, "requiredRoles.0"],
  ] as const)("is refused: %s %s %j", async (method, path, body, field) => {
    const client = path === "/api/users/me" ? await planning.newcomer({ email: "x@example.org" }) : planning.admin;
    const answer = await client.send(method, path, { body });
    expectProblem(answer, 422, "request.invalid");
    expect(answer.json()).toMatchObject({ errors: { [field]: "request.invalid" } });
  });
});

describe.each(ENGINES)("a service that is renamed on %s", (engine) => {
  const planning = planningForAllTests(engine);

  test("has its new name everywhere, told as one change", async () => {
    const { admin, newcomer, server } = planning;
    const service = await add(admin, "Trompette");
    await add(admin, "Trompette basse");
    const positions = ["Voix", "Trompette", "Trompette basse"];
    const anna = await newcomer({ email: "anna@example.org", firstName: "Anna", positions });
    await admin.send("PUT", "/api/groups/1/required-roles", { body: { roles: ["Trompette", "Voix"] } });
    const { id } = await createEvent(admin, { name: "Trompette" });
    const body = { requiredRoles: ["Trompette", "Trompette basse"] };
    await admin.send("PATCH", `/api/events/${id}`, { body });
    await giveAnswer(anna, id, "present");
    const holdings = [{ role: "Trompette", userId: anna.user.id }];
    expect((await admin.send("PUT", `/api/events/${id}/line-up`, { body: { holdings } })).status).toBe(200);
    // Past by now.
    await server.database.kysely.updateTable("planning_event").set({ date: "2020-01-01" }).execute();
    const before = await latestPosition(planning);

    const answer = await change(admin, service, { name: "Cornet" });
    expect([answer.status, answer.json()]).toEqual([200, { ...service, name: "Cornet" }]);

    const event = (await anna.get(`/api/events/${id}`)).json<PlannedEvent & Record<string, unknown>>();
    expect(event).toMatchObject({
      name: "Trompette",
      requiredRoles: ["Cornet", "Trompette basse"],
      lineUp: [{ role: "Cornet", userId: anna.user.id }],
    });
    expect(event.availability.map(({ position }) => position)).toEqual(["Voix", "Cornet", "Trompette basse"]);
    const group = (await anna.get("/api/groups/1")).json<GroupDetails & Record<string, unknown>>();
    expect(group.requiredRoles).toEqual(["Voix", "Cornet"]);
    const own = (await anna.get("/api/users/me/data")).json<OwnData>();
    expect(own.account.positions).toEqual(["Voix", "Cornet", "Trompette basse"]);
    expect(own.lineUps.map(({ roles }) => roles)).toEqual([["Cornet"]]);
    expect(await changesSince(planning, before)).toEqual([
      { type: "service.renamed", formerName: "Trompette", name: "Cornet" },
    ]);
  });

  test("is still known by its former name to a page that was opened before", async () => {
    const { admin, newcomer } = planning;
    const service = await add(admin, "Trombone");
    await change(admin, service, { name: "Tuba" });
    const late = await newcomer({ email: "late@example.org", positions: ["Trombone", "Voix"] });
    expect(late.user.positions).toEqual(["Tuba", "Voix"]);
    const profile = { firstName: "Marie", lastName: "Petit", positions: ["Trombone", "Tuba"] };
    const changed = await late.send("PATCH", "/api/users/me", { body: profile });
    expect(changed.json()["positions"]).toEqual(["Tuba"]);
    const roles = ["Trombone"];
    const group = await admin.send("PUT", "/api/groups/2/required-roles", { body: { roles } });
    expect(group.json<GroupDetails>().requiredRoles).toEqual(["Tuba"]);
  });

  test("leaves its former name to the next one, and may have it back", async () => {
    const { admin, newcomer } = planning;
    const first = await add(admin, "Orgue");
    await change(admin, first, { name: "Grand orgue" });
    const second = await add(admin, "Orgue");
    const player = await newcomer({ email: "orgue@example.org", positions: ["Orgue"] });
    expect(player.user.positions).toEqual(["Orgue"]);
    await change(admin, second, { name: "Petit orgue" });
    expect((await change(admin, first, { name: "Orgue" })).status).toBe(200);
    const next = await newcomer({ email: "orgue2@example.org", positions: ["Orgue"] });
    expect(next.user.positions).toEqual(["Orgue"]);
    const rows = (await admin.get("/api/users")).json<
      { id: string; positions: string[] }[] & Record<string, unknown>
    >();
    expect(rows.find(({ id }) => id === player.user.id)?.positions).toEqual(["Petit orgue"]);
  });

  test("keeps a name with quotes, backslashes and percent signs apart from others", async () => {
    const { admin, newcomer } = planning;
    const [odd, plain] = [await add(admin, 'Le "100 %" \\'), await add(admin, "100 %")];
    const player = await newcomer({ email: "odd@example.org", positions: [odd.name, plain.name] });
    await change(admin, plain, { name: "Cent" });
    await change(admin, odd, { name: "L'étrange" });
    const own = (await player.get("/api/users/me/data")).json<OwnData>();
    expect(own.account.positions).toEqual(["L'étrange", "Cent"]);
  });

  test("is not renamed to what another one is called", async () => {
    const { admin } = planning;
    const service = await add(admin, "Harpe");
    expectProblem(await change(admin, service, { name: "voix" }), 409, "service.exists");
    expect((await change(admin, service, { name: "HARPE" })).status).toBe(200);
  });
});

describe.each(EITHER_ENGINE)("a service in a published planning on %s", (engine) => {
  test("may be hidden, and is known by its former name", async () => {
    const planning = await planningForThisTest(engine, { sharing: "off" });
    const { admin } = planning;
    const service = await add(admin, "Trompette");
    const anna = await planning.newcomer({ email: "anna@example.org", positions: ["Trompette"] });
    await change(admin, service, { name: "Cornet", isOffered: false });
    const entry = { userId: anna.user.id, userName: "Marie Petit", position: "Trompette", status: "present" };
    const event = {
      ...CONCERT,
      id: "e1",
      requiredRoles: ["Trompette"],
      lineUp: [{ role: "Trompette", userId: anna.user.id }],
      availability: [entry],
    };
    const groups = [{ id: "1", name: "Louange" }];
    const answer = await admin.post("/api/sharing", { groups, events: [event], requiredRoles: { "1": ["Trompette"] } });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    expect((await admin.get("/api/events/e1")).json()).toMatchObject({
      requiredRoles: ["Cornet"],
      lineUp: [{ role: "Cornet", userId: anna.user.id }],
      availability: [{ ...entry, position: "Cornet" }],
    });
    expect((await admin.get("/api/groups/1")).json<GroupDetails>().requiredRoles).toEqual(["Cornet"]);
  });
});
