import { CRITICAL_ROLES, type CriticalRole } from "../critical-roles.ts";
import type { Person } from "../people.ts";
import { ALL_ROLES, bitNumber, isWithin, NO_ROLE, type RoleSet, rolesIn } from "./role-sets.ts";

/** What somebody may take in a line-up, one role or a combinable pair, and what that costs (a small whole number). */
export interface Part {
  readonly roles: RoleSet;
  readonly cost: number;
}

export interface Candidate {
  readonly person: Person;
  readonly parts: readonly Part[];
  /** What it costs to leave this person without a role. */
  readonly idleCost: number;
}

/** Who takes one role. */
export interface Holding {
  readonly role: CriticalRole;
  readonly holder: Person;
}

/** Who takes which role, in the scale's order: all seven, or those that can be filled. */
export type LineUp = readonly Holding[];

/** For each set of roles, the best way to fill it. */
export interface Fillings {
  canFill(roles: RoleSet): boolean;
  /** What the best way to fill these roles costs in all; infinite where there is none. */
  costOf(roles: RoleSet): number;
  /** The best way to fill these roles, which can be filled. */
  lineUpOf(roles: RoleSet): LineUp;
}

/**
 * A way of filling roles is one number: its cost, then for each role, in the scale's order, a digit with the place of
 * its holder among those who may take it. Adding numbers adds people; the least number is the cheapest way with the
 * first holders. Seven digits of 6 bits leave 11 bits for the cost, of the 53 that a number holds exactly.
 */
const PLACES = 64;
const COST_UNIT = PLACES ** CRITICAL_ROLES.length;

type Takers = Readonly<Record<CriticalRole, Person[]>>;

/** The best filling of each set of roles by `candidates`, who stand in order of preference, at most 64 to a role. */
export function bestFillings(candidates: readonly Candidate[]): Fillings {
  const takers: Takers = { Lead: [], Batterie: [], Bass: [], Piano: [], Guitare: [], Sono: [], Pasteur: [] };
  let least: Float64Array = new Float64Array(ALL_ROLES + 1).fill(Infinity);
  least[NO_ROLE] = 0;
  for (const { person, parts, idleCost } of candidates) {
    const weighted = parts.map(({ roles, cost }) => ({ roles, weight: cost * COST_UNIT + placesAfter(takers, roles) }));
    least = withOneMore(least, weighted, idleCost * COST_UNIT);
    for (const role of rolesIn(parts.reduce((all, { roles }) => all | roles, NO_ROLE))) takers[role].push(person);
  }
  const weightOf = (roles: RoleSet): number => least[roles] as number;
  return {
    canFill: (roles) => weightOf(roles) < Infinity,
    costOf: (roles) => Math.floor(weightOf(roles) / COST_UNIT),
    lineUpOf: (roles) => {
      const weight = weightOf(roles);
      return rolesIn(roles).map((role) => ({ role, holder: takers[role][placeIn(weight, role)] as Person }));
    },
  };
}

/** The digits of somebody who comes after all those who may take these roles so far. */
function placesAfter(takers: Takers, roles: RoleSet): number {
  return rolesIn(roles).reduce((digits, role) => digits + takers[role].length * PLACES ** bitNumber(role), 0);
}

function placeIn(weight: number, role: CriticalRole): number {
  return Math.floor(weight / PLACES ** bitNumber(role)) % PLACES;
}

/** The least weight of each set when one more person takes one of their parts, or none. */
function withOneMore(
  least: Float64Array,
  parts: readonly { readonly roles: RoleSet; readonly weight: number }[],
  idleWeight: number,
): Float64Array {
  return least.map((weightWithout, set) => {
    let best = weightWithout + idleWeight;
    for (const { roles, weight } of parts) {
      if (isWithin(roles, set)) best = Math.min(best, (least[set ^ roles] as number) + weight);
    }
    return best;
  });
}
