import { describe, expect, test } from "vitest";
import { entriesFor } from "../availability/availability.ts";
import type { KeptLineUp } from "./kept-line-up.ts";
import { turnsOf } from "./turns.ts";

const anna = { id: "Anna", firstName: "Anna", lastName: "Petit", positions: ["Bass" as const] };
const paul = { id: "Paul", firstName: "Paul", lastName: "Garnier", positions: ["Lead" as const] };
const people = [anna, paul];

function event(id: string, date: string, present: readonly (typeof anna | typeof paul)[], lineUp?: KeptLineUp) {
  const availability = present.flatMap((person) => entriesFor(person, "present"));
  return { id, groupId: "1", date, availability, ...(lineUp && { lineUp }) };
}

const sunday = event("sunday", "2026-11-29", []);

function turn(
  userId: string,
  events: readonly ReturnType<typeof event>[],
  wishes: Readonly<Record<string, number>> = {},
) {
  return turnsOf({ event: sunday, events, people, wishes }).get(userId);
}

describe("how often somebody played", () => {
  test("counts the kept line-ups, and presences where none was kept", () => {
    const kept: KeptLineUp = [{ role: "Lead", userId: "Paul" }];
    const events = [
      event("a", "2026-11-22", people, kept),
      event("b", "2026-11-15", people),
      event("c", "2026-11-08", [paul]),
    ];
    expect(turn("Anna", events)).toEqual({ userId: "Anna", played: 1, of: 3, isBeyondWish: false });
    expect(turn("Paul", events)).toEqual({ userId: "Paul", played: 3, of: 3, isBeyondWish: false });
  });

  test("counts the 90 days before the event, in its group, without the event itself", () => {
    const events = [
      event("first day", "2026-08-31", [anna]),
      event("day before", "2026-08-30", [anna]),
      event("same day", "2026-11-29", [anna]),
      { ...event("other group", "2026-11-01", [anna]), groupId: "2" },
      { ...sunday, date: "2026-11-28", availability: entriesFor(anna, "present") },
    ];
    expect(turn("Anna", events)).toMatchObject({ played: 1, of: 1 });
  });

  test("counts an absence as not played, and whoever never played is told with nought", () => {
    const absent = { ...event("a", "2026-11-22", []), availability: entriesFor(anna, "absent") };
    expect(turn("Anna", [absent])).toEqual({ userId: "Anna", played: 0, of: 1, isBeyondWish: false });
  });

  test("names whoever played without being a member", () => {
    const guest = { ...paul, id: "guest" };
    expect(turn("guest", [event("a", "2026-11-22", [guest])])).toMatchObject({ played: 1, of: 1 });
  });
});

describe("a wish", () => {
  const month = [event("a", "2026-11-01", [anna]), { ...event("b", "2026-11-30", [anna]), groupId: "2" }];

  test("is passed where the other events of the month, of all groups, are as many already", () => {
    expect(turn("Anna", month, { Anna: 2 })?.isBeyondWish).toBe(true);
    expect(turn("Anna", month, { Anna: 3 })?.isBeyondWish).toBe(false);
    expect(turn("Anna", month, { Paul: 1 })?.isBeyondWish).toBe(false);
  });

  test("does not count other months, nor the event itself", () => {
    const events = [
      event("a", "2026-10-31", [anna]),
      event("b", "2026-12-01", [anna]),
      { ...sunday, ...event("sunday", sunday.date, [anna]) },
    ];
    expect(turn("Anna", events, { Anna: 1 })?.isBeyondWish).toBe(false);
  });
});

test("whoever is at another event at that time is told with its name and beginning, also if they are no member", () => {
  const elsewhere = new Map([
    ["Anna", { name: "Mariage", time: "10:00" }],
    ["guest", { name: "Concert", time: "09:30" }],
  ]);
  const turns = turnsOf({ event: sunday, events: [], people, wishes: {}, elsewhere });
  expect(turns.get("Anna")).toMatchObject({ takenAt: "10:00", takenBy: "Mariage" });
  expect(turns.get("guest")).toMatchObject({ played: 0, takenAt: "09:30", takenBy: "Concert" });
  expect(turns.get("Paul")).toEqual({ userId: "Paul", played: 0, of: 0, isBeyondWish: false });
});
