import type { AbsenceDays } from "../../src/domain/availability/absences.ts";
import { addDays, monthOf, type PlainDate, plainDate } from "../../src/domain/calendar/calendar.ts";
import { momentOf, type TimeZone, timeZoneNamed } from "../../src/domain/calendar/time-zone.ts";
import type { EventDetails } from "../../src/domain/planning/planning.ts";
import type { Draw } from "./draws.ts";

const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;
const FIRST_SUNDAY: PlainDate = "2027-01-03";
const SUNDAYS = 52;
const EVENINGS = 8;
const DAYS_BETWEEN_EVENINGS = 45;
/** The events of a quarter are created this many days before it begins. */
const CREATED_BEFORE_QUARTER = 21;
/** Every other evening is created only this many days before. */
const CREATED_LATE = 6;
const SHARE_MOVED = 0.12;
const SHARE_DELETED = 0.03;

export const START: PlainDate = "2026-12-01";
export const END: PlainDate = "2028-01-05";
export const ZONE = withCachedOffsets(timeZoneNamed("Europe/Paris"));

/** An event of the year, and what becomes of it. */
export interface YearEvent {
  readonly id: string;
  readonly details: EventDetails;
  readonly createdAt: number;
  readonly change: { readonly at: number; readonly to: EventDetails | null } | null;
}

/** 60 events: every Sunday morning, and eight evenings. */
export function eventsOfYear(draw: Draw): YearEvent[] {
  const sundays = Array.from({ length: SUNDAYS }, (_, week) => {
    const date = addDays(FIRST_SUNDAY, 7 * week);
    return eventOn(draw, date, "10:00", quarterOf(date), -CREATED_BEFORE_QUARTER);
  });
  const evenings = Array.from({ length: EVENINGS }, (_, index) => {
    const date = addDays(FIRST_SUNDAY, 10 + DAYS_BETWEEN_EVENINGS * index);
    return index % 2 === 0
      ? eventOn(draw, date, "20:00", quarterOf(date), -CREATED_BEFORE_QUARTER)
      : eventOn(draw, date, "20:00", date, -CREATED_LATE);
  });
  return [...sundays, ...evenings];
}

function quarterOf(date: PlainDate): PlainDate {
  const { year, month } = monthOf(date);
  return plainDate(year, month - ((month - 1) % 3), 1);
}

function eventOn(draw: Draw, date: PlainDate, time: string, from: PlainDate, days: number): YearEvent {
  const id = `${date} ${time}`;
  const details = { name: "Culte", date, time, location: "Temple" };
  const createdAt = momentOf({ date: addDays(from, days), time: "19:00" }, ZONE);
  const kind = draw("change", id);
  if (kind >= SHARE_MOVED + SHARE_DELETED) return { id, details, createdAt, change: null };
  const changedOn = addDays(date, -2 - Math.floor(10 * draw("changed on", id)));
  const at = Math.max(momentOf({ date: changedOn, time: "12:00" }, ZONE), createdAt + HOUR_MS);
  const hour = Number(time.slice(0, 2)) - 1;
  const moved = { ...details, time: `${String(hour).padStart(2, "0")}:30` };
  return { id, details, createdAt, change: { at, to: kind < SHARE_MOVED ? moved : null } };
}

/** A person's holidays: two weeks in summer, and a week in another season. */
export function holidaysOf(draw: Draw, userId: string): AbsenceDays[] {
  const summer = addDays("2027-07-01", Math.floor(45 * draw("summer", userId)));
  const other = addDays("2027-01-15", Math.floor(130 * draw("other week", userId)));
  return [
    { from: summer, to: addDays(summer, 13) },
    { from: other, to: addDays(other, 6) },
  ];
}

/** Caches offsets by hour: reading one is slow, and offsets only change at full hours. */
function withCachedOffsets({ name, offsetAt }: TimeZone): TimeZone {
  const cached = new Map<number, number>();
  return {
    name,
    offsetAt(moment) {
      const hour = Math.floor(moment / HOUR_MS);
      const offset = cached.get(hour) ?? offsetAt(hour * HOUR_MS);
      cached.set(hour, offset);
      return offset;
    },
  };
}
