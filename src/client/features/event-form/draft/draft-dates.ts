import { isPlainDate, type PlainDate } from "#domain/calendar/calendar.ts";
import { latestUntil, recurringDates } from "#domain/calendar/recurrence.ts";
import { type EventDraft, frequencyOf } from "./event-draft.ts";

/** The dates that the typed repetition makes; none while it is incomplete or wrong. */
export function datesOf(draft: Pick<EventDraft, "date" | "every" | "until">): PlainDate[] {
  const { date, until } = draft;
  const every = frequencyOf(draft);
  if (every === null || !isPlainDate(date) || !isPlainDate(until) || until > latestUntil(date)) return [];
  return recurringDates(date, every, until);
}
