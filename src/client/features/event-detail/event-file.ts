import { calendarFile } from "#calendar-file/calendar-file.ts";
import type { Answer } from "#domain/availability/availability.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { entryDescription } from "#text/agenda/calendar-entry.ts";

interface EventFileOptions {
  readonly timeZone: string;
  readonly answer: Answer | null;
  /** `null` for a planning that nobody else can open. */
  readonly address: string | null;
}

/** One event as a calendar file. A file opened later replaces an earlier one, because its stamp is newer. */
export function writeEventFile(event: PlannedEvent, { timeZone, answer, address }: EventFileOptions): string {
  const status = answer === "present" ? "confirmed" : "tentative";
  const description = entryDescription({ details: event.details, state: answer, address });
  const entry = { event, status, description, sequence: 0, changedAt: new Date() } as const;
  return calendarFile({ timeZone, from: event.date, to: event.date, entries: [entry] });
}
