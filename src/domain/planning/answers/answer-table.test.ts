import { expect, test } from "vitest";
import { type Answer, entriesFor } from "../../availability/availability.ts";
import { CRITICAL_ROLES } from "../../line-up/critical-roles.ts";
import type { Person } from "../../people/people.ts";
import type { PlannedEvent } from "../planning.ts";
import { answerTable, rolesTaken } from "./answer-table.ts";

const NOVEMBER = { year: 2026, month: 11 };
const CAMILLE: Person = { id: "c", firstName: "Camille", lastName: "Perrin", positions: ["Lead", "Voix"] };
const ELISE: Person = { id: "e", firstName: "Élise", lastName: "Fontaine", positions: ["Piano"] };
const YANNICK: Person = { id: "y", firstName: "Yannick", lastName: "Morel", positions: ["Bass"] };
const DAVID: Person = { id: "d", firstName: "David", lastName: "Colin", positions: [] };

function event(date: string, time: string, given: readonly (readonly [Person, Answer])[] = []): PlannedEvent {
  const availability = given.flatMap(([person, answer]) => entriesFor(person, answer));
  return { id: `${date} ${time}`, groupId: "1", name: "Culte", date, time, location: "Temple", availability };
}

const EVENTS = [
  event("2026-11-29", "10:00"),
  event("2026-11-15", "18:00", [
    [CAMILLE, "present"],
    [ELISE, "absent"],
  ]),
  event("2026-11-15", "10:00", [[YANNICK, "present"]]),
  event("2026-10-31", "10:00"),
  event("2026-12-01", "10:00"),
];
const requiredRolesOf = () => CRITICAL_ROLES;
const TABLE = answerTable(EVENTS, NOVEMBER, [YANNICK, ELISE, DAVID, CAMILLE], requiredRolesOf);

test("columns are the month's events by date and time", () => {
  expect(TABLE.columns.map(({ event: { id } }) => id)).toEqual([
    "2026-11-15 10:00",
    "2026-11-15 18:00",
    "2026-11-29 10:00",
  ]);
});

test("rows are the members in French alphabetical order, each with one answer per column", () => {
  expect(TABLE.rows.map(({ name, answers }) => [name, ...answers])).toEqual([
    ["Camille Perrin", null, "present", null],
    ["David Colin", null, null, null],
    ["Élise Fontaine", null, "absent", null],
    ["Yannick Morel", "present", null, null],
  ]);
});

test("a column's missing roles count everybody who is present, member or not", () => {
  const missing = answerTable(EVENTS, NOVEMBER, [], requiredRolesOf).columns.map((column) => column.missing);
  expect(missing.map((roles) => roles.length)).toEqual([6, 6, 7]);
  expect(missing[0]).not.toContain("Bass");
  expect(missing[1]).not.toContain("Lead");
});

test("two members with the same name each keep their row", () => {
  const twin = { ...CAMILLE, id: "a" };
  for (const members of [
    [CAMILLE, twin],
    [twin, CAMILLE],
  ]) {
    expect(answerTable(EVENTS, NOVEMBER, members, requiredRolesOf).rows.map(({ personId }) => personId)).toEqual([
      "a",
      "c",
    ]);
  }
});

test("the roles of a kept line-up are taken by those who are present", () => {
  const lineUp = [
    { role: "Lead", userId: "c" },
    { role: "Piano", userId: "e" },
    { role: "Voix", userId: "c" },
  ] as const;
  const kept = { ...event("2026-11-15", "10:00"), lineUp };
  expect(rolesTaken(kept, "c", "present")).toEqual(["Lead", "Voix"]);
  expect(rolesTaken(kept, "e", "absent")).toEqual([]);
  expect(rolesTaken(kept, "e", null)).toEqual([]);
  expect(rolesTaken(kept, "y", "present")).toEqual([]);
  expect(rolesTaken(event("2026-11-15", "10:00"), "c", "present")).toEqual([]);
});

test("a column says how often a role is needed, where one is needed several times", () => {
  const table = answerTable([event("2026-11-15", "10:00")], NOVEMBER, [], () => ["Voix", "Voix"]);
  expect(table.columns).toEqual([expect.objectContaining({ missing: ["Voix", "Voix"], required: ["Voix", "Voix"] })]);
});
