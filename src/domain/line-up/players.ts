import { CRITICAL_ROLES } from "../critical-roles.ts";
import { comparePeople, type Person } from "../people.ts";
import type { RolePair } from "./role-pairs.ts";
import { isWithin, NO_ROLE, type RoleSet, roleSet, rolesHeldBy, sizeOf } from "./role-sets.ts";

/** Somebody as a line-up sees them. */
export interface Player {
  readonly person: Person;
  /** The critical roles that they can hold. */
  readonly held: RoleSet;
  /** What they may take: each of these roles by itself, then each combinable pair of them. */
  readonly parts: readonly RoleSet[];
}

/** Of seven people who may take a part one is always free: beside its taker a line-up has six people at most. */
const MOST_TAKERS = 7;

/** Those of `people` who can hold a critical role. */
export function playersAmong(people: readonly Person[], combinablePairs: readonly RolePair[]): Player[] {
  const parts = [...CRITICAL_ROLES.map((role) => [role]), ...combinablePairs].map(roleSet);
  return people
    .map((person) => {
      const held = rolesHeldBy(person.positions);
      return { person, held, parts: parts.filter((part) => isWithin(part, held)) };
    })
    .filter(({ held }) => held !== NO_ROLE);
}

/** Those who can hold the fewest critical roles first, so that the others stay free; then as a French list is read. */
export function inPreferenceOrder(players: readonly Player[]): Player[] {
  return players.toSorted((a, b) => sizeOf(a.held) - sizeOf(b.held) || comparePeople(a.person, b.person));
}

export function withoutPerson(players: readonly Player[], { id }: Person): Player[] {
  return players.filter(({ person }) => person.id !== id);
}

/** `players` with the parts for which a line-up that prefers the first can need them. */
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
