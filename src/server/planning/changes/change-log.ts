import type { PlanningChange } from "#domain/planning/planning-change.ts";

/** A log entry: one accepted change. */
export interface LogEntry {
  /**
   * `null`: many rows changed at once (a publication), or the change would store people's names here (a restoration).
   * Clients reload everything then.
   */
  readonly change: PlanningChange | null;
  /** The group of the change; `null`: all groups. */
  readonly groupId: string | null;
}

export interface LoggedChange extends LogEntry {
  /** 1, 2, 3…, in the order in which changes were committed. */
  readonly position: number;
}

export interface PlanningState {
  readonly isShared: boolean;
  /** The position of the latest change; 0 before the first. */
  readonly position: number;
}

/** One or more rows, with the log position at which they were read. */
export interface Positioned<Row> {
  readonly position: number;
  readonly row: Row;
}

export interface LogState extends PlanningState {
  /** The earliest position after which the log is still complete. */
  readonly resumableFrom: number;
}

/** The state is the one row of its table. */
export const STATE_ID = 1;
