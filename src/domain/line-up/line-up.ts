import type { CriticalRole } from "../critical-roles.ts";
import { comparePeople, type Person } from "../people.ts";
import { type Candidate, type Fillings, NOBODY } from "./fillings.ts";
import { type Player, shortlist } from "./players.ts";
import { ALL_ROLES, LARGEST_FIRST, NO_ROLE, type RoleSet, rolesIn, secondRoles, SMALLEST_FIRST } from "./role-sets.ts";

/** What keeps people from a line-up, and all of them who hold one of these roles. */
export interface Blockage {
  /** The roles that nobody holds, if there are any; else the smallest set, the earliest one, that they cannot fill. */
  readonly roles: readonly CriticalRole[];
  /** Nobody for roles that nobody holds. */
  readonly holders: readonly Person[];
}

/** Somebody without whom there is no line-up. */
export interface KeyPlayer {
  readonly person: Person;
  /** What the others can fill. */
  readonly fillingsWithout: Fillings;
}

/** The line-ups of `players`: fewest people with two roles; then, role by role, the holder who comes first. */
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

/** What keeps `players`, whose `lineUps` have none of all seven roles, from one. */
export function blockageOf(players: readonly Player[], lineUps: Fillings): Blockage {
  const held = players.reduce((all, player) => all | player.held, NO_ROLE);
  if (held !== ALL_ROLES) return { roles: rolesIn(ALL_ROLES ^ held), holders: [] };
  const blocked = SMALLEST_FIRST.find((roles) => !lineUps.canFill(roles)) as RoleSet;
  const holders = players.filter((player) => (player.held & blocked) !== 0).map(({ person }) => person);
  return { roles: rolesIn(blocked), holders: holders.toSorted(comparePeople) };
}

/**
 * Those without whom `players`, who have a line-up, have none, in its order. Only its own people are tried: without
 * anybody else it is still there.
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
