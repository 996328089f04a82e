import { describe, expect, it } from "vitest";
import type { PlannedEvent } from "#domain/planning.ts";
import { SERVICES } from "#domain/services.ts";
import { dayEvents, shownSigns } from "./calendar-day.ts";

const READER = { userId: "me", groupId: "1" };

function planned(id: string, time: string, given: Partial<PlannedEvent> = {}): PlannedEvent {
  return { id, groupId: "1", name: id, date: "2026-11-15", time, location: "Salle", availability: [], ...given };
}

/** Somebody who holds every service is present. */
const EVERYTHING = SERVICES.map((position) => ({
  userId: "other",
  userName: "Autre",
  position,
  status: "present" as const,
}));

describe("dayEvents", () => {
  it("orders a day's events by time", () => {
    const days = dayEvents([planned("late", "20:00"), planned("early", "10:00")], READER);
    expect(days.get("2026-11-15")?.map(({ event }) => event.id)).toEqual(["early", "late"]);
  });

  it("tells an event that misses a critical role from one that misses none", () => {
    const days = dayEvents([planned("a", "10:00"), planned("b", "11:00", { availability: EVERYTHING })], READER);
    expect(days.get("2026-11-15")?.map(({ state }) => state)).toEqual(["missing", "complete"]);
  });

  it("knows the reader's answer and the events of other groups", () => {
    const mine = [{ userId: "me", userName: "Moi", position: "Voix" as const, status: "absent" as const }];
    const days = dayEvents(
      [planned("a", "10:00", { availability: mine }), planned("b", "11:00", { groupId: "2" })],
      READER,
    );
    expect(days.get("2026-11-15")).toMatchObject([
      { answer: "absent", otherGroupId: null },
      { answer: null, otherGroupId: "2" },
    ]);
  });
});

const complete = ["08:00", "09:00", "10:00", "11:00"].map((time) => planned(time, time, { availability: EVERYTHING }));

function signsOf(events: readonly PlannedEvent[]) {
  const { shown, more } = shownSigns(dayEvents(events, READER).get("2026-11-15") ?? []);
  return { shown: shown.map(({ event }) => event.id), more };
}

describe("shownSigns", () => {
  it("shows three signs, or two and the number of the others", () => {
    expect(signsOf(complete)).toEqual({ shown: ["08:00", "09:00"], more: 2 });
    expect(signsOf(complete.slice(0, 3))).toEqual({ shown: ["08:00", "09:00", "10:00"], more: 0 });
  });

  it("never cuts the only warning", () => {
    expect(signsOf([...complete, planned("warned", "12:00")])).toEqual({
      shown: ["08:00", "warned"],
      more: 3,
    });
  });

  it("keeps the order of time when a warning is among the first", () => {
    expect(signsOf([planned("warned", "07:00"), ...complete]).shown).toEqual(["warned", "08:00"]);
  });
});
