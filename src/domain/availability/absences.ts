import { daysBetween, type PlainDate } from "../calendar/calendar.ts";
import type { Person } from "../people/people.ts";

/** Days on which a person is absent, both included. */
export interface AbsenceDays {
  readonly from: PlainDate;
  readonly to: PlainDate;
}

/** On these days a person is absent from every event of their groups, unless they answer otherwise. */
export interface Absence extends AbsenceDays {
  readonly id: string;
  /** With their current name and services. */
  readonly person: Person;
}

/** The most days of one absence, both ends included. */
export const ABSENCE_MAX_DAYS = 366;

/** The most absences of one person that are not over. */
export const ABSENCES_MAX = 50;

export type AbsenceRefusal = "absence.ends_before_start" | "absence.past" | "absence.too_long" | "absence.too_many";

export function covers({ from, to }: AbsenceDays, date: PlainDate): boolean {
  return from <= date && date <= to;
}

/** The absences that are not over, sorted by first day. */
export function comingAbsences<Days extends AbsenceDays>(absences: readonly Days[], today: PlainDate): Days[] {
  const order = ({ from, to }: Days) => `${from} ${to}`;
  return absences.filter(({ to }) => to >= today).toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
}

/**
 * Why a person cannot add an absence on these days, or `null` when they can.
 * @param coming the number of the person's absences that are not over
 */
export function refusalOfAbsence({ from, to }: AbsenceDays, coming: number, today: PlainDate): AbsenceRefusal | null {
  if (to < from) return "absence.ends_before_start";
  if (to < today) return "absence.past";
  if (daysBetween(from, to) >= ABSENCE_MAX_DAYS) return "absence.too_long";
  return coming >= ABSENCES_MAX ? "absence.too_many" : null;
}
