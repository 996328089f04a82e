import { type PlainDate, plainDate } from "#domain/calendar.ts";

/** The day that a wall calendar in `timeZone` shows at `now`. */
export function todayIn(timeZone: string, now: Date): PlainDate {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "numeric",
    day: "numeric",
  }).formatToParts(now);
  const numberOf = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return plainDate(numberOf("year"), numberOf("month"), numberOf("day"));
}
