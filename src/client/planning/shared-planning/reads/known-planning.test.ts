import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EMPTY_PLANNING, type PlannedEvent } from "#domain/planning/planning.ts";
import { eventsIn, log, partsAt, planningAt, SCOPES } from "#test/support/planning/test-log.ts";
import type { PlanningNeed } from "../../planning-source.ts";
import {
  type EventScope,
  isInScope,
  isKnown,
  planningOf,
  type PlanningPart,
  type ReadPart,
  upcomingPart,
} from "./known-planning.ts";
import { createReceivedChanges } from "./received-changes.ts";

const NOTHING = { ...EMPTY_PLANNING, members: {} };
const NOVEMBER: EventScope = { type: "days", groupId: "1", from: "2026-09-28", to: "2027-01-03" };

function event(id: string, overrides: Partial<PlannedEvent> = {}): PlannedEvent {
  const common = { groupId: "1", name: "Culte", date: "2026-11-29", time: "10:00", location: "Temple" };
  return { id, ...common, availability: [], ...overrides };
}

function groups(position: number, ...ids: readonly string[]): ReadPart {
  return { position, part: { type: "groups", groups: ids.map((id) => ({ id, name: id })) } };
}

function events(position: number, scope: EventScope, ...rows: readonly PlannedEvent[]): ReadPart {
  return { position, part: { type: "events", scope, events: rows } };
}

/** How many parts `partsAt` returns. */
const PARTS = partsAt([], 0).length;

function shownIds(...parts: readonly ReadPart[]): readonly string[] {
  return planningOf(parts, NOTHING).events.map(({ id }) => id);
}

describe("all that is known", () => {
  it("is the server's planning wherever a part tells of it, whenever each was read", () => {
    const readings = log.chain((changes) =>
      fc.record({
        changes: fc.constant(changes),
        positions: fc.array(fc.nat(changes.length), { minLength: PARTS, maxLength: PARTS }),
      }),
    );
    fc.assert(
      fc.property(readings, ({ changes, positions }) => {
        const received = createReceivedChanges();
        received.startAt(0);
        for (const [index, change] of changes.entries())
          received.receive(index + 1, change, planningAt(changes, index));
        const reads = positions.map((position, index) => partsAt(changes, position)[index]);
        const known = reads.flatMap((read) => (read ? [received.withChanges(read)] : []));
        const [shown, truth] = [planningOf(known, NOTHING), planningAt(changes, changes.length)];
        expect(shown.groups).toEqual(truth.groups);
        for (const scope of SCOPES) expect(eventsIn(shown, scope)).toEqual(eventsIn(truth, scope));
        expect(shown.events.every((row) => SCOPES.some((scope) => isInScope(scope, row)))).toBe(true);
        expect(shown.absences).toEqual(truth.absences);
        expect(shown.requiredRoles).toEqual(truth.requiredRoles);
        expect(shown.wishes["anne"]).toBe(truth.wishes["anne"]);
        expect(shown.members).toEqual(
          Object.fromEntries(truth.groups.map(({ id }) => [id, truth.members?.[id] ?? []])),
        );
      }),
    );
  });

  it("tells of an event by the part that knows most recently", () => {
    const former = events(7, NOVEMBER, event("a", { name: "Culte" }));
    const later = events(8, { type: "event", eventId: "a" }, event("a", { name: "Veillée" }));
    for (const parts of [
      [former, later],
      [later, former],
    ]) {
      expect(planningOf(parts, NOTHING).events).toEqual([event("a", { name: "Veillée" })]);
    }
  });

  it("holds no event that a part read later would hold and does not", () => {
    const former = events(7, NOVEMBER, event("a"), event("b"), event("c", { groupId: "2", date: "2027-01-01" }));
    expect(shownIds(former, events(8, { ...NOVEMBER, groupId: null, to: "2026-12-31" }, event("b")))).toEqual([
      "b",
      "c",
    ]);
    expect(shownIds(former, events(8, { type: "event", eventId: "b" }))).toEqual(["a", "c"]);
    expect(shownIds(former, groups(8, "1"))).toEqual(["a", "b"]);
    expect(shownIds(former, { position: 8, part: { type: "group", groupId: "2", known: null } })).toEqual(["a", "b"]);
  });

  it("keeps what a part read before would not have known, and what one of the same moment leaves out", () => {
    const former = [groups(6), events(6, NOVEMBER)];
    expect(shownIds(...former, events(7, NOVEMBER, event("a")))).toEqual(["a"]);
    expect(shownIds(events(7, NOVEMBER), events(7, NOVEMBER, event("a")))).toEqual(["a"]);
  });

  it("comes by date, then time, then id", () => {
    const rows = [event("b"), event("a"), event("c", { time: "09:00" }), event("d", { date: "2026-11-28" })];
    expect(shownIds(events(7, NOVEMBER, ...rows))).toEqual(["d", "c", "a", "b"]);
  });

  it("is the same object, and so is each of its lists, while nothing in it changes", () => {
    const parts = [groups(7, "1"), events(7, NOVEMBER, event("a"))];
    const former = planningOf(parts, NOTHING);
    expect(planningOf(structuredClone([groups(8, "1")]).concat(parts.slice(1)), former)).not.toBe(former);
    expect(planningOf([...parts], former)).toBe(former);
    const next = planningOf([...parts, events(8, { type: "event", eventId: "b" }, event("b"))], former);
    expect(next.events).toHaveLength(2);
    expect([next.groups === former.groups, next.members === former.members]).toEqual([true, true]);
  });
});

describe("a need is met", () => {
  const december = { type: "month", month: { year: 2026, month: 12 }, groupId: "1" } as const;
  const upcoming = { type: "upcoming", groupId: "1", from: "2026-11-21" } as const;
  const three = [event("a"), event("b"), event("c")];
  const details = { memberIds: [], combinablePairs: [], eventCount: 0 };

  it.each<[string, PlanningNeed, PlanningPart, boolean]>([
    ["a month by a window around it", december, events(7, NOVEMBER).part, true],
    ["a month by all groups' events", december, events(7, { ...NOVEMBER, groupId: null }).part, true],
    ["a month by a list without an end", december, events(7, { ...NOVEMBER, to: null }).part, true],
    [
      "no month by a window that cuts its last week",
      december,
      events(7, { ...NOVEMBER, to: "2027-01-02" }).part,
      false,
    ],
    [
      "no month by a window that cuts its first week",
      december,
      events(7, { ...NOVEMBER, from: "2026-12-01" }).part,
      false,
    ],
    ["no month by another group's events", december, events(7, { ...NOVEMBER, groupId: "2" }).part, false],
    ["no month of all groups by one group's events", { ...december, groupId: null }, events(7, NOVEMBER).part, false],
    ["no month by one event", december, events(7, { type: "event", eventId: "a" }, event("a")).part, false],
    ["what comes by a window with enough of it", upcoming, events(7, NOVEMBER, ...three).part, true],
    ["what comes by a list that has all there is", upcoming, events(7, { ...NOVEMBER, to: null }).part, true],
    [
      "what comes by yesterday's list",
      upcoming,
      upcomingPart("1", "2026-11-20", [...three, event("d", { date: "2026-11-30" })], 4),
      true,
    ],
    ["not what comes by a window with too little of it", upcoming, events(7, NOVEMBER, event("a")).part, false],
    [
      "not what comes by a window with only past events",
      upcoming,
      events(7, NOVEMBER, ...three.map((row) => ({ ...row, date: "2026-11-01" }))).part,
      false,
    ],
    [
      "not what comes by a window that begins later",
      upcoming,
      events(7, { ...NOVEMBER, from: "2026-11-22" }, ...three).part,
      false,
    ],
    ["an event by any part that holds it", { type: "event", eventId: "a" }, events(7, NOVEMBER, event("a")).part, true],
    [
      "an event by what tells that there is none",
      { type: "event", eventId: "a" },
      events(7, { type: "event", eventId: "a" }).part,
      true,
    ],
    ["no event by a part without it", { type: "event", eventId: "b" }, events(7, NOVEMBER, event("a")).part, false],
    ["a group by its details", { type: "group", groupId: "1" }, { type: "group", groupId: "1", known: details }, true],
    [
      "no group by another's details",
      { type: "group", groupId: "1" },
      { type: "group", groupId: "2", known: details },
      false,
    ],
    ["no group by the list of groups", { type: "group", groupId: "1" }, groups(7, "1").part, false],
  ])("%s", (_, need, part, expected) => {
    expect(isKnown(need, [part])).toBe(expected);
  });
});

describe("a list of what comes", () => {
  it("ends before its last day where there may be more", () => {
    expect(upcomingPart("1", "2026-11-21", [event("a"), event("b", { date: "2026-12-24" })], 2).scope).toEqual({
      type: "days",
      groupId: "1",
      from: "2026-11-21",
      to: "2026-12-23",
    });
  });

  it("has no end where it is shorter than was asked for", () => {
    expect(upcomingPart("1", "2026-11-21", [event("a")], 2).scope).toMatchObject({ to: null });
  });
});
