import { expect, test } from "vitest";
import { CRITICAL_ROLES } from "../critical-roles.ts";
import { NO_ROLE, scaleOfRoles, sizeOf } from "./role-sets.ts";

const {
  all: ALL_ROLES,
  largestFirst: LARGEST_FIRST,
  smallestFirst: SMALLEST_FIRST,
  setOf: roleSet,
  heldBy: rolesHeldBy,
  rolesIn,
} = scaleOfRoles(CRITICAL_ROLES);

test("a set has its roles in the scale's order, whatever the order in which they were given", () => {
  expect(rolesIn(roleSet(["Sono", "Lead", "Bass"]))).toEqual(["Lead", "Bass", "Sono"]);
  expect(rolesIn(ALL_ROLES)).toEqual(["Lead", "Batterie", "Bass", "Piano", "Guitare", "Sono", "Pasteur"]);
  expect(rolesIn(NO_ROLE)).toEqual([]);
});

test("services let somebody hold their namesakes, and either guitar « Guitare »", () => {
  expect(rolesIn(rolesHeldBy(["Voix", "Pasteur", "Guitare acoustique", "Lead"]))).toEqual([
    "Lead",
    "Guitare",
    "Pasteur",
  ]);
  expect(rolesIn(rolesHeldBy(["Guitare électrique"]))).toEqual(["Guitare"]);
  expect(rolesHeldBy(["Clavier", "Percussions", "Non spécifié"])).toBe(NO_ROLE);
});

test("the 128 sets are listed by size, those with the earliest roles first", () => {
  expect(LARGEST_FIRST.slice(0, 3).map(rolesIn)).toEqual([
    ["Lead", "Batterie", "Bass", "Piano", "Guitare", "Sono", "Pasteur"],
    ["Lead", "Batterie", "Bass", "Piano", "Guitare", "Sono"],
    ["Lead", "Batterie", "Bass", "Piano", "Guitare", "Pasteur"],
  ]);
  expect(SMALLEST_FIRST.slice(0, 3).map(rolesIn)).toEqual([[], ["Lead"], ["Batterie"]]);
  expect(
    SMALLEST_FIRST.filter((set) => sizeOf(set) === 2)
      .slice(5, 8)
      .map(rolesIn),
  ).toEqual([
    ["Lead", "Pasteur"],
    ["Batterie", "Bass"],
    ["Batterie", "Piano"],
  ]);
  expect(new Set(SMALLEST_FIRST).size).toBe(128);
  expect(new Set(LARGEST_FIRST)).toEqual(new Set(SMALLEST_FIRST));
});

test("the latest 32 scales are kept, and no more", () => {
  const first = scaleOfRoles(["Premier"]);
  for (let number = 2; number <= 32; number += 1) scaleOfRoles([`Rôle ${number}`]);
  expect(scaleOfRoles(["Premier"])).toBe(first);
  scaleOfRoles(["Rôle 33"]);
  expect(scaleOfRoles(["Premier"])).not.toBe(first);
});
