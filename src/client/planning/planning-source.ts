import type { ClientErrorCode, ErrorCode } from "#contract/errors.ts";
import type { PlainDate, YearMonth } from "#domain/calendar.ts";
import type { PlannedEvent, Planning } from "#domain/planning.ts";
import type { PlanningChange, PlanningRefusal } from "#domain/planning-change.ts";
import type { Restoration } from "#domain/undoing.ts";

/** What became of a submitted change; `undo`, where it is a deletion, takes it back. */
export type SubmitOutcome =
  | { readonly status: "done"; readonly undo?: Restoration }
  /** Shown and kept on this device: it is sent when the server can be reached. */
  | { readonly status: "kept"; readonly undo?: Restoration }
  | { readonly status: "refused"; readonly code: PlanningRefusal | ErrorCode | ClientErrorCode };

/** Why a change was not made. */
export type RefusalCode = Extract<SubmitOutcome, { readonly status: "refused" }>["code"];

/** A change that was kept, sent later, and then refused: it is undone here, and its author must be told. */
export interface LateRefusal {
  readonly id: string;
  readonly change: PlanningChange;
  /** Name and date of the event it is about, where they are known. */
  readonly event: Pick<PlannedEvent, "name" | "date"> | null;
  readonly code: RefusalCode;
}

/** A part of the planning that a screen shows, and so has to be loaded. */
export type PlanningNeed =
  /** A month and its neighbours; `groupId` is `null` for the events of all groups. */
  | { readonly type: "month"; readonly month: YearMonth; readonly groupId: string | null }
  | { readonly type: "upcoming"; readonly groupId: string; readonly from: PlainDate }
  | { readonly type: "event"; readonly eventId: string }
  /** Members, combinable pairs and number of events of a group. */
  | { readonly type: "group"; readonly groupId: string };

/** `failed`: not known, and the server did not give it; it is asked for again as long as it is needed. */
export type NeedStatus = "loading" | "ready" | "failed";

/** How this device stands with the server of a shared planning. */
export interface Connection {
  readonly status: "online" | "offline";
  /** Answers and other changes that were made here and have not reached the server. */
  readonly unsent: number;
}

export interface PlanningSnapshot {
  /** `loading` until the first planning is known; screens show their skeletons meanwhile. */
  readonly status: "loading" | "ready";
  readonly planning: Planning;
  /** Names of stored values that could not be read and were set aside, so that the person can be told. */
  readonly setAside: readonly string[];
  /** `null` where the planning is this browser's own. */
  readonly connection: Connection | null;
  readonly lateRefusals: readonly LateRefusal[];
}

/**
 * Where a planning lives. Screens read snapshots and submit changes, and do not know which implementation they talk to.
 * Each part is a value of its own: it can be handed to somebody without the rest.
 */
export interface PlanningSource {
  /** The same object until something changes. */
  readonly snapshot: () => PlanningSnapshot;
  /** Calls `listener` after each new snapshot, whoever made the change; returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Loads `need` and keeps it fresh until the returned function is called. */
  readonly need: (need: PlanningNeed) => () => void;
  /** Whether the snapshot holds all of `need`. */
  readonly statusOf: (need: PlanningNeed) => NeedStatus;
  /** How many events, past ones included, go with a group. */
  readonly eventCount: (groupId: string) => number;
  /** Takes a late refusal out of the snapshot: its author has read it. */
  readonly dismiss: (refusalId: string) => void;
  /** Applies `change`, all of it or nothing. Never rejects: what can go wrong is in the outcome. */
  readonly submit: (change: PlanningChange) => Promise<SubmitOutcome>;
}

/** A source that another one may take the place of. */
export interface DisposableSource extends PlanningSource {
  /** Stops listening and writing. What it keeps stays kept. */
  readonly dispose: () => void;
}
