import { expect, test } from "vitest";
import type { PlannedEvent } from "../planning/planning.ts";
import { elsewhereOf, overlaps, presencesAt } from "./overlap.ts";

function event(id: string, time: string, more: Partial<PlannedEvent> = {}): PlannedEvent {
  return { id, groupId: "1", name: id, date: "2026-12-31", time, location: "Temple", availability: [], ...more };
}

const MORNING = event("Culte", "10:00", { endTime: "11:30" });

test.each([
  ["begins before its end", event("b", "11:00"), true],
  ["begins when it ends", event("b", "11:30"), false],
  ["ends when it begins", event("b", "09:00", { endTime: "10:00" }), false],
  ["has no end, and lasts two hours", event("b", "08:30"), true],
  ["has no end, and is over by then", event("b", "08:00"), false],
  ["is within it", event("b", "10:30", { endTime: "11:00" }), true],
  ["is on another day", event("b", "10:00", { date: "2027-01-01" }), false],
])("an event that %s: %s", (_, other, expected) => {
  expect([overlaps(MORNING, other), overlaps(other, MORNING)]).toEqual([expected, expected]);
});

test("the last night of the year goes on into the next", () => {
  const night = event("Veillée", "23:30", { endTime: "00:30", endsNextDay: true });
  const newYear = (time: string) => event("Nouvel An", time, { date: "2027-01-01", endTime: "05:00" });
  expect(overlaps(night, newYear("00:00"))).toBe(true);
  expect(overlaps(night, newYear("00:30"))).toBe(false);
  expect(overlaps(event("b", "22:30"), newYear("00:00"))).toBe(true);
  expect(overlaps(event("b", "22:00"), newYear("00:00"))).toBe(false);
});

test("somebody is at the first other event at that time, in whatever order they are known", () => {
  const anne = { userId: "anne", userName: "Anne Roy", position: "Piano" } as const;
  const present = [{ ...anne, status: "present" as const }];
  const others = [
    event("Atelier", "11:00", { availability: present }),
    event("Répétition", "09:30", { availability: present }),
    event("Chorale", "09:15", { availability: [{ ...anne, status: "absent" }] }),
    { ...MORNING, availability: present },
  ];
  const found = new Map([["anne", { name: "Répétition", time: "09:30" }]]);
  expect(elsewhereOf(MORNING, presencesAt(MORNING, others))).toEqual(found);
  expect(elsewhereOf(MORNING, presencesAt(MORNING, others.toReversed()))).toEqual(found);
  expect(elsewhereOf(MORNING, presencesAt(MORNING, [MORNING]))).toEqual(new Map());
});
