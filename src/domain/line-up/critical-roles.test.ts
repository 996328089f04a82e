import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AvailabilityEntry, NO_POSITION } from "../availability/availability.ts";
import { SERVICES } from "../people/services.ts";
import { BAND_ROLES, covers, inRoleOrder } from "./band-roles.ts";
import {
  CRITICAL_ROLES,
  DEFAULT_COMBINABLE_PAIRS,
  isCombinable,
  missingRoles,
  ROLE_PAIRS,
  roleCoverage,
} from "./critical-roles.ts";

const anyEntry: fc.Arbitrary<AvailabilityEntry> = fc
  .record({
    userId: fc.constantFrom("a", "b", "c"),
    position: fc.constantFrom(...SERVICES, NO_POSITION),
    status: fc.constantFrom("present" as const, "absent" as const),
  })
  .map((entry) => ({ ...entry, userName: `Personne ${entry.userId}` }));

/** A literal implementation of specification §4: covered if someone present has a matching position. */
function naiveMissingRoles(availability: readonly AvailabilityEntry[]): string[] {
  const missing: string[] = [];
  for (const role of ["Lead", "Batterie", "Bass", "Piano", "Guitare", "Sono", "Pasteur"]) {
    let isCovered = false;
    for (const entry of availability) {
      if (entry.status !== "present") continue;
      if (entry.position === role) isCovered = true;
      if (role === "Guitare" && entry.position === "Guitare électrique") isCovered = true;
      if (role === "Guitare" && entry.position === "Guitare acoustique") isCovered = true;
    }
    if (!isCovered) missing.push(role);
  }
  return missing;
}

describe("coverage", () => {
  test("agrees with a naive reading of the specification", () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 20 }), (availability) => {
        expect(missingRoles(availability, CRITICAL_ROLES)).toEqual(naiveMissingRoles(availability));
      }),
    );
  });

  test("a role is missing exactly when nobody is named for it", () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 20 }), (availability) => {
        const uncovered = roleCoverage(availability, CRITICAL_ROLES).filter(({ coveredBy }) => coveredBy.length === 0);
        expect(uncovered.map(({ role }) => role)).toEqual(missingRoles(availability, CRITICAL_ROLES));
      }),
    );
  });

  test("with nobody present misses all seven roles, in order", () => {
    expect(missingRoles([], CRITICAL_ROLES)).toEqual([
      "Lead",
      "Batterie",
      "Bass",
      "Piano",
      "Guitare",
      "Sono",
      "Pasteur",
    ]);
    expect(CRITICAL_ROLES).toHaveLength(7);
  });

  test.each(["Guitare électrique", "Guitare acoustique"])("Guitare is covered by a present %s", (guitar) => {
    expect(covers(guitar, "Guitare")).toBe(true);
    expect(covers(guitar, "Bass")).toBe(false);
  });

  test("Piano is not covered by Clavier, nor Lead by Voix, nor Batterie by Percussions", () => {
    expect(covers("Clavier", "Piano")).toBe(false);
    expect(covers("Voix", "Lead")).toBe(false);
    expect(covers("Percussions", "Batterie")).toBe(false);
  });

  test("names each person who covers a role once, with all their services", () => {
    const availability: AvailabilityEntry[] = [
      { userId: "a", userName: "Camille Perrin", position: "Lead", status: "present" },
      { userId: "a", userName: "Camille Perrin", position: "Guitare acoustique", status: "present" },
      { userId: "b", userName: "Julien Marchand", position: "Guitare électrique", status: "present" },
      { userId: "c", userName: "Thomas Nguyen", position: "Batterie", status: "absent" },
    ];
    const coverage = Object.fromEntries(
      roleCoverage(availability, CRITICAL_ROLES).map(({ role, coveredBy }) => [
        role,
        coveredBy.map(({ userName }) => userName),
      ]),
    );
    expect(coverage).toEqual({
      Lead: ["Camille Perrin"],
      Batterie: [],
      Bass: [],
      Piano: [],
      Guitare: ["Camille Perrin", "Julien Marchand"],
      Sono: [],
      Pasteur: [],
    });
  });
});

test("every service covers a role", () => {
  expect(SERVICES.filter((service) => !BAND_ROLES.some((role) => covers(service, role)))).toEqual([]);
});

describe("a role of the team's own", () => {
  test("is covered by its namesake alone, whatever it is called", () => {
    for (const name of ["Trompette", "constructor", "toString"]) {
      expect(covers(name, name)).toBe(true);
      expect(covers("Voix", name)).toBe(false);
      expect(covers(name, "Guitare")).toBe(false);
    }
    const anna = { userId: "a", userName: "Anna", position: "Trompette", status: "present" } as const;
    expect(missingRoles([anna], ["Lead", "Trompette", "Tuba"])).toEqual(["Lead", "Tuba"]);
  });

  test("stands after the others, each in the order given", () => {
    expect(inRoleOrder(["Tuba", "Voix", "Cor", "Lead", "Tuba"])).toEqual(["Lead", "Voix", "Tuba", "Tuba", "Cor"]);
  });
});

test("there are 21 pairs, each once and in the scale's order", () => {
  expect(ROLE_PAIRS).toHaveLength(21);
  expect(ROLE_PAIRS.slice(0, 2)).toEqual([
    ["Lead", "Batterie"],
    ["Lead", "Bass"],
  ]);
  expect(ROLE_PAIRS.slice(6, 8)).toEqual([
    ["Batterie", "Bass"],
    ["Batterie", "Piano"],
  ]);
  expect(ROLE_PAIRS.at(-1)).toEqual(["Sono", "Pasteur"]);
});

test("unless a group says otherwise, a leader may also play, and no other roles go together", () => {
  const combinable = ROLE_PAIRS.filter((pair) => isCombinable(DEFAULT_COMBINABLE_PAIRS, pair));
  expect(combinable).toEqual([
    ["Lead", "Batterie"],
    ["Lead", "Bass"],
    ["Lead", "Piano"],
    ["Lead", "Guitare"],
  ]);
  expect(combinable).toEqual(DEFAULT_COMBINABLE_PAIRS);
});
