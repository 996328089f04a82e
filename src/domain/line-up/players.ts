import { CRITICAL_ROLES } from "./critical-roles.ts";
import { comparePeople, type Person } from "../people/people.ts";
import type { RolePair } from "./role-pairs.ts";
import { isWithin, NO_ROLE, type RoleSet, roleSet, rolesHeldBy, sizeOf } from "./role-sets.ts";

/** A person as a candidate for a line-up. */
export interface Player {
  readonly person: Person;
  /** The critical roles that they can hold. */
  readonly held: RoleSet;
  /** What they may take: each of these roles alone, then each combinable pair of them. */
  readonly parts: readonly RoleSet[];
}

/**
 * How many people are kept for each part. One of them is always free, because a line-up has at most one other person
 * for each of the other roles.
 */
export const MOST_TAKERS = CRITICAL_ROLES.length;

/** The `people` who can hold a critical role. */
export function playersAmong(people: readonly Person[], combinablePairs: readonly RolePair[]): Player[] {
  // Earliest roles first: among equal choices the first counts, whatever the order of the group's pairs.
  const pairs = combinablePairs.map(roleSet).toSorted((a, b) => b - a);
  const parts = [...CRITICAL_ROLES.map((role) => roleSet([role])), ...pairs];
  return people
    .map((person) => {
      const held = rolesHeldBy(person.positions);
      return { person, held, parts: parts.filter((part) => isWithin(part, held)) };
    })
    .filter(({ held }) => held !== NO_ROLE);
}

/**
 * Sorts by the number of critical roles, fewest first, so that versatile people stay free; then in French alphabetical
 * order.
 */
export function inPreferenceOrder(players: readonly Player[]): Player[] {
  return players.toSorted((a, b) => sizeOf(a.held) - sizeOf(b.held) || comparePeople(a.person, b.person));
}

export function withoutPerson(players: readonly Player[], { id }: Person): Player[] {
  return players.filter(({ person }) => person.id !== id);
}

/** `players`, each with only those parts for which the best line-up may need them. */
export function shortlist(players: readonly Player[]): Player[] {
  const takers = new Map<RoleSet, number>();
  return players
    .map((player) => {
      const parts = player.parts.filter((part) => {
        const before = takers.get(part) ?? 0;
        takers.set(part, before + 1);
        return before < MOST_TAKERS;
      });
      return { ...player, parts };
    })
    .filter(({ parts }) => parts.length > 0);
}
