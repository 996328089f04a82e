import type { PlayState } from "../../domain/line-up/play-state.ts";

/** The name of each answer to « Peut-on jouer ? ». */
export const PLAY_STATE_WORDS: Readonly<Record<PlayState, string>> = {
  complete: "Complet",
  fragile: "Complet, mais fragile",
  not_together: "Couvert, mais pas ensemble",
  roles_to_fill: "Rôles à pourvoir",
  out_of_reach: "Hors de portée",
};
