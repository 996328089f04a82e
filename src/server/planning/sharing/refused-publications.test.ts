import { describe, expect, test } from "vitest";
import { type Publication, PUBLISHED_ENTRIES_MAX } from "#contract/planning/publication.ts";
import { type PlannedEvent, SEED_GROUPS } from "#domain/planning/planning.ts";
import { planningForAllTests } from "#test/support/server/test-lifetimes.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { EITHER_ENGINE } from "#test/support/server/test-server.ts";

const SHARE = "/api/sharing";
const EVENT: PlannedEvent = {
  id: "concert",
  groupId: "1",
  name: "Concert",
  date: "2050-12-24",
  time: "20:30",
  location: "Temple",
  availability: [],
};

function publicationOf(...events: Partial<PlannedEvent>[]): Publication {
  const all = events.map((event, index) => ({ ...EVENT, id: `event-${index}`, ...event }));
  return { groups: [...SEED_GROUPS], events: all as unknown as Publication["events"] };
}

// One server for all of them: each ends with the proof that nothing was written.
describe.each(EITHER_ENGINE)("sharing on %s", (engine) => {
  const planning = planningForAllTests(engine, { sharing: "off" });

  async function expectNothingWritten(): Promise<void> {
    const { kysely } = planning.server.database;
    const tables = ["planning_group", "planning_event", "availability", "group_member", "planning_change"] as const;
    const rows = await Promise.all(tables.map((table) => kysely.selectFrom(table).selectAll().execute()));
    expect(rows).toEqual([[], [], [], [], []]);
    expect((await planning.server.client().get("/api/config")).json()["sharing"]).toBe(false);
    expectProblem(await planning.admin.get("/api/groups"), 409, "planning.not_shared");
  }

  const broken: [string, (planning: Publication) => unknown, string][] = [
    ["a group twice", (all) => ({ ...all, groups: [...all.groups, all.groups[0]] }), "groups.3.id"],
    ["an event twice", (all) => ({ ...all, events: [...all.events, all.events[0]] }), "events.2.id"],
    ["an unknown group", (all) => ({ ...all, groups: all.groups.slice(1) }), "events.0.groupId"],
    ["roles of an unknown group", (all) => ({ ...all, requiredRoles: { x: [] } }), "requiredRoles.x"],
    ["roles that are none", (all) => ({ ...all, requiredRoles: { "1": ["Triangle"] } }), "requiredRoles.1.0"],
    ["pairs of an unknown group", (all) => ({ ...all, combinablePairs: { x: [] } }), "combinablePairs.x"],
    ["pairs that are none", (all) => ({ ...all, combinablePairs: { "1": [["Sono", "Lead"]] } }), "combinablePairs.1.0"],
    ["no groups", ({ events }) => ({ events }), "groups"],
    ["no events", ({ groups }) => ({ groups }), "events"],
    ["a group without a name", (all) => ({ ...all, groups: [{ id: "1", name: " " }] }), "groups.0.name"],
    ["an id that no database keeps", (all) => ({ ...all, groups: [{ id: "\0", name: "x" }] }), "groups.0.id"],
    ["an id that is too long", (all) => ({ ...all, groups: [{ id: "x".repeat(65), name: "x" }] }), "groups.0.id"],
  ];
  test.each(broken)("with %s is refused whole", async (_name, spoil, field) => {
    const answer = await planning.admin.post(SHARE, spoil(publicationOf({}, { groupId: "2" })));
    expectProblem(answer, 422, "request.invalid");
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toContain(field);
    await expectNothingWritten();
  });

  const [voix, lead] = [
    { userId: "a", userName: "A", position: "Voix", status: "present" },
    { userId: "a", userName: "A", position: "Lead", status: "present" },
  ];
  test.each([
    ["a date that is none", { date: "2050-13-01" }],
    ["a time that is none", { time: "24:00" }],
    ["no name", { name: "" }],
    ["a name that is too long", { name: "x".repeat(201) }],
    ["a place that no database keeps", { location: "\ud800" }],
    ["a line-up with one role twice", { lineUp: ["a", "b"].map((userId) => ({ role: "Voix", userId })) }],
    ["no list of answers", { availability: undefined }],
    ["a service that is none", { availability: [{ ...voix, position: "Triangle" }] }],
    ["an answer that is none", { availability: [{ ...voix, status: "maybe" }] }],
    ["two answers of one person", { availability: [voix, { ...lead, status: "absent" }] }],
    ["one service twice", { availability: [voix, voix] }],
    ["more answers than any team has", { availability: Array(PUBLISHED_ENTRIES_MAX + 1).fill(voix) }],
    ["two names of one person", { availability: [voix, { ...lead, userName: "B" }] }],
    ["an absence with two services", { availability: [voix, lead].map((entry) => ({ ...entry, status: "absent" })) }],
    ["no service beside one", { availability: [voix, { ...lead, position: "Non spécifié" }] }],
    ["a person that no database keeps", { availability: [{ ...voix, userId: "\0" }] }],
    ["a person's name that no database keeps", { availability: [{ ...voix, userName: "\0" }] }],
  ])("with an event of %s is refused whole", async (_name, spoilt) => {
    const answer = await planning.admin.post(SHARE, publicationOf({}, spoilt as unknown as Partial<PlannedEvent>));
    expectProblem(answer, 422, "request.invalid");
    expect(Object.keys(answer.json<{ errors: object }>().errors)[0]).toMatch(/^events\.1/);
    await expectNothingWritten();
  });
});
