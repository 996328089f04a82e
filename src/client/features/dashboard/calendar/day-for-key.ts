import {
  addDays,
  addMonths,
  dayOfMonth,
  daysInMonth,
  monthOf,
  type PlainDate,
  plainDate,
  weekday,
} from "#domain/calendar/calendar.ts";

const LAST_WEEKDAY = 6;
const MONTHS_A_YEAR = 12;

/** The same day `count` months later; if that month has no such day, its last one. */
function sameDayInMonths(date: PlainDate, count: number): PlainDate {
  const month = addMonths(monthOf(date), count);
  return plainDate(month.year, month.month, Math.min(dayOfMonth(date), daysInMonth(month)));
}

/**
 * The day to which a key moves the focus from `date` (WAI-ARIA Authoring Practices, "Date Picker Dialog"): arrows by
 * day and week, Home and End within the week, Page Up and Page Down by month, with Shift by year. `null` for every
 * other key.
 */
export function dayForKey(date: PlainDate, key: string, isShiftHeld: boolean): PlainDate | null {
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
