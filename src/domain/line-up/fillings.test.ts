import { describe, expect, test } from "vitest";
import type { Person } from "../people/people.ts";
import { BAND_ROLES, PLACES_MAX, PLACES_OF_ROLE_MAX } from "./band-roles.ts";
import { ROLE_PAIRS } from "./critical-roles.ts";
import { DIGIT_BASE, digitsOf, DIGITS_OF_WORD, emptyFillings } from "./fillings.ts";
import { scaleOfRoles } from "./players/role-sets.ts";

// A weight that overflows would silently pick a wrong line-up.
describe("the weight of a line-up", () => {
  const digits = digitsOf(scaleOfRoles(BAND_ROLES));

  test("has a digit for each place, and a value for everybody whom a shortlist keeps for its role", () => {
    for (const role of BAND_ROLES) {
      const parts = 1 + ROLE_PAIRS.filter((pair) => pair.some((of) => of === role)).length;
      // Those of a kept line-up are never left out.
      expect(DIGIT_BASE).toBeGreaterThan(PLACES_MAX * parts + PLACES_MAX);
    }
    expect(digits.map(({ role }) => role)).toEqual(BAND_ROLES);
  });

  test("has a digit for each place of a role that is needed several times", () => {
    const roles = BAND_ROLES.slice(0, 3).flatMap((role) => Array<typeof role>(PLACES_OF_ROLE_MAX).fill(role));
    const most = digitsOf(scaleOfRoles(roles.slice(0, PLACES_MAX)));
    expect(most).toHaveLength(PLACES_MAX);
    expect(new Set(most.map(({ word, unit }) => `${word} ${unit}`)).size).toBe(PLACES_MAX);
  });

  test("is held exactly, and its digits do not overlap", () => {
    const words = Map.groupBy(digits, ({ word }) => word);
    for (const own of words.values()) {
      const units = own.map(({ unit }) => unit).toSorted((a, b) => a - b);
      for (const [index, unit] of units.slice(1).entries()) expect(unit).toBe((units[index] ?? 0) * DIGIT_BASE);
      expect(own.length).toBeLessThanOrEqual(DIGITS_OF_WORD);
    }
    expect(DIGIT_BASE ** DIGITS_OF_WORD).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
    expect([...words.values()].flat().every(({ unit }) => unit >= 1)).toBe(true);
  });
});

function person(firstName: string): Person {
  return { id: firstName, firstName, lastName: "Petit", positions: [] };
}

const [anna, ben, zoe] = [person("Anna"), person("Ben"), person("Zoé")];

test("fillings stay as they were when people are added to them, who come after the former ones", () => {
  const scale = scaleOfRoles(["Voix", "Voix"]);
  const singing = (singer: Person) => ({ person: singer, parts: [{ roles: scale.setOf(["Voix"]), cost: 0 }] });
  const one = emptyFillings(scale).with([singing(ben)]);
  const idsOf = (fillings: typeof one) => fillings.lineUpOf(scale.all).map(({ holder }) => holder.id);
  expect([idsOf(one.with([singing(anna)])), idsOf(one.with([singing(zoe)]))]).toEqual([
    ["Ben", "Anna"],
    ["Ben", "Zoé"],
  ]);
  expect([one.canFill(scale.all), one.canFill(scale.setOf(["Voix"]))]).toEqual([false, true]);
});

test("whoever joins takes what costs least, and of what costs the same the first place", () => {
  const scale = scaleOfRoles(["Lead", "Batterie"]);
  const [lead, drums] = [scale.setOf(["Lead"]), scale.setOf(["Batterie"])];
  const others = emptyFillings(scale).with([
    { person: zoe, parts: [lead, drums].map((roles) => ({ roles, cost: 0 })) },
  ]);
  const takenBy = (costOfLead: number) =>
    others.joinedBy({
      person: anna,
      parts: [
        { roles: drums, cost: 0 },
        { roles: lead, cost: costOfLead },
      ],
    }).taken;
  expect([takenBy(1), takenBy(0)]).toEqual([drums, lead]);
});
