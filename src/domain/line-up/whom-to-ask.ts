import type { CriticalRole } from "../critical-roles.ts";
import { comparePeople, type Person } from "../people.ts";
import type { Fillings } from "./fillings.ts";
import { type KeyPlayer, largestFillable } from "./line-up.ts";
import type { Player } from "./players.ts";
import { createRearranger, type Move } from "./rearrangement.ts";
import { ALL_ROLES, NO_ROLE, rolesIn } from "./role-sets.ts";

/** What somebody would take if `absent`, on whom the line-up depends, were not there. */
export interface StandIn {
  readonly absent: Person;
  readonly takes: readonly CriticalRole[];
}

/** Somebody whose yes would help, and how. */
export type PersonToAsk =
  | {
      readonly person: Person;
      /** Their yes alone gives a line-up, or lets more roles be filled at once (a missing one among others). */
      readonly help: "suffices" | "adds_roles";
      readonly takes: readonly CriticalRole[];
      /** The roles that are filled then and could not be before. */
      readonly gains: readonly CriticalRole[];
      /** Who changes roles for it, in the order in which one change follows from another; nobody when it is direct. */
      readonly moves: readonly Move[];
    }
  | {
      readonly person: Person;
      /** There is a line-up, and with this person it no longer depends on anybody. */
      readonly help: "secures";
      readonly takes: readonly CriticalRole[];
      readonly standIns: readonly StandIn[];
    };

/**
 * Where those present have no line-up: those whose yes would help, whose yes alone suffices first, then by name.
 * `lineUps` are those of `present`.
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

/** Where there is a line-up as long as none of `keys` stays away: those whose yes would end that, by name. */
export function whomToAskForSafety(keys: readonly KeyPlayer[], unanswered: readonly Player[]): PersonToAsk[] {
  return byName(unanswered).flatMap((player) => securing(player, keys));
}

function byName(players: readonly Player[]): Player[] {
  return players.toSorted((a, b) => comparePeople(a.person, b.person));
}

function securing({ person, parts }: Player, keys: readonly KeyPlayer[]): PersonToAsk[] {
  const standIns = keys.flatMap((key) =>
    parts
      .filter((roles) => key.fillingsWithout.canFill(ALL_ROLES ^ roles))
      .slice(0, 1)
      .map((roles) => ({ absent: key.person, roles })),
  );
  if (standIns.length < keys.length) return [];
  return [
    {
      person,
      help: "secures",
      takes: rolesIn(standIns.reduce((all, { roles }) => all | roles, NO_ROLE)),
      standIns: standIns.map(({ absent, roles }) => ({ absent, takes: rolesIn(roles) })),
    },
  ];
}
