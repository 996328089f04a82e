import {
  isPlainDate,
  monthGrid,
  monthOf,
  isInMonth,
  type PlainDate,
  plainDate,
  type YearMonth,
} from "#domain/calendar.ts";

/** What the calendar shows, as its address says it: a month, and the day chosen in it, if any. */
export interface CalendarView {
  readonly month: YearMonth;
  readonly day: PlainDate | null;
}

/** Whether every day of the month's grid has a date that can be written, years 0001 to 9999. */
export function canShow(month: YearMonth): boolean {
  return monthGrid(month).flat().every(isPlainDate);
}

function readMonth(text: string): YearMonth | null {
  const first = `${text}-01`;
  return isPlainDate(first) && canShow(monthOf(first)) ? monthOf(first) : null;
}

/** The view that an address asks for (`?jour=2026-11-15` or `?mois=2026-11`), today's month where it asks for none. */
export function readView(search: string, today: PlainDate): CalendarView {
  const asked = new URLSearchParams(search);
  const day = asked.get("jour") ?? "";
  if (isPlainDate(day) && canShow(monthOf(day))) return { month: monthOf(day), day };
  return { month: readMonth(asked.get("mois") ?? "") ?? monthOf(today), day: null };
}

/** The address of a month; it lives there so that the back button finds the month again. */
export function addressOfMonth({ year, month }: YearMonth): string {
  return `/?mois=${plainDate(year, month, 1).slice(0, "YYYY-MM".length)}`;
}

export function addressOfDay(date: PlainDate): string {
  return `/?jour=${date}`;
}

/** The day to start from in a month where none is chosen: today, else the first with an event, else the first. */
export function startingDay(month: YearMonth, today: PlainDate, eventDays: Iterable<PlainDate>): PlainDate {
  if (isInMonth(today, month)) return today;
  const inMonth = [...eventDays].filter((date) => isInMonth(date, month)).toSorted();
  return inMonth[0] ?? plainDate(month.year, month.month, 1);
}
