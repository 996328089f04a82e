import { type CriticalRole, missingRoles } from "./critical-roles.ts";
import type { Person } from "../people/people.ts";
import type { LineUp } from "./fillings.ts";
import {
  type Blockage,
  blockageOf,
  type KeyPlayer,
  keyPlayers,
  largestFillable,
  leftOutBy,
  lineUpsOf,
} from "./line-up.ts";
import { type PlayQuestion, playState, presentPlayers, unansweredPlayers } from "./play-state.ts";
import { inPreferenceOrder } from "./players.ts";
import { ALL_ROLES, rolesHeldBy, rolesIn } from "./role-sets.ts";
import { type PersonToAsk, whomToAskForMore, whomToAskForSafety } from "./whom-to-ask.ts";

/** A person whose absence alone would make a line-up impossible, and the roles that would then be left out. */
export interface WeakPoint {
  readonly person: Person;
  readonly leftOut: readonly CriticalRole[];
}

/** The result when not all roles can be filled together. */
interface Incomplete {
  /** The largest line-up that the people present can fill. */
  readonly lineUp: LineUp;
  /** The roles that this line-up leaves out. */
  readonly leftOut: readonly CriticalRole[];
  readonly toAsk: readonly PersonToAsk[];
}

/** The whole answer to « Peut-on jouer ? » ("Can we play?"), as data. */
export type PlayVerdict = { readonly isPast: boolean } & (
  | { readonly state: "complete"; readonly lineUp: LineUp }
  | {
      readonly state: "fragile";
      readonly lineUp: LineUp;
      readonly weakPoints: readonly WeakPoint[];
      readonly toAsk: readonly PersonToAsk[];
    }
  | ({ readonly state: "not_together"; readonly blockage: Blockage } & Incomplete)
  | ({ readonly state: "roles_to_fill"; readonly missing: readonly CriticalRole[] } & Incomplete)
  | ({
      readonly state: "out_of_reach";
      readonly missing: readonly CriticalRole[];
      /** What makes a line-up impossible even if everybody who has not answered came. */
      readonly blockage: Blockage;
      /** The roles that no known person holds, whatever they answered. */
      readonly heldByNobody: readonly CriticalRole[];
    } & Incomplete)
);

export function playVerdict(question: PlayQuestion): PlayVerdict {
  const state = playState(question);
  const { availability, isPast } = question;
  const present = inPreferenceOrder(presentPlayers(question));
  const unanswered = unansweredPlayers(question);
  const lineUps = lineUpsOf(present);
  const lineUp = lineUps.lineUpOf(largestFillable(lineUps));
  if (state === "complete") return { isPast, state, lineUp };
  if (state === "fragile") {
    const keys = keyPlayers(present, lineUps);
    return { isPast, state, lineUp, weakPoints: keys.map(weakPointOf), toAsk: whomToAskForSafety(keys, unanswered) };
  }
  const toAsk = whomToAskForMore(present, lineUps, unanswered);
  const incomplete = { isPast, lineUp, leftOut: leftOutBy(lineUps), toAsk };
  if (state === "not_together") return { ...incomplete, state, blockage: blockageOf(present, lineUps) };

  const missing = missingRoles(availability);
  if (state === "roles_to_fill") return { ...incomplete, state, missing };

  const everybody = [...present, ...unanswered];
  const blockage = blockageOf(everybody, lineUpsOf(everybody));
  return { ...incomplete, state, missing, blockage, heldByNobody: heldByNobody(question) };
}

function weakPointOf({ person, fillingsWithout }: KeyPlayer): WeakPoint {
  return { person, leftOut: leftOutBy(fillingsWithout) };
}

function heldByNobody({ availability, people }: PlayQuestion): readonly CriticalRole[] {
  const services = [...availability.map(({ position }) => position), ...people.flatMap(({ positions }) => positions)];
  return rolesIn(ALL_ROLES ^ rolesHeldBy(services));
}
