import type { Person } from "../people/people.ts";
import type { BandRole } from "./band-roles.ts";
import type { Fillings, Move } from "./fillings.ts";
import { type KeyPlayer, largestFillable } from "./line-up.ts";
import { byTurn, type Player } from "./players/players.ts";
import { NO_ROLE, type RoleSet, type Scale } from "./players/role-sets.ts";
import { createRearranger } from "./rearrangement.ts";
import type { Turns } from "./turns.ts";

/** The roles that a person would take if `absent`, a key person of the line-up, did not come. */
export interface StandIn {
  readonly absent: Person;
  readonly takes: readonly BandRole[];
}

/** A person whose yes would help, and how. */
export type PersonToAsk =
  | {
      readonly person: Person;
      /** With their yes alone there is a line-up (`suffices`), or more roles can be filled together (`adds_roles`). */
      readonly help: "suffices" | "adds_roles";
      readonly takes: readonly BandRole[];
      /** The roles that can be filled only with their yes. */
      readonly gains: readonly BandRole[];
      /** The people who would change roles, in the order in which one change causes the next. */
      readonly moves: readonly Move[];
    }
  | {
      readonly person: Person;
      /** There is a line-up. With this person it depends on nobody (`secures`), or on fewer people (`doubles`). */
      readonly help: "secures" | "doubles";
      readonly takes: readonly BandRole[];
      readonly standIns: readonly StandIn[];
    };

/**
 * For an event without a line-up: the people whose yes would help. Those whose yes alone suffices come first, then by
 * turn. `lineUps` are the line-ups of `present`.
 */
export function whomToAskForMore(
  present: readonly Player[],
  lineUps: Fillings,
  unanswered: readonly Player[],
  turns: Turns,
): PersonToAsk[] {
  const { scale } = lineUps;
  const filledBefore = largestFillable(lineUps);
  const rearrange = createRearranger(scale, present, lineUps.lineUpOf(filledBefore));
  const helpful = byTurn(unanswered, turns).flatMap((player): PersonToAsk[] => {
    const found = rearrange(player);
    if (!found) return [];
    const { filled, taken, moves } = found;
    const help = filled === scale.all ? "suffices" : "adds_roles";
    return [
      { person: player.person, help, takes: scale.rolesIn(taken), gains: scale.rolesIn(filled & ~filledBefore), moves },
    ];
  });
  return [...helpful.filter(({ help }) => help === "suffices"), ...helpful.filter(({ help }) => help === "adds_roles")];
}

/**
 * For an event whose line-up depends on all of `keys`: first the people whose yes would end that dependence, by turn;
 * then those who could replace some of `keys`, those who could replace most first.
 */
export function whomToAskForSafety(
  scale: Scale,
  keys: readonly KeyPlayer[],
  unanswered: readonly Player[],
  turns: Turns,
): PersonToAsk[] {
  const found = byTurn(unanswered, turns).map(({ person, parts }) => ({
    person,
    standIns: standInsOf(scale, parts, keys),
  }));
  return found
    .filter(({ standIns }) => standIns.length > 0)
    .toSorted((a, b) => b.standIns.length - a.standIns.length)
    .map(({ person, standIns }) => ({
      person,
      help: standIns.length < keys.length ? "doubles" : "secures",
      takes: scale.rolesIn(standIns.reduce((all, { roles }) => all | roles, NO_ROLE)),
      standIns: standIns.map(({ absent, roles }) => ({ absent, takes: scale.rolesIn(roles) })),
    }));
}

/** Which of `keys` a person who may take any one of `choices` could replace, and what they would take. */
function standInsOf(scale: Scale, choices: readonly RoleSet[], keys: readonly KeyPlayer[]) {
  return keys.flatMap((key) => {
    // The first one: `choices` begin with single roles, in the scale's order.
    const roles = choices.find((choice) => key.fillableWithout.canFill(scale.without(scale.all, choice)));
    return roles === undefined ? [] : [{ absent: key.person, roles }];
  });
}
