import type { Answer } from "../domain/availability.ts";
import type { CriticalRole } from "../domain/critical-roles.ts";

/** What each answer is called, on its button and in the legend. */
export const ANSWER_WORDS: Readonly<Record<Answer | "none", string>> = {
  present: "Présent",
  absent: "Absent",
  none: "Sans réponse",
};

/** What an event's state is called, by whether critical roles are missing. */
export const EVENT_STATE_WORDS = { complete: "Complet", missing: "Rôles à pourvoir" } as const;

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
