import { describe, expect, test } from "vitest";
import { BAND_ROLES } from "./band-roles.ts";
import { digitsOf } from "./fillings.ts";
import { scaleOfRoles } from "./players/role-sets.ts";
import { ROLE_PAIRS } from "./role-pairs.ts";

// A weight that overflows would silently pick a wrong line-up.
describe("the weight of a line-up", () => {
  const roles = BAND_ROLES.length;
  const digits = digitsOf(scaleOfRoles(BAND_ROLES));

  test("has a digit for each role, with two places for everybody whom a shortlist keeps for it", () => {
    for (const { role, places } of digits) {
      const parts = 1 + ROLE_PAIRS.filter((pair) => pair.some((of) => of === role)).length;
      // Those of a kept line-up are never left out.
      expect(places).toBeGreaterThan(2 * (roles * parts + roles));
    }
    expect(digits.map(({ role }) => role)).toEqual(BAND_ROLES);
  });

  test.each([true, false])("is held exactly, and its digits do not overlap (early: %s)", (isEarly) => {
    const own = digits.filter((digit) => digit.isEarly === isEarly).toReversed();
    const next = own.reduce((unit, digit) => {
      expect(digit.unit).toBe(unit);
      return unit * digit.places;
    }, 1);
    expect(next).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
  });
});
