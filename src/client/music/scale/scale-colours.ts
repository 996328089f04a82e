import type { PlayState } from "#domain/line-up/play-state.ts";

interface BarColours {
  readonly full: string;
  readonly hollow: string;
  /** Colour of bars under an arc. */
  readonly tie: string;
}

const QUIET = "fill-ink-3/75";

/** Colours of the bars: full bars have the state's colour only if everything can be played. */
export const SCALE_COLOURS: Readonly<Record<PlayState, BarColours>> = {
  complete: { full: "fill-ok", hollow: "", tie: "fill-ok" },
  fragile: { full: "fill-fragile", hollow: "", tie: "fill-fragile" },
  not_together: { full: QUIET, hollow: "", tie: "fill-tied" },
  roles_to_fill: { full: QUIET, hollow: "fill-none stroke-missing", tie: QUIET },
  out_of_reach: { full: QUIET, hollow: "fill-none stroke-out", tie: QUIET },
};
