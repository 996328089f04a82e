import type { PlanningChange } from "#domain/planning/planning-change.ts";

/**
 * Events of the change stream of a shared planning; `position` is the number of the latest change the stream has
 * reached.
 */
export type LiveEvent =
  /** Connected: what was read at an earlier position may be out of date. */
  | { readonly type: "ready"; readonly position: number }
  /**
   * Missed changes are no longer available, or no single change describes them: everything shown must be read again.
   */
  | { readonly type: "reload"; readonly position: number }
  /** `by`: the id of the user who made it, where the server sends it (`ChangeAuthor`). */
  | { readonly type: "change"; readonly position: number; readonly change: PlanningChange; readonly by?: string }
  /** The server is unreachable; the connection is retried automatically. */
  | { readonly type: "down" }
  /** The right to read has ended, or the planning is no longer shared. */
  | { readonly type: "refused" };

/** The change stream of one tab. */
export interface LiveChanges {
  /**
   * Calls `listener` with each event from now on, and at once with the current state (`ready`, `down` or `refused`).
   */
  readonly subscribe: (listener: (event: LiveEvent) => void) => () => void;
  /** Tries to connect now instead of after the current wait, because something else reached the server. */
  readonly retryNow: () => void;
  /** Ends the stream. */
  readonly close: () => void;
}
