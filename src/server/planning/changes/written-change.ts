import type { AdminAct } from "#contract/journal.ts";
import type { LogEntry } from "./change-log.ts";

/** A change whose rows were written: its log entry, and its line for the journal. */
export interface WrittenChange {
  readonly entry: LogEntry;
  /** With the names from before the change. `null` for changes of the user's own answer or membership. */
  readonly act: AdminAct | null;
}
