import type { RefusalCode, Submit, SubmitOutcome } from "#contract/planning/planning-change.ts";
import type { PlainDate, YearMonth } from "#domain/calendar/calendar.ts";
import type { PersonChange, PlanningChange, SubmittedChange } from "#domain/planning/planning-change.ts";
import { EMPTY_PLANNING, type PlannedEvent, type Planning } from "#domain/planning/planning.ts";

/** What identifies an event after it was deleted; older pages stored no time. */
export type EventAbout = Pick<PlannedEvent, "name" | "date"> & Partial<Pick<PlannedEvent, "time">>;

/** A change that was stored, sent later and then refused. It is undone here, and its author must be notified. */
export interface LateRefusal {
  readonly id: string;
  readonly change: PlanningChange;
  readonly event: EventAbout | null;
  readonly code: RefusalCode;
  readonly reference?: string | undefined;
}

/** A change that was made on a page, and that its source has not stored yet. */
export interface UnstoredChange {
  readonly id: string;
  readonly userId: string;
  readonly change: PlanningChange;
  /** When the person made it: milliseconds since 1970. */
  readonly madeAt: number;
}

/** A change that is kept until its source has stored it. */
export interface MadeChange extends Pick<UnstoredChange, "id"> {
  readonly handleStored: () => void;
}

/** A part of the planning that a screen shows and that must be loaded. */
export type PlanningNeed =
  /** A month and its neighbours; `groupId` is `null` for the events of all groups. */
  | { readonly type: "month"; readonly month: YearMonth; readonly groupId: string | null }
  | { readonly type: "upcoming"; readonly groupId: string; readonly from: PlainDate }
  /** The events of a group on some days, both included; at most `WINDOW_MAX_DAYS`. */
  | { readonly type: "days"; readonly groupId: string; readonly from: PlainDate; readonly to: PlainDate }
  | { readonly type: "event"; readonly eventId: string }
  | { readonly type: "absences" }
  | { readonly type: "wish"; readonly userId: string }
  /** Members, combinable pairs, required roles and number of events of a group. */
  | { readonly type: "group"; readonly groupId: string };

/** `failed`: not known, and the last read failed; it is retried while the need lasts. */
export type NeedStatus = "loading" | "ready" | "failed";

export interface Connection {
  /** `opening`: what came with the page is shown, and no change is received yet. */
  readonly status: "opening" | "online" | "offline";
  /** Number of changes made here, answers included, that the server has not received. */
  readonly unsent: number;
}

export interface PlanningSnapshot {
  /** `loading` until the first planning is known; screens show their skeletons meanwhile. */
  readonly status: "loading" | "ready";
  readonly planning: Planning;
  readonly setAside: readonly string[];
  /** `null` where the planning is this browser's own. */
  readonly connection: Connection | null;
  readonly lateRefusals: readonly LateRefusal[];
}

/** Before anything is known. */
export const EMPTY_SNAPSHOT: PlanningSnapshot = {
  status: "loading",
  planning: EMPTY_PLANNING,
  setAside: [],
  connection: null,
  lateRefusals: [],
};

export interface PlanningView {
  /** The same object until something changes. */
  readonly snapshot: () => PlanningSnapshot;
  /** Whether the snapshot holds all of `need`. */
  readonly statusOf: (need: PlanningNeed) => NeedStatus;
  /** Past events included. */
  readonly eventCount: (groupId: string) => number;
}

/**
 * Where a planning lives. Screens read snapshots and submit changes, and do not know which implementation they use.
 * Each member is a standalone function: it can be passed on without the rest.
 */
export interface PlanningSource extends PlanningView {
  /** Calls `listener` after each new snapshot, whatever changed it; returns how to unsubscribe. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Loads `need` and keeps it fresh until the returned function is called. */
  readonly need: (need: PlanningNeed) => () => void;
  /** Removes a late refusal from the snapshot, once its author has read it. */
  readonly dismiss: (refusalId: string) => void;
  /** Applies a change completely or not at all. */
  readonly submit: Submit;
  /**
   * Applies a change that the server has made to an account. To be called after that call succeeded. A shared planning
   * already has the change; a planning of this browser applies it here.
   */
  readonly applyPersonChange: (change: PersonChange) => Promise<SubmitOutcome>;
}

export interface DisposableSource extends PlanningSource {
  /** @param made is notified when the change is stored, if that is before its outcome */
  readonly submit: (change: SubmittedChange, made?: MadeChange) => Promise<SubmitOutcome>;
  /** Stops listening and writing. Stored data stays stored. */
  readonly dispose: () => void;
}
