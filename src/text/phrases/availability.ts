import type { Answer } from "../domain/availability.ts";
import type { CriticalRole } from "../domain/critical-roles.ts";
import type { PlayState } from "../domain/line-up/play-state.ts";
import { PLAY_STATE_WORDS } from "./play-state.ts";

/** What each answer is called, on its button and in the legend. */
export const ANSWER_WORDS: Readonly<Record<Answer | "none", string>> = {
  present: "Présent",
  absent: "Absent",
  none: "Sans réponse",
};

/**
 * What an event's state is called in calendar and lists. Nine line-ups out of ten hang on somebody: an alarm that is
 * always on is none, so the nuance is told on the event's page only.
 */
export const LIST_STATE_WORDS: Readonly<Record<PlayState, string>> = {
  ...PLAY_STATE_WORDS,
  fragile: PLAY_STATE_WORDS.complete,
};

export const availabilityText = {
  missingRoles: "Rôles critiques manquants",
  covered: "Couvert",
  uncovered: "Manquant",
} as const;

/** « Manque : Batterie, Bass » (specification §2, "Upcoming list") */
export function missingSentence(roles: readonly CriticalRole[]): string {
  return `Manque\u00a0: ${roles.join(", ")}`;
}

/** « Présents : Camille Perrin, Yannick Morel » */
export function presentSentence(names: readonly string[]): string {
  return `Présents\u00a0: ${names.join(", ")}`;
}
