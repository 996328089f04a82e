import type { PlanningChange } from "#domain/planning-change.ts";

/** What the change stream of a shared planning tells; `position` is the number of the latest change it knows. */
export type LiveEvent =
  /** Connected: what was read at an earlier position may be out of date. */
  | { readonly type: "ready"; readonly position: number }
  /** What was missed is no longer known, or no single change describes it: all that is shown must be read again. */
  | { readonly type: "reload"; readonly position: number }
  | { readonly type: "change"; readonly position: number; readonly change: PlanningChange }
  /** The server cannot be reached; connecting is tried again by itself. */
  | { readonly type: "down" }
  /** The right to read has ended, or the planning is no longer shared. */
  | { readonly type: "refused" };

/** The one change stream of a browser, as each of its tabs hears it. */
export interface LiveChanges {
  /** Calls `listener` for each event from now on; how the stream stands (`ready`, `down`, `refused`) at once. */
  readonly subscribe: (listener: (event: LiveEvent) => void) => () => void;
  /** Tries to connect now rather than after the present wait: something else reached the server. */
  readonly retryNow: () => void;
  /** Leaves the stream, for another tab of this browser to take over. */
  readonly close: () => void;
}
