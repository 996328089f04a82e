import type { ClientErrorCode, ErrorCode } from "#contract/errors.ts";
import type { Planning, PlanningChange, PlanningRefusal } from "#domain/planning.ts";

/** What became of a submitted change. */
export type SubmitOutcome =
  | { readonly status: "done" }
  | { readonly status: "refused"; readonly code: PlanningRefusal | ErrorCode | ClientErrorCode };

export interface PlanningSnapshot {
  /** `loading` until the first planning is known; screens show their skeletons meanwhile. */
  readonly status: "loading" | "ready";
  readonly planning: Planning;
  /** Names of stored values that could not be read and were set aside, so that the person can be told. */
  readonly setAside: readonly string[];
}

/**
 * Where a planning lives. Screens read snapshots and submit changes, and do not know which implementation they talk to.
 * Each of the three is a value of its own: it can be handed to somebody without the rest.
 */
export interface PlanningSource {
  /** The same object until something changes. */
  readonly snapshot: () => PlanningSnapshot;
  /** Calls `listener` after each new snapshot, whoever made the change; returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Applies `change`, all of it or nothing. Never rejects: what can go wrong is in the outcome. */
  readonly submit: (change: PlanningChange) => Promise<SubmitOutcome>;
}
