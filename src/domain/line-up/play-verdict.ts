import type { Person } from "../people/people.ts";
import type { BandRole } from "./band-roles.ts";
import { missingRoles } from "./critical-roles.ts";
import { type LineUp, lineUpsOf } from "./fillings.ts";
import { type Blockage, blockageOf, type KeyPlayer, keyPlayers, largestFillable, leftOutBy } from "./line-up.ts";
import { countedOnce, type PlayQuestion, playState, presentPlayers, unansweredPlayers } from "./play-state.ts";
import { fillableBy } from "./players/fillable.ts";
import { inPreferenceOrder, NO_TURNS } from "./players/players.ts";
import { scaleOfRoles } from "./players/role-sets.ts";
import type { Turns } from "./turns.ts";
import { type PersonToAsk, whomToAskForMore, whomToAskForSafety } from "./whom-to-ask.ts";

/** A person whose absence alone would make a line-up impossible, and the roles that would then be left out. */
export interface WeakPoint {
  readonly person: Person;
  readonly leftOut: readonly BandRole[];
}

/** The result when not all roles can be filled together. */
interface Incomplete {
  /** The largest line-up that the people present can fill. */
  readonly lineUp: LineUp;
  /** The roles that this line-up leaves out. */
  readonly leftOut: readonly BandRole[];
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
  | ({ readonly state: "roles_to_fill"; readonly missing: readonly BandRole[] } & Incomplete)
  | ({
      readonly state: "out_of_reach";
      readonly missing: readonly BandRole[];
      /** What makes a line-up impossible even if everybody who has not answered came. */
      readonly blockage: Blockage;
      /** The roles that too few known people hold, whatever they answered; each once for each missing person. */
      readonly heldByNobody: readonly BandRole[];
    } & Incomplete)
);

/**
 * Whether the people present can play an event, with which line-up, and whom to ask.
 * @param turns sorts the people whose yes would help equally: free people first, then those who played least. People
 *   who are taken (by another event at that time) play only where nobody else can. Left out: everybody is free.
 */
export function playVerdict(question: PlayQuestion, turns: Turns = NO_TURNS): PlayVerdict {
  const state = playState(question);
  const { requiredRoles, isPast } = question;
  const counted = countedOnce(question);
  const scale = scaleOfRoles(requiredRoles);
  const present = inPreferenceOrder(presentPlayers(counted), turns);
  const unanswered = unansweredPlayers(question);
  const lineUps = lineUpsOf(scale, present, turns);
  const lineUp = lineUps.lineUpOf(largestFillable(lineUps));
  if (state === "complete") return { isPast, state, lineUp };
  if (state === "fragile") {
    const keys = keyPlayers(present, lineUps);
    return {
      isPast,
      state,
      lineUp,
      weakPoints: keys.map(weakPointOf),
      toAsk: whomToAskForSafety(scale, keys, unanswered, turns),
    };
  }
  const toAsk = whomToAskForMore(present, lineUps, unanswered, turns);
  const incomplete = { isPast, lineUp, leftOut: leftOutBy(lineUps), toAsk };
  if (state === "not_together") return { ...incomplete, state, blockage: blockageOf(present, lineUps) };

  const missing = missingRoles(counted.availability, requiredRoles);
  if (state === "roles_to_fill") return { ...incomplete, state, missing };

  const everybody = [...present, ...unanswered];
  const blockage = blockageOf(everybody, fillableBy(scale, everybody));
  return { ...incomplete, state, missing, blockage, heldByNobody: heldByNobody(question) };
}

function weakPointOf({ person, fillableWithout }: KeyPlayer): WeakPoint {
  return { person, leftOut: leftOutBy(fillableWithout) };
}

function heldByNobody({ availability, people, requiredRoles }: PlayQuestion): readonly BandRole[] {
  const scale = scaleOfRoles(requiredRoles);
  // A person counts with their current services and with those recorded in their answer.
  const answered = Map.groupBy(availability, ({ userId }) => userId);
  const ids = new Set([...answered.keys(), ...people.map(({ id }) => id)]);
  const services = new Map(people.map(({ id, positions }) => [id, positions]));
  const held = Array.from(ids, (id) =>
    scale.heldBy([...(answered.get(id)?.map(({ position }) => position) ?? []), ...(services.get(id) ?? [])]),
  );
  return scale.rolesIn(scale.all ^ scale.coveredBy(held));
}
