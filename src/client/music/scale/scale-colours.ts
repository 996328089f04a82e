import type { PlayState } from "#domain/line-up/play-state.ts";

interface BarColours {
  readonly full: string;
  readonly hollow: string;
  /** Of bars under an arc. */
  readonly tie: string;
}

const QUIET = "fill-ink-3/75";

/** How the bars of the scale are painted: full ones in the state's colour only when everything can be played. */
export const SCALE_COLOURS: Readonly<Record<PlayState, BarColours>> = {
  complete: { full: "fill-ok", hollow: "", tie: "fill-ok" },
  fragile: { full: "fill-fragile", hollow: "", tie: "fill-fragile" },
  not_together: { full: QUIET, hollow: "", tie: "fill-tied" },
  roles_to_fill: { full: QUIET, hollow: "fill-none stroke-missing", tie: QUIET },
  out_of_reach: { full: QUIET, hollow: "fill-none stroke-out", tie: QUIET },
};
