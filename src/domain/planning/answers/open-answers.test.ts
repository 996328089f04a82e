import { expect, test } from "vitest";
import { type Answer, entriesFor } from "../../availability/availability.ts";
import type { Person } from "../../people/people.ts";
import type { PlannedEvent } from "../planning.ts";
import { askedEvents, openAnswersOf } from "./open-answers.ts";

function person(firstName: string, lastName: string): Person {
  return { id: firstName, firstName, lastName, positions: ["Voix"] };
}

const anna = person("Anna", "Zola");
const elise = person("Élise", "Abel");

function event(date: string, answers: readonly (readonly [Person, Answer])[] = []): PlannedEvent {
  const availability = answers.flatMap(([who, answer]) => entriesFor(who, answer));
  return { id: date, groupId: "1", name: "Culte", date, time: "10:00", location: "Temple", availability };
}

const SUNDAYS = ["2026-12-06", "2026-12-13", "2026-12-20", "2026-12-27", "2027-01-03"];

test("the next four events are asked about, today's included", () => {
  const events = ["2026-12-05", ...SUNDAYS].toReversed().map((date) => event(date));
  expect(askedEvents(events, "2026-12-06").map(({ date }) => date)).toEqual(SUNDAYS.slice(0, 4));
});

test("each member is listed with what they have not answered, by name, and nobody who has answered all", () => {
  const events = [
    event("2026-12-06", [[anna, "absent"]]),
    event("2026-12-13", [[anna, "present"]]),
    event("2026-12-20"),
  ];
  const open = openAnswersOf([anna, elise, person("Paul", "Abel")], events);
  expect(open.map(({ person: { id }, events: owed }) => [id, owed.map(({ date }) => date)])).toEqual([
    ["Élise", ["2026-12-06", "2026-12-13", "2026-12-20"]],
    ["Paul", ["2026-12-06", "2026-12-13", "2026-12-20"]],
    ["Anna", ["2026-12-20"]],
  ]);
  expect(openAnswersOf([anna], events.slice(0, 2))).toEqual([]);
});
