import { describe, expect, test } from "vitest";
import { CRITICAL_ROLES } from "./critical-roles.ts";
import { COST_UNIT, PLACES } from "./fillings.ts";
import { MOST_TAKERS } from "./players.ts";
import { CHANGE_COST } from "./rearrangement.ts";

// A weight that overflows would silently pick a wrong line-up.
describe("the weight of a line-up", () => {
  const roles = CRITICAL_ROLES.length;

  test("has a place for everybody that a shortlist keeps for one role: for it alone, and for each pair with it", () => {
    expect(PLACES).toBeGreaterThanOrEqual(MOST_TAKERS * roles);
  });

  test("is a whole number that is held exactly, even where every role changes hands and people take two", () => {
    const highestCost = roles * CHANGE_COST + Math.floor(roles / 2);
    expect((highestCost + 1) * COST_UNIT).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
  });
});
