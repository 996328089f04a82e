import { calendarFile } from "#calendar-file/calendar-file.ts";
import type { LinkedAnswer } from "#contract/notifications/answer-links.ts";
import { LINKED_PAGES } from "#contract/paths.ts";
import { entryDescription } from "#text/agenda/calendar-entry.ts";

/** The text of a calendar file with the event. This file is a chunk of its own, loaded when the user saves the event. */
export function eventFileText({ event, answer, timeZone }: LinkedAnswer): string {
  const address = `${location.origin}${LINKED_PAGES.events}${event.id}`;
  const description = entryDescription({ details: event.details, state: answer, address });
  const status = answer === "present" ? "confirmed" : "tentative";
  const entry = { event, status, description, sequence: 0, changedAt: new Date() } as const;
  return calendarFile({ timeZone, entries: [entry] });
}
