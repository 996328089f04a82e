import { expect, test } from "vitest";
import type { BandRole } from "../../domain/line-up/band-roles.ts";
import { requiredRolesText, rolesOfGroup, ownRolesSummary } from "./required-roles.ts";

test("the text explains what it means that no role is needed", () => {
  expect(requiredRolesText.nothingNeeded).toContain("même sans personne");
  expect(requiredRolesText.nothingNeededHere).toContain("même sans personne");
});

test("the form says what the group needs", () => {
  expect(rolesOfGroup(["Lead", "Voix"])).toBe("Pour ce groupe\u00a0: Lead, Voix.");
  expect(rolesOfGroup([])).toBe("Le groupe n'a besoin d'aucun rôle.");
});

test.each<[readonly BandRole[] | null, string]>([
  [null, ""],
  [[], "aucun rôle nécessaire"],
  [["Lead"], "1\u00a0rôle nécessaire"],
  [["Lead", "Voix"], "2\u00a0rôles nécessaires"],
])("the folded line of the form says of %j « %s »", (roles, words) => {
  expect(ownRolesSummary(roles)).toBe(words);
});
