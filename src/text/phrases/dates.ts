import {
  dayOfMonth,
  monthOf,
  type PlainDate,
  type PlainTime,
  weekday,
  type YearMonth,
} from "../../domain/calendar/calendar.ts";

const MONTHS = [
  "janvier",
  "février",
  "mars",
  "avril",
  "mai",
  "juin",
  "juillet",
  "août",
  "septembre",
  "octobre",
  "novembre",
  "décembre",
] as const;
const WEEKDAYS = ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"] as const;

/** The calendar's column headers, Monday first (specification §2, "Calendar"). */
export const WEEKDAY_HEADERS = ["Lun", "Mar", "Mer", "Jeu", "Ven", "Sam", "Dim"] as const;

/** « novembre 2026 » */
export function monthTitle({ year, month }: YearMonth): string {
  return `${MONTHS[month - 1]} ${year}`;
}

/** « 24 », and « 1er » for the first of a month, as French requires; `Intl` gives « 1 ». */
function dayInWords(date: PlainDate): string {
  const day = dayOfMonth(date);
  return day === 1 ? "1er" : String(day);
}

/** « 24 novembre 2026 », « 1er décembre 2026 » (specification §9) */
export function fullDate(date: PlainDate): string {
  return `${dayInWords(date)} ${monthTitle(monthOf(date))}`;
}

/** « 24 novembre 2026 à 19:30 » */
export function fullDateTime(date: PlainDate, time: PlainTime): string {
  return `${fullDate(date)} à ${time}`;
}

/** « mardi » */
export function weekdayName(date: PlainDate): string {
  return WEEKDAYS[weekday(date)] ?? "";
}

/** « mardi 24 novembre 2026 » */
export function longDate(date: PlainDate): string {
  return `${WEEKDAYS[weekday(date)]} ${fullDate(date)}`;
}

/** « 24 novembre », where the year is obvious */
export function dayAndMonth(date: PlainDate): string {
  return `${dayInWords(date)} ${MONTHS[monthOf(date).month - 1]}`;
}

/** « mardi 24 novembre », where the year is obvious */
export function dayTitle(date: PlainDate): string {
  return `${WEEKDAYS[weekday(date)]} ${dayAndMonth(date)}`;
}

/** « mardi 24 novembre 2026 à 19:30 » (specification §2, "Upcoming list") */
export function longDateTime(date: PlainDate, time: PlainTime): string {
  return `${longDate(date)} à ${time}`;
}
