import { type PlainDate, weekday, type YearMonth } from "../../domain/calendar/calendar.ts";
import { dayAndMonth, monthTitle, WEEKDAY_HEADERS } from "./dates.ts";

/** « dim. 15 », « mar. 1er »: where the month is obvious */
export function shortDay(date: PlainDate): string {
  const [day = ""] = dayAndMonth(date).split(" ");
  return `${(WEEKDAY_HEADERS[weekday(date)] ?? "").toLowerCase()}. ${day}`;
}

/** « de novembre 2026 », « d'octobre 2026 » */
export function ofMonth(month: YearMonth): string {
  const title = monthTitle(month);
  return /^[ao]/.test(title) ? `d'${title}` : `de ${title}`;
}
