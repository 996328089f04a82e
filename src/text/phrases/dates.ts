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
export const monthTitle = ({ year, month }: YearMonth) => `${MONTHS[month - 1]} ${year}`;

/** « 24 », and « 1er » for the first of a month, as French requires; `Intl` gives « 1 ». */
function dayInWords(date: PlainDate): string {
  const day = dayOfMonth(date);
  return day === 1 ? "1er" : String(day);
}

/** « 24 novembre 2026 », « 1er décembre 2026 » (specification §9) */
export const fullDate = (date: PlainDate) => `${dayInWords(date)} ${monthTitle(monthOf(date))}`;

/** « 24 novembre 2026 à 19:30 » */
export const fullDateTime = (date: PlainDate, time: PlainTime) => `${fullDate(date)} à ${time}`;

/** « mardi » */
export const weekdayName = (date: PlainDate) => WEEKDAYS[weekday(date)] ?? "";

/** « mardi 24 novembre 2026 » */
export const longDate = (date: PlainDate) => `${WEEKDAYS[weekday(date)]} ${fullDate(date)}`;

/** « 24 novembre », where the year is obvious */
export const dayAndMonth = (date: PlainDate) => `${dayInWords(date)} ${MONTHS[monthOf(date).month - 1]}`;

/** « mardi 24 novembre », where the year is obvious */
export const dayTitle = (date: PlainDate) => `${WEEKDAYS[weekday(date)]} ${dayAndMonth(date)}`;

/** « mardi 24 novembre 2026 à 19:30 » (specification §2, "Upcoming list") */
export const longDateTime = (date: PlainDate, time: PlainTime) => `${longDate(date)} à ${time}`;
