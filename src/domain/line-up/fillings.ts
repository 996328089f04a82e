import { CRITICAL_ROLES, type CriticalRole } from "./critical-roles.ts";
import type { Person } from "../people/people.ts";
import { ALL_ROLES, bitNumber, isWithin, NO_ROLE, type RoleSet, rolesIn } from "./role-sets.ts";

/** What a person may take in a line-up, one role or a combinable pair, and its cost (a small whole number). */
export interface Part {
  readonly roles: RoleSet;
  readonly cost: number;
}

export interface Candidate {
  readonly person: Person;
  readonly parts: readonly Part[];
}

/** One role and the person who takes it. */
export interface Holding {
  readonly role: CriticalRole;
  readonly holder: Person;
}

/** Who takes which role, in the scale's order: all roles, or those that can be filled. */
export type LineUp = readonly Holding[];

/** For each set of roles, the best way to fill it with the people so far. */
export interface Fillings {
  canFill(roles: RoleSet): boolean;
  /** The total cost of the best way to fill these roles; infinite if there is none. */
  costOf(roles: RoleSet): number;
  /** The best way to fill these roles, which can be filled. */
  lineUpOf(roles: RoleSet): LineUp;
  /** Adds these people, in order of preference, after the others. At most `PLACES` people may take one role. */
  and(candidates: readonly Candidate[]): Fillings;
}

/**
 * A way of filling roles is one number: its cost, then for each role, in the scale's order, a digit with the place of
 * its holder among those who may take it. Adding numbers adds people. The smallest number is the cheapest way, and
 * among equal costs the one with the earliest holders. Whether the digits and the cost fit into the 53 bits of a number
 * is tested in fillings.test.ts.
 */
export const PLACES = 64;
export const COST_UNIT = PLACES ** CRITICAL_ROLES.length;

/** The least number of each set of roles, infinite for a set that cannot be filled. */
type LeastWeights = Float64Array;
type Takers = Readonly<Record<CriticalRole, Person[]>>;

interface WeightedPart {
  readonly roles: RoleSet;
  readonly weight: number;
}

const NOTHING_FILLED: LeastWeights = new Float64Array(ALL_ROLES + 1).fill(Infinity).fill(0, NO_ROLE, NO_ROLE + 1);
const NO_TAKERS = Object.fromEntries(CRITICAL_ROLES.map((role) => [role, []])) as Readonly<
  Record<string, Person[]>
> as Takers;

/** The fillings without any people: only the empty set of roles. */
export const NOBODY: Fillings = fillingsFrom(NOTHING_FILLED, NO_TAKERS);

function fillingsFrom(least: LeastWeights, takers: Takers): Fillings {
  const weightOf = (roles: RoleSet): number => least[roles] as number;
  return {
    canFill: (roles) => weightOf(roles) < Infinity,
    costOf: (roles) => Math.floor(weightOf(roles) / COST_UNIT),
    lineUpOf: (roles) => {
      const weight = weightOf(roles);
      return rolesIn(roles).map((role) => ({ role, holder: takers[role][placeIn(weight, role)] as Person }));
    },
    and: (candidates) => addCandidates(least, takers, candidates),
  };
}

function placeIn(weight: number, role: CriticalRole): number {
  return Math.floor(weight / PLACES ** bitNumber(role)) % PLACES;
}

function addCandidates(leastBefore: LeastWeights, takersBefore: Takers, candidates: readonly Candidate[]): Fillings {
  const least = leastBefore.slice();
  const takers = Object.fromEntries(CRITICAL_ROLES.map((role) => [role, [...takersBefore[role]]])) as Takers;
  for (const { person, parts } of candidates) {
    const weighted = parts.map(({ roles, cost }) => ({ roles, weight: cost * COST_UNIT + placesAfter(takers, roles) }));
    addPerson(least, weighted);
    for (const role of rolesIn(parts.reduce((all, { roles }) => all | roles, NO_ROLE))) takers[role].push(person);
  }
  return fillingsFrom(least, takers);
}

/** The digits of a person who comes after all who may take these roles so far. */
function placesAfter(takers: Takers, roles: RoleSet): number {
  return rolesIn(roles).reduce((digits, role) => digits + takers[role].length * PLACES ** bitNumber(role), 0);
}

/**
 * Updates the least weight of each set for one more person, who takes one of their parts or none. It goes from the
 * largest set number down: a set without a part has a smaller number, so its weight does not include this person yet.
 */
function addPerson(least: LeastWeights, parts: readonly WeightedPart[]): void {
  for (let set = ALL_ROLES; set > NO_ROLE; set -= 1) {
    let best = least[set] as number;
    for (const { roles, weight } of parts) {
      if (!isWithin(roles, set)) continue;
      const together = (least[set ^ roles] as number) + weight;
      if (together < best) best = together;
    }
    least[set] = best;
  }
}
