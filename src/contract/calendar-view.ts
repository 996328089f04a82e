import { isPlainDate, monthGrid, monthOf, type PlainDate, type YearMonth } from "../domain/calendar/calendar.ts";

/** What the address of the calendar page says: the month to show, and the chosen day, if any. */
export interface CalendarView {
  readonly month: YearMonth;
  readonly day: PlainDate | null;
}

/** Whether the month's grid, which begins and ends with full weeks, is within the years 0001 to 9999. */
export function canShow(month: YearMonth): boolean {
  return monthGrid(month).flat().every(isPlainDate);
}

function readMonth(text: string): YearMonth | null {
  const first = `${text}-01`;
  return isPlainDate(first) && canShow(monthOf(first)) ? monthOf(first) : null;
}

/** The query of an address. */
interface Search {
  readonly get: (name: string) => string | null;
}

/** The view that an address asks for (`?jour=2026-11-15` or `?mois=2026-11`), by default today's month. */
export function viewOf(search: Search, today: PlainDate): CalendarView {
  const day = search.get("jour") ?? "";
  if (isPlainDate(day) && canShow(monthOf(day))) return { month: monthOf(day), day };
  return { month: readMonth(search.get("mois") ?? "") ?? monthOf(today), day: null };
}
