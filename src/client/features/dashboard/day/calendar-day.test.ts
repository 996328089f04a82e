import { describe, expect, it } from "vitest";
import { CRITICAL_ROLES } from "#domain/line-up/critical-roles.ts";
import type { PlayState } from "#domain/line-up/play-state.ts";
import { SERVICES } from "#domain/people/services.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { dayContent, dayEventsFor, ownAnswers, shownSigns } from "./calendar-day.ts";

/** In these tests the first word of an event's id is its state. */
function stateOf({ id }: PlannedEvent): PlayState {
  const [word] = id.split(" ");
  return STATES.find((state) => state === word) ?? "complete";
}

const STATES: readonly PlayState[] = ["complete", "fragile", "not_together", "roles_to_fill", "out_of_reach"];
const dayEvents = dayEventsFor({
  userId: "me",
  groupId: "1",
  stateOf,
  requiredRolesOf: () => CRITICAL_ROLES,
});

function planned(id: string, time: string, given: Partial<PlannedEvent> = {}): PlannedEvent {
  return { id, groupId: "1", name: id, date: "2026-11-15", time, location: "Salle", availability: [], ...given };
}

/** One person who is present with every service. */
const EVERYTHING = SERVICES.map((position) => ({
  userId: "other",
  userName: "Autre",
  position,
  status: "present" as const,
}));

describe("dayEvents", () => {
  it("are the same objects while the event is, and another one once it changed", () => {
    const [first, second] = [planned("a", "10:00"), planned("b", "11:00")];
    const before = dayEvents([first, second]).get("2026-11-15") ?? [];
    const after = dayEvents([first, { ...second, name: "c" }]).get("2026-11-15") ?? [];
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, false]);
  });

  it("are the same list while the events of the day are", () => {
    const [first, other] = [planned("a", "10:00"), planned("b", "11:00", { date: "2026-11-16" })];
    const before = dayEvents([first, other]);
    const after = dayEvents([first, { ...other, name: "c" }]);
    const sameOn = (date: string) => after.get(date) === before.get(date);
    expect([sameOn("2026-11-15"), sameOn("2026-11-16")]).toEqual([true, false]);
  });

  it("orders a day's events by time", () => {
    const days = dayEvents([planned("late", "20:00"), planned("early", "10:00")]);
    expect(days.get("2026-11-15")?.map(({ event }) => event.id)).toEqual(["early", "late"]);
  });

  it("tells an event that misses a critical role from one that misses none", () => {
    const days = dayEvents([planned("a", "10:00"), planned("b", "11:00", { availability: EVERYTHING })]);
    expect(days.get("2026-11-15")?.map(({ isMissingRoles }) => isMissingRoles)).toEqual([true, false]);
  });

  it("knows the reader's answer and the events of other groups", () => {
    const mine = [{ userId: "me", userName: "Moi", position: "Voix" as const, status: "absent" as const }];
    const days = dayEvents([planned("a", "10:00", { availability: mine }), planned("b", "11:00", { groupId: "2" })]);
    expect(days.get("2026-11-15")).toMatchObject([
      { answer: "absent", otherGroupId: null },
      { answer: null, otherGroupId: "2" },
    ]);
  });
});

const complete = ["08:00", "09:00", "10:00", "11:00"].map((time) => planned(time, time, { availability: EVERYTHING }));

function signsOf(events: readonly PlannedEvent[]) {
  const { shown, ...rest } = shownSigns(dayEvents(events).get("2026-11-15") ?? []);
  return { shown: shown.map(({ event }) => event.id), ...rest };
}

describe("shownSigns", () => {
  it("shows three signs, or two and the number of the others", () => {
    expect(signsOf(complete)).toEqual({ shown: ["08:00", "09:00"], more: 2, hasExtraWarning: false });
    expect(signsOf(complete.slice(0, 3))).toEqual({
      shown: ["08:00", "09:00", "10:00"],
      more: 0,
      hasExtraWarning: false,
    });
  });

  it("never cuts the only warning", () => {
    expect(signsOf([...complete, planned("roles_to_fill", "12:00")])).toEqual({
      shown: ["08:00", "roles_to_fill"],
      more: 3,
      hasExtraWarning: false,
    });
  });

  it("keeps the order of time when a warning is among the first", () => {
    expect(signsOf([planned("roles_to_fill", "07:00"), ...complete]).shown).toEqual(["roles_to_fill", "08:00"]);
  });

  it("warns beside the signs where missing roles are out of reach, and leaves room for it", () => {
    const unreachable = planned("out_of_reach", "07:00");
    expect(signsOf([unreachable])).toEqual({ shown: ["out_of_reach"], more: 0, hasExtraWarning: true });
    expect(signsOf([unreachable, ...complete])).toEqual({ shown: ["out_of_reach"], more: 4, hasExtraWarning: true });
  });

  it("needs no warning of its own beside an event's with roles to fill", () => {
    const day = [planned("out_of_reach", "07:00"), planned("roles_to_fill", "08:00", { id: "roles_to_fill" })];
    expect(signsOf(day).hasExtraWarning).toBe(false);
  });
});

it("a day before today is over, also in the month before the shown one", () => {
  const shown = { month: { year: 2026, month: 11 }, today: "2026-10-31" };
  expect(dayContent("2026-10-30", [], shown)).toMatchObject({ kind: "neighbour", isOver: true });
  expect(dayContent("2026-11-01", [], shown)).toMatchObject({ kind: "coming", isOver: false });
});

describe("ownAnswers", () => {
  const answersGiven = (...answers: ("present" | "absent" | null)[]) => {
    const events = answers.map((status, index) =>
      planned(`e${index}`, `1${index}:00`, {
        availability: status === null ? [] : [{ userId: "me", userName: "Moi", position: "Voix", status }],
      }),
    );
    return dayEvents([...events, planned("other", "20:00", { groupId: "2" })]).get("2026-11-15") ?? [];
  };

  it("has each answer once, what is still to be said first, and says nothing of other groups", () => {
    expect(ownAnswers(answersGiven("present", "present"), false)).toEqual(["present"]);
    expect(ownAnswers(answersGiven("absent", null), false)).toEqual([null, "absent"]);
    expect(ownAnswers(answersGiven(), false)).toEqual([]);
  });

  it("shows two at most, and asks for nothing once the day is over", () => {
    expect(ownAnswers(answersGiven("absent", "present", null), false)).toEqual([null, "present"]);
    expect(ownAnswers(answersGiven("absent", "present", null), true)).toEqual(["present", "absent"]);
  });
});
