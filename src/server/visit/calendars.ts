import type { PlainDate } from "#domain/calendar/calendar.ts";
import { wallCalendar } from "../planning/today.ts";

/** More time zones than the members of one team live in. */
const MOST_ZONES = 100;

/** Returns today's date in the browser's time zone, or in the team's if the browser named none that exists. */
export function createCalendars(teamZone: string): (timeZone: string | null, now: Date) => PlainDate {
  const teamCalendar = wallCalendar(teamZone);
  const calendars = new Map<string, (now: Date) => PlainDate>();

  function calendarOf(timeZone: string): (now: Date) => PlainDate {
    const known = calendars.get(timeZone);
    if (known !== undefined) return known;
    const calendar = madeFor(timeZone) ?? teamCalendar;
    if (calendars.size < MOST_ZONES) calendars.set(timeZone, calendar);
    return calendar;
  }

  return (timeZone, now) => (timeZone === null ? teamCalendar(now) : calendarOf(timeZone)(now));
}

function madeFor(timeZone: string): ((now: Date) => PlainDate) | null {
  try {
    return wallCalendar(timeZone);
  } catch {
    // No such zone.
    return null;
  }
}
