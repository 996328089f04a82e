import { comparePeople, type Person } from "../../people/people.ts";
import type { RolePair } from "../critical-roles.ts";
import type { Turn, Turns } from "../turns.ts";
import { isWithin, NO_ROLE, type RoleSet, type Scale, sizeOf } from "./role-sets.ts";

/** A person as a candidate for a line-up. */
export interface Player {
  readonly person: Person;
  /** The required roles that they can hold. */
  readonly held: RoleSet;
  /** What they may take: each of these roles alone, then each combinable pair of them. */
  readonly parts: readonly RoleSet[];
}

/** Everybody is free, and nobody has played. */
export const NO_TURNS: Turns = new Map();

const NO_TURN = { played: 0, isBeyondWish: false };

/** The `people` who can hold a role of the scale. Pairs with a role that is not on the scale do not count. */
export function playersAmong(scale: Scale, people: readonly Person[], combinablePairs: readonly RolePair[]): Player[] {
  const pairs = combinablePairs.map(scale.setOf).filter((pair) => sizeOf(pair) === 2);
  // Earliest roles first, because the first of equal choices wins. The order of the group's pairs must not matter.
  const parts = [...[...new Set(scale.roles)].map((role) => scale.setOf([role])), ...pairs.toSorted((a, b) => b - a)];
  return people
    .map((person) => {
      const held = scale.heldBy(person.positions);
      return { person, held, parts: parts.filter((part) => isWithin(part, held)) };
    })
    .filter(({ held }) => held !== NO_ROLE);
}

/** Whether the person is present at another event at that time. */
export function isTaken({ person: { id } }: Pick<Player, "person">, turns: Turns): boolean {
  return turns.get(id)?.takenAt !== undefined;
}

/**
 * Sorts by who is free; then by the number of required roles, fewest first, so that versatile people stay free; then in
 * French alphabetical order.
 */
export function inPreferenceOrder(players: readonly Player[], turns = NO_TURNS): Player[] {
  return players.toSorted(
    (a, b) =>
      Number(isTaken(a, turns)) - Number(isTaken(b, turns)) ||
      sizeOf(a.held) - sizeOf(b.held) ||
      comparePeople(a.person, b.person),
  );
}

/**
 * Sorts by turn: those who are free first, then those within their wish, then those who played least, then in French
 * alphabetical order.
 */
export function byTurn(players: readonly Player[], turns: Turns): Player[] {
  const turnOf = ({ person: { id } }: Player): Pick<Turn, "played" | "isBeyondWish"> => turns.get(id) ?? NO_TURN;
  return players.toSorted(
    (a, b) =>
      Number(isTaken(a, turns)) - Number(isTaken(b, turns)) ||
      Number(turnOf(a).isBeyondWish) - Number(turnOf(b).isBeyondWish) ||
      turnOf(a).played - turnOf(b).played ||
      comparePeople(a.person, b.person),
  );
}

export function withoutPerson(players: readonly Player[], { id }: Person): Player[] {
  return players.filter(({ person }) => person.id !== id);
}

/**
 * Drops players that the best line-up never needs. For each part it keeps as many people as there are places: one of
 * them is always free, because a line-up has at most one other person for each of the other places.
 */
export function shortlist({ roles }: Scale, players: readonly Player[]): Player[] {
  const countByPart = new Map<RoleSet, number>();
  return players
    .map((player) => {
      const parts = player.parts.filter((part) => {
        const before = countByPart.get(part) ?? 0;
        countByPart.set(part, before + 1);
        return before < roles.length;
      });
      return { ...player, parts };
    })
    .filter(({ parts }) => parts.length > 0);
}
