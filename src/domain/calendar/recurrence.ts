import {
  addDays,
  addMonths,
  dayOfMonth,
  daysInMonth,
  isPlainDate,
  monthOf,
  type PlainDate,
  plainDate,
  sameDayLater,
  weekday,
} from "./calendar.ts";

/** How often an event is repeated. */
export type Frequency = "week" | "two_weeks" | "month";

export const FREQUENCIES: readonly Frequency[] = ["week", "two_weeks", "month"];

const DAYS_A_WEEK = 7;
/** A fifth weekday of its month means the last one: not every month has a fifth. */
const LAST_RANK = 5;

/** 1 for the first Monday (or other weekday) of a month, up to 5. */
export function rankInMonth(date: PlainDate): number {
  return Math.ceil(dayOfMonth(date) / DAYS_A_WEEK);
}

/** Whether a monthly repetition that starts on `date` takes the last such weekday of each month. */
export function isLastOfMonth(date: PlainDate): boolean {
  return rankInMonth(date) === LAST_RANK;
}

/** The same weekday of the same rank, `count` months later. */
function sameRankLater(date: PlainDate, count: number): PlainDate {
  const month = addMonths(monthOf(date), count);
  const first = plainDate(month.year, month.month, 1);
  const toWeekday = (weekday(date) - weekday(first) + DAYS_A_WEEK) % DAYS_A_WEEK;
  const day = 1 + toWeekday + (rankInMonth(date) - 1) * DAYS_A_WEEK;
  return plainDate(month.year, month.month, day > daysInMonth(month) ? day - DAYS_A_WEEK : day);
}

/** The last possible day of a repetition that starts on `date`: a year later (28 February for the 29th). */
export function latestUntil(date: PlainDate): PlainDate {
  return sameDayLater(date, 12);
}

/**
 * All dates of a repetition in order, `first` included, up to `until` included; none if `until` is before `first`. At
 * most 53, as `until` is limited to `latestUntil`.
 */
export function recurringDates(first: PlainDate, every: Frequency, until: PlainDate): PlainDate[] {
  const last = until < latestUntil(first) ? until : latestUntil(first);
  const dates: PlainDate[] = [];
  // The year 10000 would sort before 9999.
  for (let date = first; date <= last && isPlainDate(date);) {
    dates.push(date);
    const count = dates.length;
    date = every === "month" ? sameRankLater(first, count) : addDays(first, count * (every === "week" ? 7 : 14));
  }
  return dates;
}
