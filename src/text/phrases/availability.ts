import type { Answer } from "../../domain/availability/availability.ts";
import type { BandRole } from "../../domain/line-up/band-roles.ts";
import type { PlayState } from "../../domain/line-up/play-state.ts";
import { missingNames } from "./places.ts";

/** The name of each answer to « Peut-on jouer ? ». */
export const PLAY_STATE_WORDS: Readonly<Record<PlayState, string>> = {
  complete: "Complet",
  fragile: "Complet, mais fragile",
  not_together: "Couvert, mais pas ensemble",
  roles_to_fill: "Rôles à pourvoir",
  out_of_reach: "Hors de portée",
};

/** The name of each answer, on its button and in the legend. */
export const ANSWER_WORDS: Readonly<Record<Answer | "none", string>> = {
  present: "Présent",
  absent: "Absent",
  none: "Sans réponse",
};

/**
 * The name of an event's state in calendar and lists. Nine of ten line-ups depend on one person, so a warning there
 * would be useless. Only the event's page shows it.
 */
export const LIST_STATE_WORDS: Readonly<Record<PlayState, string>> = {
  ...PLAY_STATE_WORDS,
  fragile: PLAY_STATE_WORDS.complete,
};

export const availabilityText = {
  missingRoles: "Rôles critiques manquants",
  inAbsence: "en absence",
  covered: "Couvert",
  uncovered: "Manquant",
} as const;

/** Comes before the user's own roles: « Vous jouez : Lead et Guitare » */
export const YOU_PLAY = "Vous jouez\u00a0: ";
/** The two parts of « joue : » */
export const PLAYS = " joue";
export const AFTER_PLAYS = "\u00a0: ";
export const personPlays = (firstName: string) => `${firstName}${PLAYS}${AFTER_PLAYS}`;

/** « Lead et Guitare »: nobody has more than two roles */
export const playedRoles = (roles: readonly string[]) => roles.join(" et ");

/** « Manque : Batterie, Voix (1 sur 2) » (specification §2, "Upcoming list") */
export const missingSentence = (missing: readonly BandRole[], required: readonly BandRole[] = []) =>
  `Manque\u00a0: ${missingNames(missing, required).join(", ")}`;

/** « Présents : Camille Perrin, Yannick Morel » */
export const presentSentence = (names: readonly string[]) => `Présents\u00a0: ${names.join(", ")}`;

/** The state of a kept line-up from which somebody dropped out. Only people who may repair it see it. */
export const LINE_UP_TO_REPAIR = "Formation à réparer";
