import { describe, expect, test } from "vitest";
import type { Absence } from "../availability/absences.ts";
import { answerOf, entriesFor, givenAnswerOf, isInAbsence, withAnswer } from "../availability/availability.ts";
import type { Person } from "../people/people.ts";
import { type PlanningChange, refusalOf } from "./planning-change.ts";
import { EMPTY_PLANNING, type PlannedEvent, type Planning } from "./planning.ts";
import { applyShownChange, createAbsenceView, withoutAbsences } from "./shown-absences.ts";
import { undoingOf } from "./undoing.ts";

const camille: Person = { id: "c", firstName: "Camille", lastName: "Perrin", positions: ["Voix", "Lead"] };
const david: Person = { id: "d", firstName: "David", lastName: "Colin", positions: [] };

function event(id: string, date: string, changed: Partial<PlannedEvent> = {}): PlannedEvent {
  return { id, groupId: "1", name: "Culte", date, time: "10:00", location: "Temple", availability: [], ...changed };
}

function absence(id: string, from: string, to: string, person = camille): Absence {
  return { id, person, from, to };
}

const [BEFORE, FIRST, LAST, AFTER] = [
  event("before", "2026-12-04"),
  event("first", "2026-12-05"),
  event("last", "2026-12-20"),
  event("after", "2026-12-21"),
];
const PLANNING: Planning = {
  ...EMPTY_PLANNING,
  groups: [
    { id: "1", name: "Louange" },
    { id: "2", name: "Jeunes" },
  ],
  events: [BEFORE, FIRST, LAST, AFTER],
};
const AWAY = absence("away", "2026-12-05", "2026-12-20");
const ABSENT = [{ userId: "c", userName: "Camille Perrin", position: "Voix", status: "absent", source: "absence" }];

function shown(planning: Planning): Planning {
  return createAbsenceView()(planning);
}

/** The ids of the events at which Camille is in an absence. */
function awayFrom({ events }: Planning): string[] {
  return events.filter(({ availability }) => isInAbsence(availability, "c")).map(({ id }) => id);
}

describe("what follows from absences", () => {
  test("is one entry, as for an absent answer, at each event on its days", () => {
    const { events } = shown({ ...PLANNING, absences: [AWAY] });
    expect(events.map(({ availability }) => availability)).toEqual([[], ABSENT, ABSENT, []]);
    const withoutService = shown({ ...PLANNING, absences: [absence("x", AWAY.from, AWAY.to, david)] });
    expect(withoutService.events[1]?.availability[0]?.position).toBe("Non spécifié");
  });

  test.each([
    ["overlapping", absence("a", "2026-12-01", "2026-12-10"), absence("b", "2026-12-05", "2026-12-20")],
    ["adjacent", absence("a", "2026-12-05", "2026-12-12"), absence("b", "2026-12-13", "2026-12-20")],
  ])("is one entry for a person where absences are %s, and stays while one of them covers the day", (_, a, b) => {
    const both = shown({ ...PLANNING, absences: [a, b] });
    expect(both.events.map(({ availability }) => availability.length)).toEqual(
      PLANNING.events.map(({ date }) => Number([a, b].some(({ from, to }) => from <= date && date <= to))),
    );
    expect(awayFrom(shown({ ...PLANNING, absences: [b] })).includes("last")).toBe(true);
  });

  test("is nothing where the person answered by hand, or an admin did for them, and returns when that is withdrawn", () => {
    const given = entriesFor(camille, "present", { saidBy: "admin" });
    const planning = { ...PLANNING, events: [{ ...FIRST, availability: given }], absences: [AWAY] };
    expect(shown(planning)).toEqual(planning);
    const withdrawn: PlanningChange = { type: "availability.set", eventId: "first", person: camille, answer: null };
    const after = applyShownChange({ ...planning, members: { 1: ["c"] } }, withdrawn);
    expect(after.events[0]?.availability).toEqual(ABSENT);
  });

  test("gives way to an answer, and is none", () => {
    const [, first] = shown({ ...PLANNING, absences: [AWAY] }).events;
    const availability = first?.availability ?? [];
    expect([answerOf(availability, "c"), givenAnswerOf(availability, "c")]).toEqual(["absent", null]);
    expect(withAnswer(availability, camille, "absent")).toEqual(entriesFor(camille, "absent"));
    expect(withAnswer(availability, david, "absent")).toEqual([...entriesFor(david, "absent"), ...ABSENT]);
    expect(withAnswer(availability, camille, null)).toEqual(availability);
  });

  test("concerns the members of the event's group alone", () => {
    const absences = [AWAY, absence("other", AWAY.from, AWAY.to, david)];
    const planning = { ...PLANNING, members: { 1: ["c"], 2: ["d"] }, absences };
    expect(shown(planning).events[1]?.availability).toEqual(ABSENT);
  });

  test("is gone, to the byte, when the absence is taken back: nothing was written into the events", () => {
    const view = createAbsenceView();
    const before = JSON.stringify(view(PLANNING));
    view({ ...PLANNING, absences: [AWAY] });
    expect(JSON.stringify(view(PLANNING))).toBe(before);
    expect(view(PLANNING).events.every((each, index) => each === PLANNING.events[index])).toBe(true);
  });

  test("keeps each event that looks the same the same object", () => {
    const view = createAbsenceView();
    const one = view({ ...PLANNING, absences: [AWAY] });
    const two = view({ ...PLANNING, absences: [AWAY, absence("later", "2026-12-21", "2026-12-21")] });
    expect(two.events.map((each, index) => each === one.events[index])).toEqual([true, true, true, false]);
    const answered = { ...FIRST, availability: entriesFor(david, "present") };
    const three = view({ ...PLANNING, events: [BEFORE, answered, LAST, AFTER], absences: [AWAY] });
    expect(three.events[2]).toBe(one.events[2]);
  });

  test("is in no undo", () => {
    const planning = shown({ ...PLANNING, absences: [AWAY] });
    expect(undoingOf(planning, { type: "event.deleted", eventId: "first" })).toEqual({
      type: "event.restored",
      event: FIRST,
    });
    expect(undoingOf(planning, { type: "group.deleted", groupId: "1" })).toMatchObject({ events: PLANNING.events });
    expect(planning.events.map(withoutAbsences)).toEqual(PLANNING.events);
  });
});

describe("a change of a shown planning", () => {
  const members = { 1: ["c"] };
  const start = { ...PLANNING, members };
  const away = applyShownChange(start, { type: "absence.added", absence: AWAY });

  test("adds and removes an absence with what follows from it", () => {
    expect(awayFrom(away)).toEqual(["first", "last"]);
    const removed = applyShownChange(away, { type: "absence.removed", absenceId: "away", userId: "c" });
    expect(removed).toEqual(start);
  });

  test("leaves what follows from an absence that is not known here", () => {
    const known = { ...away, absences: [] };
    const later = absence("later", "2026-12-21", "2026-12-21");
    expect(awayFrom(applyShownChange(known, { type: "absence.added", absence: later }))).toEqual([
      "first",
      "last",
      "after",
    ]);
  });

  test("removes nobody else's absence", () => {
    expect(applyShownChange(away, { type: "absence.removed", absenceId: "away", userId: "d" })).toBe(away);
  });

  test("moves an event into an absence and out of it", () => {
    function moved(planning: Planning, eventId: string, date: string): Planning {
      return applyShownChange(planning, { type: "event.edited", eventId, edit: { date }, answers: "keep" });
    }
    expect(awayFrom(moved(away, "before", "2026-12-06"))).toEqual(["before", "first", "last"]);
    expect(awayFrom(moved(away, "first", "2026-12-22"))).toEqual(["last"]);
  });

  test("follows a person who changes name and services, and forgets one who is deleted", () => {
    const person: Person = { ...camille, lastName: "Morel", positions: ["Piano"] };
    const changed = applyShownChange(away, { type: "person.changed", person, from: "2027-01-01" });
    expect(changed.events[1]?.availability).toMatchObject([{ userName: "Camille Morel", position: "Piano" }]);
    expect(changed.absences[0]?.person).toBe(person);
    const removed = applyShownChange(away, { type: "person.removed", userId: "c" });
    expect([removed.absences, awayFrom(removed)]).toEqual([[], []]);
  });

  test("lists several people in an absence in one order, however the absences were added", () => {
    const both = [AWAY, absence("david", "2026-12-05", "2026-12-05", david)];
    for (const absences of [both, both.toReversed()]) {
      const [, first] = shown({ ...PLANNING, absences }).events;
      expect(first?.availability.map(({ userId }) => userId)).toEqual(["c", "d"]);
    }
  });

  test("keeps everybody else's absence where one person changes", () => {
    const others = absence("david", "2026-12-05", "2026-12-05", david);
    const planning = shown({ ...PLANNING, absences: [AWAY, others] });
    const person: Person = { ...camille, lastName: "Morel" };
    const changed = applyShownChange(planning, { type: "person.changed", person, from: "2027-01-01" });
    expect(changed.absences).toEqual([{ ...AWAY, person }, others]);
  });

  test("is not added twice", () => {
    const planning = { ...PLANNING, absences: [AWAY] };
    expect(refusalOf(planning, { type: "absence.added", absence: AWAY })).toBe("absence.exists");
  });

  test("leaves groups alone whose members are not known here, and events of others in an absence", () => {
    const elsewhere = event("elsewhere", "2026-12-05", { groupId: "2" });
    const stranger = entriesFor({ ...david, id: "a" }, "absent", { source: "absence" });
    const held = event("held", "2026-12-06", { availability: stranger });
    const planning = { ...PLANNING, members: { "1": ["c"] }, events: [elsewhere, held] };
    const added = applyShownChange(planning, { type: "absence.added", absence: AWAY });
    expect(added.events[0]).toBe(elsewhere);
    expect(added.events[1]?.availability.map(({ userId }) => userId)).toEqual(["a", "c"]);
    const removed = applyShownChange(added, { type: "absence.removed", absenceId: "away", userId: "c" });
    expect(removed.events[1]?.availability).toEqual(stranger);
    const zoe = entriesFor({ ...david, id: "z" }, "absent", { source: "absence" });
    const late = applyShownChange(
      { ...planning, events: [event("late", "2026-12-06", { availability: zoe })] },
      { type: "absence.added", absence: AWAY },
    );
    expect(late.events[0]?.availability.map(({ userId }) => userId)).toEqual(["c", "z"]);
  });

  test("changes a planning without absences as any other", () => {
    const deletion = { type: "event.deleted", eventId: "first" } as const;
    expect(applyShownChange(PLANNING, deletion).events).toEqual([BEFORE, LAST, AFTER]);
  });
});
