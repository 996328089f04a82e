import type { CriticalRole } from "../critical-roles.ts";
import { comparePeople, type Person } from "../people.ts";
import { bestFillings, type Fillings } from "./fillings.ts";
import { type Player, shortlist, withoutPerson } from "./players.ts";
import { ALL_ROLES, LARGEST_FIRST, NO_ROLE, type RoleSet, rolesIn, sizeOf, SMALLEST_FIRST } from "./role-sets.ts";

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
  return bestFillings(
    shortlist(players).map(({ person, parts }) => ({
      person,
      parts: parts.map((roles) => ({ roles, cost: sizeOf(roles) - 1 })),
      idleCost: 0,
    })),
  );
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

/** Those without whom `players`, who have a line-up, have none: whoever is in no line-up is no loss. */
export function keyPlayers(players: readonly Player[], lineUps: Fillings): KeyPlayer[] {
  const inLineUp = new Set(lineUps.lineUpOf(ALL_ROLES).map(({ holder }) => holder));
  return [...inLineUp]
    .map((person) => ({ person, fillingsWithout: lineUpsOf(withoutPerson(players, person)) }))
    .filter(({ fillingsWithout }) => !fillingsWithout.canFill(ALL_ROLES));
}
