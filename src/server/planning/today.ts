import { type PlainDate, plainDate } from "#domain/calendar/calendar.ts";

/**
 * Returns a function that gives the calendar date in `timeZone` at a moment. Create it once: creating takes 30 times as
 * long as calling it (0.12 ms).
 */
export function wallCalendar(timeZone: string): (now: Date) => PlainDate {
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "numeric",
    day: "numeric",
  });
  return (now) => {
    const parts = format.formatToParts(now);
    const numberOf = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
    return plainDate(numberOf("year"), numberOf("month"), numberOf("day"));
  };
}
