import type { RefusalCode, Submit, SubmitOutcome } from "#contract/planning/planning-change.ts";
import type { PlainDate, YearMonth } from "#domain/calendar/calendar.ts";
import type { PersonChange, PlanningChange, SubmittedChange } from "#domain/planning/planning-change.ts";
import { EMPTY_PLANNING, type PlannedEvent, type Planning } from "#domain/planning/planning.ts";

/** Identifies an event to a user after it was deleted. Changes that older pages stored have no time. */
export type EventAbout = Pick<PlannedEvent, "name" | "date"> & Partial<Pick<PlannedEvent, "time">>;

/** A change that was stored, sent later and then refused by the server. It is undone here, and its author is informed. */
export interface LateRefusal {
  readonly id: string;
  readonly change: PlanningChange;
  readonly event: EventAbout | null;
  readonly code: RefusalCode;
  readonly reference?: string | undefined;
}

/** A change that the user made on a page, and that no source has stored yet. */
export interface UnstoredChange {
  readonly id: string;
  readonly userId: string;
  readonly change: PlanningChange;
  /** When the person made it: milliseconds since 1970. */
  readonly madeAt: number;
}

/** Belongs to an `UnstoredChange`: the source calls `markStored` once it has stored the change. */
export interface UnstoredHandle extends Pick<UnstoredChange, "id"> {
  readonly markStored: () => void;
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

/** `failed`: no data, because the last read failed. It is retried while a screen needs the data. */
export type NeedStatus = "loading" | "ready" | "failed";

export interface Connection {
  /** `opening`: the page shows the data that came with it, and does not send or receive changes yet. */
  readonly status: "opening" | "online" | "offline";
  /** Number of changes of this user that wait for the server. */
  readonly unsent: number;
}

/** The state of a source at one moment, immutable. */
export interface PlanningSnapshot {
  /** `loading` until there is a first planning; screens show their skeletons meanwhile. */
  readonly status: "loading" | "ready";
  readonly planning: Planning;
  /** Names of stored data that this page cannot read and does not delete. The user is informed. */
  readonly setAside: readonly string[];
  /** `null` if the planning is this browser's own. */
  readonly connection: Connection | null;
  readonly lateRefusals: readonly LateRefusal[];
}

/** The snapshot before anything is loaded. */
export const EMPTY_SNAPSHOT: PlanningSnapshot = {
  status: "loading",
  planning: EMPTY_PLANNING,
  setAside: [],
  connection: null,
  lateRefusals: [],
};

/** A planning that can be shown, but not changed. */
export interface PlanningView {
  /** The same object until something changes. */
  readonly snapshot: () => PlanningSnapshot;
  /** Whether the snapshot holds all of `need`. */
  readonly statusOf: (need: PlanningNeed) => NeedStatus;
  /** The number of events of a group, including past ones that are not loaded. */
  readonly eventCount: (groupId: string) => number;
}

/**
 * A planning that can be shown and changed: this browser's own (`local-source.ts`) or the team's (`shared-source.ts`).
 * Screens do not know which one they use. Each member is a standalone function that can be passed on without the others.
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
   * To be called after the server has changed or removed an account, or renamed a service: applies this to a planning of
   * this browser. In a shared planning, the server has done so already.
   */
  readonly applyPersonChange: (change: PersonChange) => Promise<SubmitOutcome>;
}

export interface DisposableSource extends PlanningSource {
  /** @param handle its `markStored` is called as soon as the change is stored, if the outcome is not known before */
  readonly submit: (change: SubmittedChange, handle?: UnstoredHandle) => Promise<SubmitOutcome>;
  /** Stops listening and writing. Stored data stays stored. */
  readonly dispose: () => void;
}
