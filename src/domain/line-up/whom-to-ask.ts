import type { CriticalRole } from "../critical-roles.ts";
import { comparePeople, type Person } from "../people.ts";
import { type KeyPlayer, keyPlayers, largestFillable, lineUpsOf } from "./line-up.ts";
import type { Player } from "./players.ts";
import { createRearranger, type Move } from "./rearrangement.ts";
import { ALL_ROLES, NO_ROLE, type RoleSet, rolesIn } from "./role-sets.ts";

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
      /** What they would take when one of those is not there. */
      readonly takes: readonly CriticalRole[];
      readonly standsInFor: readonly Person[];
    };

/** Those among `unanswered` whose yes would help `present`: whose yes alone suffices first, then by name. */
export function whomToAsk(present: readonly Player[], unanswered: readonly Player[]): PersonToAsk[] {
  const askable = unanswered.toSorted((a, b) => comparePeople(a.person, b.person));
  const lineUps = lineUpsOf(present);
  if (lineUps.canFill(ALL_ROLES)) {
    const keys = keyPlayers(present, lineUps);
    return keys.length > 0 ? askable.flatMap((player) => securing(player, keys)) : [];
  }
  const filledBefore = largestFillable(lineUps);
  const rearrange = createRearranger(present, lineUps.lineUpOf(filledBefore));
  const helpful = askable.flatMap((player): PersonToAsk[] => {
    const found = rearrange(player);
    if (!found) return [];
    const { filled, taken, moves } = found;
    const help = filled === ALL_ROLES ? "suffices" : "adds_roles";
    return [{ person: player.person, help, takes: rolesIn(taken), gains: rolesIn(filled & ~filledBefore), moves }];
  });
  return [...helpful.filter(({ help }) => help === "suffices"), ...helpful.filter(({ help }) => help === "adds_roles")];
}

function securing({ person, parts }: Player, keys: readonly KeyPlayer[]): PersonToAsk[] {
  let takes: RoleSet = NO_ROLE;
  for (const { fillingsWithout } of keys) {
    const part = parts.find((roles) => fillingsWithout.canFill(ALL_ROLES ^ roles));
    if (part === undefined) return [];
    takes |= part;
  }
  return [{ person, help: "secures", takes: rolesIn(takes), standsInFor: keys.map((key) => key.person) }];
}
