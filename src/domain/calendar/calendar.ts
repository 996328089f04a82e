/**
 * Plain dates and times, as on a wall calendar. There is no instant and no time zone, so that no clock change can move an
 * event to another day. Days are counted in UTC, where each has 24 hours.
 */

/** `YYYY-MM-DD`, years 0001 to 9999. Sorts correctly as text. */
export type PlainDate = string;
/** `HH:MM`, 00:00 to 23:59. Sorts correctly as text. */
export type PlainTime = string;

export interface YearMonth {
  readonly year: number;
  /** 1 to 12 */
  readonly month: number;
}

interface EventEnd {
  readonly date: PlainDate;
  readonly endTime?: PlainTime;
  readonly endsNextDay?: boolean;
}

interface Scheduled extends EventEnd {
  readonly id: string;
  readonly time: PlainTime;
}

/** The latest end of an event that ends on the day after its start (`endsNextDay`). */
export const LATEST_END: PlainTime = "05:30";

/** How many upcoming events the dashboard shows (specification §9). */
export const UPCOMING_SHOWN = 3;

const DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
const DAYS_A_WEEK = 7;
const DAY_MS = 24 * 60 * 60 * 1_000;

function pad(value: number, length: number): string {
  return String(value).padStart(length, "0");
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

export function daysInMonth({ year, month }: YearMonth): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

export function plainDate(year: number, month: number, day: number): PlainDate {
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

function partsOf(date: PlainDate): { year: number; month: number; day: number } {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  return { year, month, day };
}

/** Whether `text` is a valid date in the form `YYYY-MM-DD`. */
export function isPlainDate(text: string): boolean {
  if (!DATE_PATTERN.test(text)) return false;
  const { year, month, day } = partsOf(text);
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth({ year, month });
}

export function monthOf(date: PlainDate): YearMonth {
  const { year, month } = partsOf(date);
  return { year, month };
}

/** « 2026-11 », as in addresses and names of files */
export function monthKey({ year, month }: YearMonth): string {
  return plainDate(year, month, 1).slice(0, "YYYY-MM".length);
}

export function dayOfMonth(date: PlainDate): number {
  return partsOf(date).day;
}

export function isInMonth(date: PlainDate, { year, month }: YearMonth): boolean {
  return date.startsWith(`${pad(year, 4)}-${pad(month, 2)}-`);
}

export function addMonths({ year, month }: YearMonth, count: number): YearMonth {
  const index = year * 12 + (month - 1) + count;
  return { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
}

/** 0 for Monday to 6 for Sunday. */
export function weekday(date: PlainDate): number {
  // `getUTCDay` starts with Sunday.
  return (new Date(date).getUTCDay() + 6) % DAYS_A_WEEK;
}

/** How many days `to` is after `from`; negative when it is before. */
export function daysBetween(from: PlainDate, to: PlainDate): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

export function addDays(date: PlainDate, count: number): PlainDate {
  const moved = new Date(Date.parse(date) + count * DAY_MS);
  return plainDate(moved.getUTCFullYear(), moved.getUTCMonth() + 1, moved.getUTCDate());
}

/** The same day of the month, `count` months later; the last day of that month if it is shorter. */
export function sameDayLater(date: PlainDate, count: number): PlainDate {
  const month = addMonths(monthOf(date), count);
  return plainDate(month.year, month.month, Math.min(dayOfMonth(date), daysInMonth(month)));
}

/** The weeks of a month, Monday first. The first and last include days of the neighbouring months. */
export function monthGrid({ year, month }: YearMonth): PlainDate[][] {
  const first = plainDate(year, month, 1);
  const leading = weekday(first);
  const start = addDays(first, -leading);
  const weekCount = Math.ceil((leading + daysInMonth({ year, month })) / DAYS_A_WEEK);
  return Array.from({ length: weekCount }, (_, week) =>
    Array.from({ length: DAYS_A_WEEK }, (__, day) => addDays(start, week * DAYS_A_WEEK + day)),
  );
}

/** Sorts by date, then time, then id, so that two events at one time always have the same order. */
export function compareScheduled(a: Scheduled, b: Scheduled): number {
  const [left, right] = [`${a.date} ${a.time} ${a.id}`, `${b.date} ${b.time} ${b.id}`];
  return left < right ? -1 : Number(left > right);
}

/**
 * Whether an event's day is over. An event that ends on the next day is past as soon as it ends.
 * @param now today, with or without the time: `2026-11-28 01:30`
 */
export function isPast({ date, endTime, endsNextDay }: EventEnd, now: string): boolean {
  // As text, `2026-11-27 24` is after every time of that day, and before the next day.
  return (endsNextDay ? `${addDays(date, 1)} ${endTime}` : `${date} 24`) <= now;
}

/** The next `limit` events from today on (specification §2, "Upcoming list"). */
export function upcoming<E extends Scheduled>(events: readonly E[], now: string, limit = UPCOMING_SHOWN): E[] {
  return events
    .filter((event) => !isPast(event, now))
    .toSorted(compareScheduled)
    .slice(0, limit);
}

/** The events of each day that has any, earliest first: the day's cell in the calendar opens the first. */
export function byDay<E extends Scheduled>(events: readonly E[]): ReadonlyMap<PlainDate, readonly E[]> {
  return Map.groupBy(events.toSorted(compareScheduled), ({ date }) => date);
}
