import type { AdminAct } from "#contract/journal.ts";
import type { LogEntry } from "./read-change-log.ts";

/** A change whose rows were written: its log entry, and its line for the journal. */
export interface WrittenChange {
  /** `null`: there is nothing to log but `reloads`. */
  readonly entry: LogEntry | null;
  /** The ids of groups whose events clients have to read again, as what follows from absences may differ. */
  readonly reloads?: readonly string[];
  /** With the names from before the change. `null` for changes of the user's own answer or membership. */
  readonly act: AdminAct | null;
}
