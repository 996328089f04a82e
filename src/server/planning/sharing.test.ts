import { beforeEach, describe, expect, test } from "vitest";
import type { GroupDetails } from "#contract/planning/planning.ts";
import type { Publication } from "#contract/planning/publication.ts";
import { DEFAULT_COMBINABLE_PAIRS } from "#domain/line-up/critical-roles.ts";
import { type PlannedEvent, SEED_GROUPS } from "#domain/planning/planning.ts";
import { planningForEachTest } from "#test/support/server/test-lifetimes.ts";
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
import {
  type Answer,
  EITHER_ENGINE,
  ENGINES,
  startTestServer,
  type TestClient,
  type TestServer,
} from "#test/support/server/test-server.ts";

const SHARE = "/api/sharing";
const ADD = "/api/sharing/additions";
const EVENT: PlannedEvent = {
  id: "concert",
  groupId: "1",
  name: "Concert",
  date: "2050-12-24",
  time: "20:30",
  location: "Temple",
  availability: [],
};

type Entries = PlannedEvent["availability"];

function entries(person: Pick<Person, "user">, status: "present" | "absent", ...positions: string[]): Entries {
  const userName = `${person.user.firstName} ${person.user.lastName}`;
  return positions.map((position) => ({ userId: person.user.id, userName, position, status }));
}

function publicationOf(...events: Partial<PlannedEvent>[]): Publication {
  const all = events.map((event, index) => ({ ...EVENT, id: `event-${index}`, ...event }));
  return { groups: [...SEED_GROUPS], events: all as unknown as Publication["events"] };
}

describe.each(ENGINES)("sharing on %s", (engine) => {
  let admin: Person;
  let marie: Person;
  let paul: Person;

  const planning = planningForEachTest(engine, { sharing: "off" });

  beforeEach(async () => {
    ({ admin } = planning);
    marie = await planning.newcomer();
    paul = await planning.newcomer({ firstName: "Paul", positions: ["Bass"] });
  });

  async function isShared(): Promise<unknown> {
    return (await planning.server.client().get("/api/config")).json()["sharing"];
  }

  async function readEvent(id: string, client: TestClient = marie): Promise<PlannedEvent> {
    return (await client.get(`/api/events/${id}`)).json<PlannedEvent & Record<string, unknown>>();
  }

  async function readGroup(id: string): Promise<GroupDetails> {
    return (await marie.get(`/api/groups/${id}`)).json<GroupDetails>();
  }

  /** How many rows each table of the planning has. */
  async function rowCounts(): Promise<number[]> {
    const { kysely } = planning.server.database;
    const tables = ["planning_group", "planning_event", "availability", "group_member", "planning_change"] as const;
    return Promise.all(tables.map(async (table) => (await kysely.selectFrom(table).selectAll().execute()).length));
  }

  async function expectNothingWritten(): Promise<void> {
    expect(await rowCounts()).toEqual([0, 0, 0, 0, 0]);
    expect(await isShared()).toBe(false);
    expectProblem(await marie.get("/api/groups"), 409, "planning.not_shared");
  }

  test("by two admins at once is one of the two", async () => {
    const answers = await Promise.all([
      admin.post(SHARE, publicationOf({ name: "A" })),
      admin.post(SHARE, publicationOf({ name: "B" })),
      admin.post(SHARE, publicationOf({ name: "A" })),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([201, 409]));
    const published = statuses[0] === 201 ? "A" : "B";
    expect((await readEvent("event-0")).name).toBe(published);
    expect(await latestPosition(planning)).toBe(1);
  });

  test("that breaks in the middle leaves nothing behind", async () => {
    const { kysely } = planning.server.database;
    await kysely.schema.alterTable("group_member").renameTo("elsewhere").execute();
    const answer = await admin.post(SHARE, publicationOf({ availability: entries(marie, "present", "Voix") }));
    expect(answer.status).toBe(500);
    await kysely.schema.alterTable("elsewhere").renameTo("group_member").execute();
    await expectNothingWritten();
    expect((await admin.post(SHARE, publicationOf())).status).toBe(201);
  });

  test("adds a second device's planning: the same group keeps the server's name, what is new comes in", async () => {
    await admin.post(SHARE, publicationOf({ name: "Concert" }));
    const second = {
      groups: [
        { id: "1", name: "Un autre nom" },
        { id: "second", name: "Chorale" },
      ],
      events: [
        { ...EVENT, id: "event-0", name: "Un autre nom" },
        { ...EVENT, id: "event-9" },
        { ...EVENT, id: "event-8", groupId: "second" },
      ],
      combinablePairs: { "1": [], second: [["Lead", "Sono"]] },
    };
    const before = await latestPosition(planning);
    const answer = await admin.post(ADD, second);
    expect([answer.status, answer.json()]).toEqual([200, { groups: 1, events: 2, answers: 0, leftOut: 0 }]);
    expect(positionOf(answer)).toBe(before + 1);
    expect(await changesSince(planning, before)).toEqual([null]);
    expect((await marie.get("/api/groups")).json()).toEqual([...SEED_GROUPS, { id: "second", name: "Chorale" }]);
    expect((await readGroup("1")).combinablePairs).toEqual(DEFAULT_COMBINABLE_PAIRS);
    expect((await readGroup("second")).combinablePairs).toEqual([["Lead", "Sono"]]);
    expect((await readEvent("event-0")).name).toBe("Concert");
    expect((await readEvent("event-8")).groupId).toBe("second");
  });

  test("brings nothing back from the trash: neither event nor group, nor what is in them", async () => {
    const availability = entries(marie, "present", "Voix");
    await admin.post(SHARE, publicationOf({}, { groupId: "2" }));
    await admin.send("DELETE", "/api/events/event-0");
    await admin.send("DELETE", "/api/groups/2");
    const answer = await admin.post(
      ADD,
      publicationOf({ availability }, { groupId: "2", availability }, { groupId: "2", availability }),
    );
    expect(answer.json()).toEqual({ groups: 0, events: 0, answers: 0, leftOut: 0 });
    expect((await marie.get("/api/groups")).json()).toEqual(SEED_GROUPS.filter(({ id }) => id !== "2"));
    for (const id of ["event-0", "event-1", "event-2"]) {
      expectProblem(await marie.get(`/api/events/${id}`), 404, "event.not_found");
    }
  });

  test("is there at once for those who read meanwhile, and others' changes keep their order", async () => {
    await admin.post(SHARE, publicationOf());
    const before = await latestPosition(planning);
    const availability = entries(marie, "present", "Voix");
    const group = { id: "new", name: "Chorale" };
    const events = Array.from({ length: 2000 }, (_, index) => ({
      ...EVENT,
      id: `many-${index}`,
      groupId: "new",
      availability,
    }));
    const adding = admin.post(ADD, { groups: [group], events });
    const finished = new AbortController();
    const finish = () => finished.abort();
    adding.then(finish, finish);
    const counts = new Set<unknown>();
    for (let index = 0; !finished.signal.aborted; index += 1) {
      await admin.post("/api/groups", { name: `Groupe ${index}` });
      counts.add((await marie.get("/api/groups/new")).json()["eventCount"]);
    }
    const answer = await adding;
    expect(answer.json()).toEqual({ groups: 1, events: 2000, answers: 2000, leftOut: 0 });
    expect([...counts].filter((count) => count !== undefined && count !== 2000)).toEqual([]);
    expect(await readGroup("new")).toMatchObject({ eventCount: 2000, memberIds: [marie.user.id] });
    const changes = await changesSince(planning, before);
    expect(changes).toHaveLength((await latestPosition(planning)) - before);
    expect(changes.indexOf(null)).toBe(positionOf(answer) - before - 1);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("publishes groups, events and answers as they were, and everybody reads them", async () => {
    const availability = [
      ...entries(paul, "present", "Bass"),
      ...entries(marie, "present", "Voix", "Lead"),
      ...entries(admin, "absent", "Sono"),
    ];
    const publication = publicationOf({ availability }, { groupId: "2", date: "2001-02-03", time: "07:15" });
    expect(await isShared()).toBe(false);
    const answer = await admin.post(SHARE, publication);
    expect([answer.status, answer.json()]).toEqual([201, { groups: 3, events: 2, answers: 3, leftOut: 0 }]);
    expect(positionOf(answer)).toBe(1);
    expect(await isShared()).toBe(true);
    expect((await marie.get("/api/groups")).json()).toEqual(publication.groups);
    expect(await readEvent("event-0")).toEqual(publication.events[0]);
    expect(await readEvent("event-1")).toEqual(publication.events[1]);
    expect(await changesSince(planning, 0)).toEqual([null]);
  });

  test("makes those who answered members of the event's group, and nobody else", async () => {
    await admin.post(
      SHARE,
      publicationOf(
        { availability: entries(marie, "absent", "Voix") },
        { availability: [...entries(marie, "present", "Voix"), ...entries(paul, "present", "Bass")] },
        { groupId: "2", availability: entries(paul, "absent", "Bass") },
      ),
    );
    expect((await readGroup("1")).memberIds.toSorted()).toEqual([marie.user.id, paul.user.id].toSorted());
    expect((await readGroup("2")).memberIds).toEqual([paul.user.id]);
    expect((await readGroup("3")).memberIds).toEqual([]);
  });

  test("makes whoever shares a member of the group they had chosen, and of those where they answered", async () => {
    const publication = publicationOf({ groupId: "2", availability: entries(admin, "present", "Sono") }, {});
    const receipt = await admin.post(`${SHARE}?group=1`, publication);
    expect([receipt.status, receipt.json()]).toEqual([201, { groups: 3, events: 2, answers: 1, leftOut: 0 }]);
    const members = await Promise.all(["1", "2", "3"].map(async (id) => (await readGroup(id)).memberIds));
    expect(members).toEqual([[admin.user.id], [admin.user.id], []]);
  });

  test("takes a chosen group that is not published for none", async () => {
    expect((await admin.post(`${SHARE}?group=gone`, publicationOf({}))).status).toBe(201);
    expect((await readGroup("1")).memberIds).toEqual([]);
  });

  test("keeps somebody without a service, and the pairs of a group", async () => {
    const publication = publicationOf({ availability: entries(marie, "present", "Non spécifié") });
    await admin.post(SHARE, { ...publication, combinablePairs: { "2": [["Lead", "Sono"]], "3": [] } });
    expect(await readEvent("event-0")).toEqual(publication.events[0]);
    const pairs = await Promise.all(["1", "2", "3"].map(async (id) => (await readGroup(id)).combinablePairs));
    expect(pairs).toEqual([DEFAULT_COMBINABLE_PAIRS, [["Lead", "Sono"]], []]);
  });

  test("keeps line-ups and required roles; roles of people whom the server does not know become open", async () => {
    const lineUp = [
      { role: "Lead", userId: "stranger" },
      { role: "Voix", userId: marie.user.id },
    ] as const;
    const publication = publicationOf(
      { lineUp, requiredRoles: ["Lead", "Voix"] },
      { lineUp: [] },
      { requiredRoles: [] },
    );
    await admin.post(SHARE, { ...publication, requiredRoles: { "2": ["Voix"], "3": [] } });
    const known = { ...publication.events[0], lineUp: lineUp.slice(1) };
    expect(await readEvent("event-0")).toEqual(known);
    expect(await readEvent("event-1")).toEqual(publication.events[1]);
    expect(await readEvent("event-2")).toEqual(publication.events[2]);
    const roles = await Promise.all(["1", "2", "3"].map(async (id) => (await readGroup(id)).requiredRoles));
    expect(roles).toEqual([undefined, ["Voix"], []]);
  });

  test("leaves out the answers of people whom the server does not know, and counts them by person", async () => {
    const stranger = { user: { ...marie.user, id: "stranger" } };
    const availability = [...entries(stranger, "present", "Voix", "Lead"), ...entries(marie, "present", "Voix")];
    const receipt = await admin.post(SHARE, publicationOf({ availability }, { availability }));
    expect(receipt.json()).toEqual({ groups: 3, events: 2, answers: 2, leftOut: 2 });
    expect((await readEvent("event-0")).availability).toEqual(entries(marie, "present", "Voix"));
  });

  test("counts each answer as given at that moment: what was said before it is older", async () => {
    await admin.post(SHARE, publicationOf({ availability: entries(marie, "present", "Voix") }));
    const before = new Date(NOON.getTime() - 1).toISOString();
    await giveAnswer(marie, "event-0", "absent", before);
    expect((await readEvent("event-0")).availability).toHaveLength(1);
    expect((await readEvent("event-0")).availability[0]?.status).toBe("present");
    await giveAnswer(marie, "event-0", "absent", NOON.toISOString());
    expect((await readEvent("event-0")).availability[0]?.status).toBe("absent");
  });

  test("happens once: the same again is answered the same, anything else is refused", async () => {
    const publication = publicationOf({ availability: entries(marie, "present", "Voix") });
    const first = await admin.post(SHARE, publication);
    await createEvent(admin);
    const again = await admin.post(SHARE, publication);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expectProblem(await admin.post(SHARE, publicationOf()), 409, "planning.already_shared");
    expect((await changesSince(planning, 0)).length).toBe(2);
  });

  test("of an empty planning is a planning without groups", async () => {
    const answer = await admin.post(SHARE, { groups: [], events: [] });
    expect([answer.status, answer.json()]).toEqual([201, { groups: 0, events: 0, answers: 0, leftOut: 0 }]);
    expect((await marie.get("/api/groups")).json()).toEqual([]);
  });

  const MEGABYTE = 1024 * 1024;

  test("of more than 5 MiB is refused, announced or not, and not even read for a member", async () => {
    const raw = JSON.stringify({ ...publicationOf(), padding: "x".repeat(5 * MEGABYTE) });
    const refused = await admin.send("POST", SHARE, { raw });
    expectProblem(refused, 413, "planning.too_large");
    expect(refused.json()["detail"]).toMatch(/5\s000 réponses par événement et 5\sMo/);
    const chunked = { raw, headers: { "transfer-encoding": "chunked" } };
    expectProblem(await admin.send("POST", SHARE, chunked), 413, "planning.too_large");
    expectProblem(await marie.send("POST", SHARE, chunked), 403, "request.forbidden");
    await expectNothingWritten();
    await admin.post(SHARE, publicationOf());
    expectProblem(await admin.send("POST", ADD, { raw }), 413, "planning.too_large");
  });

  test("takes more than the 1 MiB of other calls, and 2,000 events", async () => {
    const padding = "x".repeat(2 * MEGABYTE);
    const events = Array.from({ length: 2001 }, () => ({}));
    const refused = await admin.post(SHARE, publicationOf(...events));
    expectProblem(refused, 422, "request.invalid", { errors: { events: "event.too_many" } });
    expect(refused.json()["detail"]).toMatch(/2\s000 événements au plus/);
    await expectNothingWritten();
    const answer = await admin.post(SHARE, { ...publicationOf(...events.slice(1)), padding });
    expect(answer.json()).toEqual({ groups: 3, events: 2000, answers: 0, leftOut: 0 });
    expect((await admin.post(ADD, { ...publicationOf(), padding })).status).toBe(200);
    expectProblem(await admin.post("/api/groups", { name: "x", padding }), 413, "request.too_large");
  });

  test("adds an answer only where that person has said nothing, not even taken something back", async () => {
    const anne = await planning.newcomer({ firstName: "Anne" });
    await admin.post(SHARE, publicationOf({}));
    await giveAnswer(marie, "event-0", "absent");
    await giveAnswer(paul, "event-0", "present");
    await giveAnswer(paul, "event-0", null);
    const availability = [marie, paul, anne].flatMap((person) => entries(person, "present", "Voix"));
    const answer = await admin.post(ADD, publicationOf({ availability }));
    expect(answer.json()).toEqual({ groups: 0, events: 0, answers: 1, leftOut: 0 });
    expect((await readEvent("event-0")).availability).toEqual([
      ...entries(marie, "absent", "Voix"),
      ...entries(anne, "present", "Voix"),
    ]);
    const { memberIds } = await readGroup("1");
    expect(memberIds.toSorted()).toEqual([marie.user.id, paul.user.id, anne.user.id].toSorted());
  });

  test("makes nobody belong to a group again by an answer that was there", async () => {
    const publication = publicationOf({ availability: entries(marie, "present", "Voix") });
    await admin.post(SHARE, publication);
    await marie.send("DELETE", "/api/groups/1/members/me");
    await admin.post(ADD, publication);
    expect((await readGroup("1")).memberIds).toEqual([]);
  });

  test("adds nothing twice: then nothing changes and nobody is told", async () => {
    const publication = publicationOf({ availability: entries(marie, "present", "Voix") });
    await admin.post(SHARE, publication);
    const again = await admin.post(ADD, publication);
    expect([again.status, again.json()]).toEqual([200, { groups: 0, events: 0, answers: 0, leftOut: 0 }]);
    expect([positionOf(again), await latestPosition(planning)]).toEqual([1, 1]);
  });

  test("adds nothing of a broken planning, and nothing before there is one to add to", async () => {
    expectProblem(await admin.post(ADD, publicationOf()), 409, "planning.not_shared");
    await expectNothingWritten();
    await admin.post(SHARE, publicationOf());
    const spoilt = publicationOf({ id: "new" }, { id: "new" });
    expectProblem(await admin.post(ADD, spoilt), 422, "request.invalid", { errors: { "events.1.id": "event.exists" } });
    expectProblem(await marie.get("/api/events/new"), 404, "event.not_found");
    expect(await latestPosition(planning)).toBe(1);
  });

  /** The same database, with a planning that is shared from the start. */
  function startShared(): Promise<TestServer> {
    return startTestServer({ ...planning.environment, SHARING: "on" }, { clock: () => NOON });
  }

  test("is there from the start where the setting says so, with the seed groups, once", async () => {
    await planning.server.stop();
    const first = await startShared();
    const client = first.client(admin.cookies);
    expect((await client.get("/api/config")).json()["sharing"]).toBe(true);
    expect((await client.get("/api/groups")).json()).toEqual(SEED_GROUPS);
    await client.send("DELETE", "/api/groups/3");
    const refused: Answer = await client.post(SHARE, publicationOf());
    expectProblem(refused, 409, "planning.already_shared");
    const position = await latestPosition({ server: first });
    await first.stop();
    const second = await startShared();
    expect(await latestPosition({ server: second })).toBe(position);
    await second.stop();
  });
});
