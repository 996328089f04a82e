import type { CriticalRole } from "./critical-roles.ts";
import { comparePeople, type Person } from "../people/people.ts";
import type { Fillings } from "./fillings.ts";
import { type KeyPlayer, largestFillable } from "./line-up.ts";
import type { Player } from "./players.ts";
import { createRearranger, type Move } from "./rearrangement.ts";
import { ALL_ROLES, NO_ROLE, type RoleSet, rolesIn, sizeOf } from "./role-sets.ts";

/** What a person would take if `absent`, on whom the line-up depends, did not come. */
export interface StandIn {
  readonly absent: Person;
  readonly takes: readonly CriticalRole[];
}

/** A person whose yes would help, and how. */
export type PersonToAsk =
  | {
      readonly person: Person;
      /** With their yes alone there is a line-up, or more roles can be filled together, including a missing one. */
      readonly help: "suffices" | "adds_roles";
      readonly takes: readonly CriticalRole[];
      /** The roles that can be filled only then. */
      readonly gains: readonly CriticalRole[];
      /**
       * The people who change roles for it, in the order in which one change follows from another. Empty when nobody
       * has to.
       */
      readonly moves: readonly Move[];
    }
  | {
      readonly person: Person;
      /** There is a line-up. With this person it depends on nobody, or on fewer people. */
      readonly help: "secures" | "doubles";
      readonly takes: readonly CriticalRole[];
      readonly standIns: readonly StandIn[];
    };

/**
 * For an event without a line-up: the people whose yes would help. Those whose yes alone suffices come first, then by
 * name. `lineUps` are the line-ups of `present`.
 */
export function whomToAskForMore(
  present: readonly Player[],
  lineUps: Fillings,
  unanswered: readonly Player[],
): PersonToAsk[] {
  const filledBefore = largestFillable(lineUps);
  const rearrange = createRearranger(present, lineUps.lineUpOf(filledBefore));
  const helpful = byName(unanswered).flatMap((player): PersonToAsk[] => {
    const found = rearrange(player);
    if (!found) return [];
    const { filled, taken, moves } = found;
    const help = filled === ALL_ROLES ? "suffices" : "adds_roles";
    return [{ person: player.person, help, takes: rolesIn(taken), gains: rolesIn(filled & ~filledBefore), moves }];
  });
  return [...helpful.filter(({ help }) => help === "suffices"), ...helpful.filter(({ help }) => help === "adds_roles")];
}

/**
 * For an event whose line-up depends on all of `keys`: first the people whose yes would end that dependence, by name;
 * then those who could replace some of `keys`, those who could replace most first.
 */
export function whomToAskForSafety(keys: readonly KeyPlayer[], unanswered: readonly Player[]): PersonToAsk[] {
  const found = byName(unanswered).map(({ person, parts }) => ({ person, standIns: standInsOf(parts, keys) }));
  return found
    .filter(({ standIns }) => standIns.length > 0)
    .toSorted((a, b) => b.standIns.length - a.standIns.length)
    .map(({ person, standIns }) => ({
      person,
      help: standIns.length < keys.length ? "doubles" : "secures",
      takes: rolesIn(standIns.reduce((all, { roles }) => all | roles, NO_ROLE)),
      standIns: standIns.map(({ absent, roles }) => ({ absent, takes: rolesIn(roles) })),
    }));
}

function byName(players: readonly Player[]): Player[] {
  return players.toSorted((a, b) => comparePeople(a.person, b.person));
}

/** Which of `keys` a person with these parts could replace, and what they would take. */
function standInsOf(parts: readonly RoleSet[], keys: readonly KeyPlayer[]) {
  return keys.flatMap((key) =>
    parts
      .filter((roles) => key.fillingsWithout.canFill(ALL_ROLES ^ roles))
      // Prefers one role to two. Among pairs the choice does not depend on the group's order of pairs.
      .toSorted((a, b) => sizeOf(a) - sizeOf(b) || b - a)
      .slice(0, 1)
      .map((roles) => ({ absent: key.person, roles })),
  );
}
