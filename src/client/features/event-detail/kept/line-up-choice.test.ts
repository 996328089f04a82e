import { expect, test } from "vitest";
import type { AvailabilityEntry } from "#domain/availability/availability.ts";
import { DEFAULT_COMBINABLE_PAIRS } from "#domain/line-up/critical-roles.ts";
import type { KeptLineUp } from "#domain/line-up/kept-line-up.ts";
import { keptRows } from "./kept-role-row.tsx";
import { choicePlaces, conflictsIn } from "./line-up-choice.tsx";

function entry(name: string, position: AvailabilityEntry["position"], status: AvailabilityEntry["status"] = "present") {
  return { userId: name.toLowerCase(), userName: name, position, status };
}

const AVAILABILITY = [
  entry("Zoé", "Batterie"),
  entry("Anna", "Batterie"),
  entry("Anna", "Lead"),
  entry("Paul", "Batterie", "absent"),
];

function lineUpOf(holders: Readonly<Record<string, string>>): KeptLineUp {
  return Object.entries(holders).map(([role, userId]) => ({ role, userId }));
}

const KEPT = lineUpOf({ Lead: "anna", Batterie: "paul" });

function choices(facts: { readonly preset?: KeptLineUp; readonly chosen?: Readonly<Record<string, string>> } = {}) {
  const places = ["Lead", "Batterie", "Piano"];
  return choicePlaces({ places, preset: [], availability: AVAILABILITY, ...facts });
}

test("a role is offered to everybody present who holds it, in alphabetical order", () => {
  const offered = choices().map(({ people }) => people.map(({ userName }) => userName));
  expect(offered).toEqual([["Anna"], ["Anna", "Zoé"], []]);
});

test("a person who can no longer take a role is not preselected, nor kept if chosen before", () => {
  expect(choices({ preset: KEPT }).map(({ userId }) => userId)).toEqual(["anna", "", ""]);
  expect(choices({ chosen: { Batterie: "paul" } }).map(({ userId }) => userId)).toEqual(["", "", ""]);
});

test("what is chosen replaces the preset, nobody too", () => {
  const chosen = { Lead: "", Batterie: "zoé" };
  expect(choices({ preset: KEPT, chosen }).map(({ userId }) => userId)).toEqual(["", "zoé", ""]);
});

test("two roles conflict unless the group combines them, and three always do", () => {
  const both = lineUpOf({ Lead: "anna", Batterie: "anna" });
  expect(conflictsIn(both, DEFAULT_COMBINABLE_PAIRS)).toEqual([]);
  expect(conflictsIn(both, [])).toEqual([{ userId: "anna", roles: ["Lead", "Batterie"] }]);
  const three = lineUpOf({ Lead: "anna", Batterie: "anna", Bass: "anna", Piano: "zoé" });
  expect(conflictsIn(three, DEFAULT_COMBINABLE_PAIRS)).toEqual([
    { userId: "anna", roles: ["Lead", "Batterie", "Bass"] },
  ]);
});

test("a row shows what is wrong with a role, and who takes it after the repair; a role no longer required stays", () => {
  const lineUp = lineUpOf({ Lead: "anna", Batterie: "paul", Voix: "zoé" });
  const faults = [{ role: "Batterie", userId: "paul", reason: "absent" }] as const;
  const repaired = lineUpOf({ Lead: "anna", Batterie: "zoé" });
  expect(keptRows({ lineUp, required: ["Lead", "Batterie"], faults, repaired: null })).toEqual([
    { role: "Lead", holderId: "anna", fault: null, newcomerId: null, isGivenUp: false },
    { role: "Batterie", holderId: "paul", fault: "absent", newcomerId: null, isGivenUp: false },
    { role: "Voix", holderId: "zoé", fault: null, newcomerId: null, isGivenUp: false },
  ]);
  expect(keptRows({ lineUp, required: ["Lead", "Batterie"], faults, repaired })[1]).toEqual({
    role: "Batterie",
    holderId: "paul",
    fault: "absent",
    newcomerId: "zoé",
    isGivenUp: false,
  });
  // Anna leads. She takes the drums, and nobody else can lead.
  const moved = [{ role: "Batterie" as const, userId: "anna" }];
  expect(keptRows({ lineUp, required: ["Lead", "Batterie"], faults, repaired: moved })).toMatchObject([
    { role: "Lead", isGivenUp: true },
    { role: "Batterie", newcomerId: "anna", isGivenUp: false },
    { role: "Voix", isGivenUp: false },
  ]);
});
