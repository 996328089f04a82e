import {
  addDays,
  addMonths,
  dayOfMonth,
  daysInMonth,
  monthOf,
  type PlainDate,
  plainDate,
  weekday,
} from "#domain/calendar.ts";

const LAST_WEEKDAY = 6;
const MONTHS_A_YEAR = 12;

/** The same day `count` months later, or that month's last day where it has no such day. */
function sameDayInMonths(date: PlainDate, count: number): PlainDate {
  const month = addMonths(monthOf(date), count);
  return plainDate(month.year, month.month, Math.min(dayOfMonth(date), daysInMonth(month)));
}

/**
 * The day that a key reaches from `date` in a calendar grid (WAI-ARIA Authoring Practices, "Date Picker Dialog"):
 * arrows by day and week, Home and End within the week, Page Up and Page Down by month, by year with Shift.
 * `null` for every other key.
 */
export function dayReached(date: PlainDate, key: string, isShiftHeld: boolean): PlainDate | null {
  const monthsAPage = isShiftHeld ? MONTHS_A_YEAR : 1;
  switch (key) {
    case "ArrowLeft":
      return addDays(date, -1);
    case "ArrowRight":
      return addDays(date, 1);
    case "ArrowUp":
      return addDays(date, -7);
    case "ArrowDown":
      return addDays(date, 7);
    case "Home":
      return addDays(date, -weekday(date));
    case "End":
      return addDays(date, LAST_WEEKDAY - weekday(date));
    case "PageUp":
      return sameDayInMonths(date, -monthsAPage);
    case "PageDown":
      return sameDayInMonths(date, monthsAPage);
    default:
      return null;
  }
}
