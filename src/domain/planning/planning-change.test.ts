import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerOf, entriesFor } from "../availability/availability.ts";
import { DEFAULT_COMBINABLE_PAIRS, isRolePair } from "../line-up/critical-roles.ts";
import type { Person } from "../people/people.ts";
import { SERVICES } from "../people/services.ts";
import type { Programme } from "../programme/programme.ts";
import { applyChange, type PlanningChange, refusalOf } from "./planning-change.ts";
import {
  combinablePairsOf,
  EMPTY_PLANNING,
  eventsOfGroup,
  findEvent,
  findGroup,
  GROUPS_MAX,
  membersOf,
  type PlannedEvent,
  type Planning,
  programmeVersionOf,
  SEED_GROUPS,
} from "./planning.ts";

const camille: Person = { id: "c", firstName: "Camille", lastName: "Perrin", positions: ["Voix", "Lead"] };
const david: Person = { id: "d", firstName: "David", lastName: "Colin", positions: ["Pasteur"] };
const anais: Person = { id: "a", firstName: "Anaïs", lastName: "Rousseau", positions: ["Saxophone"] };

function event(id: string, overrides: Partial<PlannedEvent> = {}): PlannedEvent {
  return {
    id,
    groupId: "1",
    name: "Culte",
    date: "2026-11-22",
    time: "10:00",
    location: "Temple de la Rotonde",
    availability: [],
    ...overrides,
  };
}

const planning: Planning = {
  ...EMPTY_PLANNING,
  groups: SEED_GROUPS,
  events: [event("past", { date: "2026-11-01" }), event("next"), event("youth", { groupId: "2" })],
};

describe("a new planning", () => {
  test("is empty until somebody fills it", () => {
    const rules = { combinablePairs: {}, requiredRoles: {}, wishes: {} };
    expect(EMPTY_PLANNING).toEqual({ groups: [], events: [], ...rules, members: null, absences: [] });
  });

  test("has the three seed groups", () => {
    expect(SEED_GROUPS).toEqual([
      { id: "1", name: "Louange du dimanche" },
      { id: "2", name: "Groupe de jeunes" },
      { id: "3", name: "Soirée de prière" },
    ]);
  });
});

describe("groups", () => {
  test("are created, renamed and found", () => {
    const created = applyChange(planning, { type: "group.created", group: { id: "noel26", name: "Noël" } });
    const renamed = applyChange(created, { type: "group.renamed", groupId: "noel26", name: "Ensemble de Noël" });
    expect(findGroup(renamed, "noel26")).toEqual({ id: "noel26", name: "Ensemble de Noël" });
    expect(renamed.groups).toHaveLength(4);
    expect(findGroup(renamed, "1")?.name).toBe("Louange du dimanche");
    expect(renamed.events).toBe(planning.events);
  });

  test("take their events with them when deleted, and only theirs", () => {
    const after = applyChange(planning, { type: "group.deleted", groupId: "1" });
    expect(after.groups.map(({ id }) => id)).toEqual(["2", "3"]);
    expect(after.events.map(({ id }) => id)).toEqual(["youth"]);
  });

  test("have their own events", () => {
    expect(eventsOfGroup(planning, "1").map(({ id }) => id)).toEqual(["past", "next"]);
  });
});

describe("events", () => {
  test("are created with nobody's answer", () => {
    const { availability: _, ...details } = event("new");
    const after = applyChange(planning, { type: "event.created", event: details });
    expect(findEvent(after, "new")).toEqual(event("new"));
    expect(after.events).toHaveLength(4);
  });

  test("are deleted alone", () => {
    const after = applyChange(planning, { type: "event.deleted", eventId: "next" });
    expect(after.events.map(({ id }) => id)).toEqual(["past", "youth"]);
  });
});

describe("the programme of an event", () => {
  const ABBA: Programme = [{ title: "Abba Père", key: "G" }];
  const GLORY: Programme = [{ title: "À toi la gloire" }];

  function set(programme: Programme, basedOn: number, eventId = "next"): PlanningChange {
    return { type: "programme.set", eventId, programme, basedOn };
  }

  test("is set at this event alone, and each change has the next version", () => {
    const first = applyChange(planning, set(ABBA, 0));
    expect(findEvent(first, "next")).toEqual(event("next", { programme: ABBA, programmeVersion: 1 }));
    expect(findEvent(first, "past")).toEqual(findEvent(planning, "past"));
    const second = applyChange(first, set(GLORY, 1));
    expect(findEvent(second, "next")).toEqual(event("next", { programme: GLORY, programmeVersion: 2 }));
  });

  test("is gone once emptied, and its version goes on", () => {
    const emptied = applyChange(applyChange(planning, set(ABBA, 0)), set([], 1));
    expect(findEvent(emptied, "next")).toEqual(event("next", { programmeVersion: 2 }));
    expect(programmeVersionOf(event("next"))).toBe(0);
    expect(programmeVersionOf({ programmeVersion: 2 })).toBe(2);
  });

  test("is refused where somebody changed it meanwhile, and for an event that is gone", () => {
    const changed = applyChange(planning, set(ABBA, 0));
    expect(refusalOf(changed, set(GLORY, 0))).toBe("programme.changed");
    expect(applyChange(changed, set(GLORY, 0))).toBe(changed);
    expect(refusalOf(planning, set(ABBA, 0, "unknown"))).toBe("event.not_found");
    expect(refusalOf(changed, set(GLORY, 1))).toBeNull();
  });

  test("that is set already is no mistake and no change, whatever version its author saw", () => {
    const changed = applyChange(planning, set(ABBA, 0));
    expect(refusalOf(changed, set(ABBA, 0))).toBeNull();
    expect(findEvent(applyChange(changed, set(ABBA, 0)), "next")).toBe(findEvent(changed, "next"));
    expect(refusalOf(planning, set([], 7))).toBeNull();
    expect(findEvent(applyChange(planning, set([], 7)), "next")).toBe(findEvent(planning, "next"));
  });
});

describe("people", () => {
  const answered = [
    { type: "availability.set", eventId: "past", person: camille, answer: "present" },
    { type: "availability.set", eventId: "next", person: david, answer: "present" },
    { type: "availability.set", eventId: "next", person: camille, answer: "present" },
    { type: "availability.set", eventId: "next", person: anais, answer: "absent" },
    { type: "availability.set", eventId: "youth", person: camille, answer: "absent" },
  ] satisfies PlanningChange[];
  const before = answered.reduce<Planning>(applyChange, planning);
  const changed: Person = { ...camille, lastName: "Perrin-Roy", positions: ["Piano"] };

  test("who change their services change their presences from that day on, in their place, and no past one", () => {
    const after = applyChange(before, { type: "person.changed", person: changed, from: "2026-11-22" });
    expect(findEvent(after, "past")).toBe(findEvent(before, "past"));
    expect(findEvent(after, "next")?.availability).toEqual([
      ...entriesFor(david, "present"),
      ...entriesFor(changed, "present"),
      ...entriesFor(anais, "absent"),
    ]);
  });

  test("who change their services keep their place among the others, be it the first or the last", () => {
    const answeredBy = (...present: Person[]): Planning => {
      const availability = present.flatMap((person) => entriesFor(person, "present"));
      return { ...planning, events: [event("next", { availability })] };
    };
    const change: PlanningChange = { type: "person.changed", person: changed, from: "2026-11-22" };
    expect(applyChange(answeredBy(camille, david, anais), change)).toEqual(answeredBy(changed, david, anais));
    expect(applyChange(answeredBy(david, anais, camille), change)).toEqual(answeredBy(david, anais, changed));
  });

  test("who change their services keep their absences as recorded", () => {
    const after = applyChange(before, { type: "person.changed", person: changed, from: "2026-11-22" });
    expect(findEvent(after, "youth")?.availability).toEqual(entriesFor(camille, "absent"));
  });

  test("who are removed leave no answer behind, in any event", () => {
    const after = applyChange(before, { type: "person.removed", userId: "c" });
    expect(after.events.flatMap(({ availability }) => availability)).toEqual([
      ...entriesFor(david, "present"),
      ...entriesFor(anais, "absent"),
    ]);
    expect(after.groups).toBe(before.groups);
  });
});

describe("members", () => {
  const kept: Planning = { ...planning, members: { 1: ["d"] } };
  const people = [anais, camille, david];

  function idsIn(after: Planning, groupId: string): string[] {
    return membersOf(after, groupId, people).map(({ id }) => id);
  }

  test("are nobody in a new group", () => {
    const created = applyChange(kept, { type: "group.created", group: { id: "noel26", name: "Noël" } });
    expect(idsIn(created, "noel26")).toEqual([]);
  });

  test("are everybody where no membership is kept, whoever joins or leaves", () => {
    expect(idsIn(planning, "1")).toEqual(["a", "c", "d"]);
    expect(applyChange(planning, { type: "group.joined", groupId: "1", userId: "c" })).toBe(planning);
    expect(applyChange(planning, { type: "group.left", groupId: "1", userId: "d" })).toBe(planning);
  });

  test("join once, and leave", () => {
    const joined = applyChange(kept, { type: "group.joined", groupId: "1", userId: "c" });
    expect(applyChange(joined, { type: "group.joined", groupId: "1", userId: "c" })).toEqual(joined);
    expect(idsIn(joined, "1")).toEqual(["c", "d"]);
    expect(idsIn(joined, "2")).toEqual(["a", "c", "d"]);
    expect(idsIn(applyChange(joined, { type: "group.left", groupId: "1", userId: "d" }), "1")).toEqual(["c"]);
  });

  test("are those who answer, not those who take an answer back", () => {
    const answer = { type: "availability.set", eventId: "youth", person: camille } as const;
    expect(idsIn(applyChange(kept, { ...answer, answer: "absent" }), "2")).toEqual(["c"]);
    expect(applyChange(kept, { ...answer, answer: null }).members).toEqual({ 1: ["d"] });
  });

  test("are no longer those who are removed, nor those of a deleted group", () => {
    const several = { ...kept, members: { 1: ["d", "a"], 2: ["a"] } };
    expect(applyChange(several, { type: "person.removed", userId: "d" }).members).toEqual({ 1: ["a"], 2: ["a"] });
    expect(applyChange(several, { type: "group.deleted", groupId: "1" }).members).toEqual({ 2: ["a"] });
  });

  test("are only those who join where nobody had joined before", () => {
    expect(applyChange(kept, { type: "group.joined", groupId: "2", userId: "c" }).members?.["2"]).toEqual(["c"]);
  });
});

describe("leaders", () => {
  const kept: Planning = { ...planning, members: { 1: ["c", "d"] } };
  const named = (userId: string) => ({ type: "group.leader_named", groupId: "1", userId }) as const;
  const leadersOf = ({ groups }: Planning) => groups.find(({ id }) => id === "1")?.leaderIds;

  test("are named once, in one order, and removed", () => {
    const both = applyChange(applyChange(kept, named("d")), named("c"));
    expect(leadersOf(both)).toEqual(["c", "d"]);
    expect(applyChange(both, named("c"))).toBe(both);
    const one = applyChange(both, { ...named("d"), type: "group.leader_removed" });
    expect(leadersOf(one)).toEqual(["c"]);
    expect(leadersOf(applyChange(one, { ...named("c"), type: "group.leader_removed" }))).toBeUndefined();
  });

  test("are none any more once they leave", () => {
    const left = applyChange(applyChange(kept, named("d")), { type: "group.left", groupId: "1", userId: "d" });
    expect(leadersOf(left)).toBeUndefined();
  });

  test("are members of a group that is there", () => {
    expect(refusalOf(kept, named("a"))).toBe("leader.not_member");
    expect(refusalOf(kept, { ...named("d"), groupId: "9" })).toBe("group.not_found");
    expect(refusalOf(planning, named("a"))).toBeNull();
  });
});

describe("combinable pairs", () => {
  test("are the default until the group's admins choose others, none at all included", () => {
    expect(combinablePairsOf(planning, "1")).toBe(DEFAULT_COMBINABLE_PAIRS);
    const chosen = applyChange(planning, { type: "group.pairs_set", groupId: "1", pairs: [] });
    expect(combinablePairsOf(chosen, "1")).toEqual([]);
    expect(combinablePairsOf(chosen, "2")).toBe(DEFAULT_COMBINABLE_PAIRS);
  });

  test("go with their group", () => {
    const chosen = applyChange(planning, { type: "group.pairs_set", groupId: "1", pairs: [["Bass", "Piano"]] });
    const both = applyChange(chosen, { type: "group.pairs_set", groupId: "2", pairs: [] });
    expect(applyChange(both, { type: "group.deleted", groupId: "1" }).combinablePairs).toEqual({ 2: [] });
  });

  test("are two roles in the order of the scale", () => {
    expect(DEFAULT_COMBINABLE_PAIRS.every(isRolePair)).toBe(true);
    expect(isRolePair(["Bass", "Lead"])).toBe(false);
    expect(isRolePair(["Bass", "Bass"])).toBe(false);
    expect(isRolePair(["Bass"])).toBe(false);
    expect(isRolePair(["Lead", "Bass", "Piano"])).toBe(false);
  });
});

describe("a deletion that is taken back", () => {
  test("brings an event again with its answers", () => {
    const restored = event("gone", { availability: entriesFor(david, "present") });
    expect(findEvent(applyChange(planning, { type: "event.restored", event: restored }), "gone")).toEqual(restored);
  });

  test("brings a group again with its events, members and pairs", () => {
    const kept: Planning = { ...planning, members: { 1: ["d"] }, combinablePairs: { 1: [["Bass", "Piano"]] } };
    const deleted = applyChange(kept, { type: "group.deleted", groupId: "1" });
    const restored = applyChange(deleted, {
      type: "group.restored",
      group: { id: "1", name: "Louange du dimanche" },
      place: 0,
      events: eventsOfGroup(kept, "1"),
      pairs: [["Bass", "Piano"]],
      memberIds: ["d"],
    });
    expect(new Set(restored.events)).toEqual(new Set(kept.events));
    expect(restored.groups).toEqual(kept.groups);
    expect([restored.members, restored.combinablePairs]).toEqual([kept.members, kept.combinablePairs]);
  });

  test("brings a group without membership and with the default pairs where nobody kept others", () => {
    const deleted = applyChange(planning, { type: "group.deleted", groupId: "2" });
    const group = { id: "2", name: "Groupe de jeunes" };
    const nothing = { events: [], pairs: null, memberIds: [] };
    const restored = applyChange(deleted, { type: "group.restored", group, place: 1, ...nothing });
    expect([restored.members, restored.combinablePairs]).toEqual([null, {}]);
  });
});

describe("what cannot be done is refused and changes nothing", () => {
  const { availability: _, ...details } = event("next");
  const unknownEvent = { eventId: "unknown" };
  test.each<[string, PlanningChange]>([
    ["group.exists", { type: "group.created", group: { id: "1", name: "Autre" } }],
    ["group.not_found", { type: "group.renamed", groupId: "unknown", name: "Autre" }],
    ["group.not_found", { type: "group.deleted", groupId: "unknown" }],
    ["group.not_found", { type: "group.pairs_set", groupId: "unknown", pairs: [] }],
    ["group.not_found", { type: "group.joined", groupId: "unknown", userId: "c" }],
    ["group.not_found", { type: "group.left", groupId: "unknown", userId: "c" }],
    [
      "group.exists",
      { type: "group.restored", group: { id: "1", name: "Autre" }, place: 0, events: [], pairs: null, memberIds: [] },
    ],
    ["event.exists", { type: "event.restored", event: event("next") }],
    ["group.not_found", { type: "event.restored", event: event("gone", { groupId: "unknown" }) }],
    ["group.not_found", { type: "event.created", event: { ...details, id: "new", groupId: "unknown" } }],
    ["event.exists", { type: "event.created", event: details }],
    ["event.not_found", { type: "event.deleted", ...unknownEvent }],
    ["event.not_found", { type: "availability.set", ...unknownEvent, person: camille, answer: "present" }],
  ])("%s: %o", (code, change) => {
    expect(refusalOf(planning, change)).toBe(code);
    expect(applyChange(planning, change)).toBe(planning);
  });

  test.each<[PlanningChange]>([
    [{ type: "group.created", group: { id: "new", name: "Autre" } }],
    [{ type: "group.renamed", groupId: "1", name: "Autre" }],
    [{ type: "group.deleted", groupId: "1" }],
    [{ type: "event.created", event: { ...details, id: "new" } }],
    [{ type: "event.deleted", eventId: "next" }],
    [{ type: "availability.set", eventId: "next", person: camille, answer: null }],
    [{ type: "person.changed", person: camille, from: "2026-11-01" }],
    [{ type: "person.removed", userId: "unknown" }],
  ])("while this is accepted: %o", (change) => {
    expect(refusalOf(planning, change)).toBeNull();
  });
});

test("a planning has 500 groups at most, made or restored", () => {
  const groups = Array.from({ length: GROUPS_MAX }, (_, index) => ({ id: `g${index}`, name: "Chorale" }));
  const full: Planning = { ...EMPTY_PLANNING, groups };
  const group = { id: "new", name: "Gospel" };
  const restored = { type: "group.restored" as const, group, place: 0, events: [], pairs: null, memberIds: [] };
  for (const change of [{ type: "group.created" as const, group }, restored]) {
    expect(refusalOf(full, change)).toBe("group.too_many");
    expect(refusalOf({ ...full, groups: groups.slice(1) }, change)).toBeNull();
  }
});

describe("one person's last word", () => {
  const anyPerson = fc.record({
    id: fc.constantFrom("a", "b", "c"),
    firstName: fc.constantFrom("Anaïs", "Bruno"),
    lastName: fc.constant("Colin"),
    positions: fc.subarray([...SERVICES]),
  });
  const anyAnswer = fc.record({
    type: fc.constant("availability.set" as const),
    eventId: fc.constantFrom("past", "next", "youth"),
    person: anyPerson,
    answer: fc.constantFrom("present" as const, "absent" as const, null),
  });

  test("is all that an event keeps of them, whatever they and the others said before", () => {
    fc.assert(
      fc.property(fc.array(anyAnswer), (answers) => {
        const after = answers.reduce<Planning>(applyChange, planning);
        for (const { id, availability } of after.events) {
          for (const userId of ["a", "b", "c"]) {
            const last = answers.findLast((answer) => answer.eventId === id && answer.person.id === userId);
            const expected = last?.answer ? entriesFor(last.person, last.answer) : [];
            expect(availability.filter((entry) => entry.userId === userId)).toEqual(expected);
            expect(answerOf(availability, userId)).toBe(last?.answer ?? null);
          }
        }
      }),
    );
  });
});

describe("a renamed service", () => {
  const change = { type: "service.renamed", formerName: "Trompette", name: "Cornet" } as const;
  const anna: Person = {
    id: "trompette",
    firstName: "Trompette",
    lastName: "Trompette",
    positions: ["Trompette", "Voix"],
  };
  const played = event("past", {
    name: "Trompette",
    location: "Trompette",
    date: "2026-11-01",
    requiredRoles: ["Lead", "Trompette"],
    lineUp: [{ role: "Trompette", userId: "Trompette" }],
    availability: entriesFor(anna, "present", { comment: "Trompette" }),
  });
  const before: Planning = {
    ...planning,
    events: [played, event("next")],
    requiredRoles: { 1: ["Trompette"], Trompette: [] },
    absences: [{ id: "a", person: anna, from: "2026-11-01", to: "2026-11-02" }],
  };

  test("has its new name in past and coming answers, line-ups and roles, and people and events keep theirs", () => {
    const after = applyChange(before, change);
    expect(after).toEqual({
      ...before,
      events: [
        {
          ...played,
          requiredRoles: ["Lead", "Cornet"],
          lineUp: [{ role: "Cornet", userId: "Trompette" }],
          availability: entriesFor({ ...anna, positions: ["Cornet", "Voix"] }, "present", { comment: "Trompette" }),
        },
        event("next"),
      ],
      requiredRoles: { 1: ["Cornet"], Trompette: [] },
      absences: [{ id: "a", person: { ...anna, positions: ["Cornet", "Voix"] }, from: "2026-11-01", to: "2026-11-02" }],
    });
    expect(applyChange(after, { ...change, formerName: "Cornet", name: "Trompette" })).toEqual(before);
  });
});
