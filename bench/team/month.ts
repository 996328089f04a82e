import { addDays, dayOfMonth, daysInMonth, monthOf, type PlainDate } from "#domain/calendar/calendar.ts";

/** The events of a full month of one group. */
export interface DatedEvent {
  readonly date: PlainDate;
  readonly time: string;
  readonly name: string;
  readonly location: string;
}

const EVENTS = 20;
/** The events begin this many days before today, unless a month's end is near. */
const DAYS_BEFORE = 12;
/** At least this many events are in the present month, even on its last day. */
const LEAST_IN_MONTH = 16;

/** The date in the time zone of the team and of its browsers. */
export function todayInParis(): PlainDate {
  return new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Paris" }); // the Swedish format is YYYY-MM-DD
}

/** Twenty events on as many days in a row around today; on every day at least three of them are to come. */
export function monthAround(today: PlainDate): DatedEvent[] {
  const first = firstDay(today);
  return Array.from({ length: EVENTS }, (_, index) => ({
    date: addDays(first, index),
    time: "10:00",
    name: `Culte ${index + 1}`,
    location: "Temple de la Rotonde",
  }));
}

function firstDay(today: PlainDate): PlainDate {
  const day = dayOfMonth(today);
  const latest = daysInMonth(monthOf(today)) - LEAST_IN_MONTH + 1;
  return addDays(today, Math.max(1, Math.min(day - DAYS_BEFORE, latest)) - day);
}
