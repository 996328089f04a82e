import { dayPage, PAGES } from "#client/pages.ts";
import { type CalendarView, viewOf } from "#contract/calendar-view.ts";
import { isInMonth, monthKey, type PlainDate, plainDate, type YearMonth } from "#domain/calendar/calendar.ts";

/** The view that an address asks for, today's month where it asks for none. */
export function readView(search: string, today: PlainDate): CalendarView {
  return viewOf(new URLSearchParams(search), today);
}

/** The address of a month. The month is in the address so that the back button returns to it. */
export function addressOfMonth(month: YearMonth): string {
  return `${PAGES.home}?mois=${monthKey(month)}`;
}

export function addressOfDay(date: PlainDate): string {
  return dayPage(date);
}

/** The day that gets the focus in a month where none is chosen: today, else the first with an event, else the first. */
export function startingDay(month: YearMonth, today: PlainDate, eventDays: Iterable<PlainDate>): PlainDate {
  if (isInMonth(today, month)) return today;
  const inMonth = [...eventDays].filter((date) => isInMonth(date, month)).toSorted();
  return inMonth[0] ?? plainDate(month.year, month.month, 1);
}
