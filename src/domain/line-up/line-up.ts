import type { CriticalRole } from "./critical-roles.ts";
import { comparePeople, type Person } from "../people/people.ts";
import { type Candidate, type Fillings, NOBODY } from "./fillings.ts";
import { type Player, shortlist } from "./players.ts";
import { ALL_ROLES, LARGEST_FIRST, NO_ROLE, type RoleSet, rolesIn, secondRoles, SMALLEST_FIRST } from "./role-sets.ts";

/** Why a line-up is impossible: the roles in conflict, and all people who hold one of them. */
export interface Blockage {
  /**
   * The roles that nobody holds, if any; else the smallest set that cannot be filled, the earliest one of that size.
   */
  readonly roles: readonly CriticalRole[];
  /** Empty for roles that nobody holds. */
  readonly holders: readonly Person[];
}

/** A person without whom there is no line-up. */
export interface KeyPlayer {
  readonly person: Person;
  /** What can be filled without them. */
  readonly fillingsWithout: Fillings;
}

/** The best line-ups of `players`: with the fewest people with two roles; then, role by role, with the earliest players. */
export function lineUpsOf(players: readonly Player[]): Fillings {
  return NOBODY.and(shortlist(players).map(candidateOf));
}

function candidateOf({ person, parts }: Player): Candidate {
  return { person, parts: parts.map((roles) => ({ roles, cost: secondRoles(roles) })) };
}

/** The largest set that can be filled; of several, the one that keeps the earliest roles. */
export function largestFillable(fillings: Fillings): RoleSet {
  return LARGEST_FIRST.find((roles) => fillings.canFill(roles)) as RoleSet;
}

/** The roles that the largest fillable set leaves out, in the scale's order. */
export function leftOutBy(fillings: Fillings): readonly CriticalRole[] {
  return rolesIn(ALL_ROLES ^ largestFillable(fillings));
}

/** Why `players` cannot fill all roles. Call it only when `lineUps` has no complete line-up. */
export function blockageOf(players: readonly Player[], lineUps: Fillings): Blockage {
  const held = players.reduce((all, player) => all | player.held, NO_ROLE);
  if (held !== ALL_ROLES) return { roles: rolesIn(ALL_ROLES ^ held), holders: [] };
  const blocked = SMALLEST_FIRST.find((roles) => !lineUps.canFill(roles)) as RoleSet;
  const holders = players.filter((player) => (player.held & blocked) !== 0).map(({ person }) => person);
  return { roles: rolesIn(blocked), holders: holders.toSorted(comparePeople) };
}

/**
 * The people without whom `players` have no complete line-up, in the order of the present one, which must exist. Only its
 * members are tried, because the absence of anybody else leaves it intact.
 */
export function keyPlayers(players: readonly Player[], lineUps: Fillings): KeyPlayer[] {
  const chosen = new Set(lineUps.lineUpOf(ALL_ROLES).map(({ holder }) => holder));
  const fillingsOfOthers = lineUpsOf(players.filter(({ person }) => !chosen.has(person)));
  const candidates = [...chosen].flatMap((holder) =>
    players.filter(({ person }) => person === holder).map(candidateOf),
  );
  return candidates
    .map((absent) => ({
      person: absent.person,
      fillingsWithout: fillingsOfOthers.and(candidates.filter((candidate) => candidate !== absent)),
    }))
    .filter(({ fillingsWithout }) => !fillingsWithout.canFill(ALL_ROLES));
}
