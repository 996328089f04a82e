import { calendarFile } from "#calendar-file/calendar-file.ts";
import { answerOf } from "#domain/availability/availability.ts";
import { rolesOfPerson } from "#domain/line-up/kept-line-up.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { entryDescription } from "#text/agenda/calendar-entry.ts";

interface EventFileOptions {
  readonly timeZone: string;
  /** The file contains this person's answer, and their roles in the line-up. */
  readonly userId: string;
  /** The address of the event's page; `null` for a planning that nobody else can open. */
  readonly address: string | null;
}

/** One event as the text of an iCalendar file. `changedAt` lets a calendar program update an older import. */
export function eventFileText(event: PlannedEvent, { timeZone, userId, address }: EventFileOptions): string {
  const answer = answerOf(event.availability, userId);
  const status = answer === "present" ? "confirmed" : "tentative";
  const roles = rolesOfPerson(event.lineUp, userId);
  const { details, programme } = event;
  const description = entryDescription({ details, programme, state: answer, roles, address });
  const entry = { event, status, description, sequence: 0, changedAt: new Date() } as const;
  return calendarFile({ timeZone, entries: [entry] });
}
