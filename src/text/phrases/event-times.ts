import { type PlainDate, weekday, type YearMonth } from "../../domain/calendar/calendar.ts";
import type { EventDetails } from "../../domain/planning/planning.ts";
import { dayInWords, longDate, longDateTime, monthTitle, WEEKDAY_HEADERS } from "./dates.ts";

type EventTimes = Pick<EventDetails, "date" | "time" | "endTime" | "endsNextDay">;

/** « mardi 24 novembre 2026 à 19:30, jusqu'à 21:00 »; « vendredi 27 novembre 2026 de 21:00 à 01:00 » past midnight */
export function fromStartToEnd({ date, time, endTime, endsNextDay }: EventTimes): string {
  if (endTime === undefined) return longDateTime(date, time);
  return endsNextDay ? `${longDate(date)} de ${time} à ${endTime}` : `${longDateTime(date, time)}, jusqu'à ${endTime}`;
}

/** « dim. 15 », « mar. 1er », where the month is obvious */
export function shortDay(date: PlainDate): string {
  return `${(WEEKDAY_HEADERS[weekday(date)] ?? "").toLowerCase()}. ${dayInWords(date)}`;
}

/** « de novembre 2026 », « d'octobre 2026 » */
export function ofMonth(month: YearMonth): string {
  const title = monthTitle(month);
  return /^[ao]/.test(title) ? `d'${title}` : `de ${title}`;
}
