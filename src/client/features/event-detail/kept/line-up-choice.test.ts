import { expect, test } from "vitest";
import type { AvailabilityEntry } from "#domain/availability/availability.ts";
import { DEFAULT_COMBINABLE_PAIRS } from "#domain/line-up/critical-roles.ts";
import { keptRows } from "./kept-role-row.tsx";
import { choicesFor, chosenFrom, conflictsIn, lineUpFrom } from "./line-up-choice.tsx";

function entry(name: string, position: AvailabilityEntry["position"], status: AvailabilityEntry["status"] = "present") {
  return { userId: name.toLowerCase(), userName: name, position, status };
}

const AVAILABILITY = [
  entry("Zoé", "Batterie"),
  entry("Anna", "Batterie"),
  entry("Anna", "Lead"),
  entry("Paul", "Batterie", "absent"),
];

test("a role is offered to everybody present who holds it, in alphabetical order", () => {
  expect(choicesFor("Batterie", AVAILABILITY).map(({ userName }) => userName)).toEqual(["Anna", "Zoé"]);
  expect(choicesFor("Piano", AVAILABILITY)).toEqual([]);
});

test("a person who can no longer take a role is not preselected, and an open role is not in the line-up", () => {
  const kept = [
    { role: "Lead", userId: "anna" },
    { role: "Batterie", userId: "paul" },
  ] as const;
  expect(chosenFrom(kept, AVAILABILITY)).toEqual({ Lead: "anna" });
  expect(lineUpFrom({ Batterie: "zoé", Lead: "anna", Bass: "" })).toEqual([
    { role: "Lead", userId: "anna" },
    { role: "Batterie", userId: "zoé" },
  ]);
});

test("two roles conflict unless the group combines them, and three always do", () => {
  const both = lineUpFrom({ Lead: "anna", Batterie: "anna" });
  expect(conflictsIn(both, DEFAULT_COMBINABLE_PAIRS)).toEqual([]);
  expect(conflictsIn(both, [])).toEqual([{ userId: "anna", roles: ["Lead", "Batterie"] }]);
  const three = lineUpFrom({ Lead: "anna", Batterie: "anna", Bass: "anna", Piano: "zoé" });
  expect(conflictsIn(three, DEFAULT_COMBINABLE_PAIRS)).toEqual([
    { userId: "anna", roles: ["Lead", "Batterie", "Bass"] },
  ]);
});

test("a row shows what is wrong with a role, and who takes it after the repair; a role no longer required stays", () => {
  const lineUp = lineUpFrom({ Lead: "anna", Batterie: "paul", Voix: "zoé" });
  const faults = [{ role: "Batterie", userId: "paul", reason: "absent" }] as const;
  const repaired = lineUpFrom({ Lead: "anna", Batterie: "zoé" });
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
