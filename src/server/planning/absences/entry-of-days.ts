import type { PlainDate } from "#domain/calendar/calendar.ts";
import type { LogEntry } from "../changes/change-log.ts";
import type { Writing } from "../shared-planning.ts";
import { isSomebodyAbsent } from "./read-absences.ts";

interface ChangeOnDays extends LogEntry {
  readonly groupId: string;
  /** The first and the last day on which it creates events, moves them, or drops their answers. */
  readonly from: PlainDate;
  readonly to: PlainDate;
}

/**
 * The log entry of a change of events. Clients cannot know who is in an absence on its days, so they reload where
 * somebody is.
 */
export async function entryOfDays(writing: Writing, { change, ...days }: ChangeOnDays): Promise<LogEntry> {
  const { groupId } = days;
  return { change: (await isSomebodyAbsent(writing, days)) ? null : change, groupId };
}
