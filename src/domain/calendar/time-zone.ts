import { addDays, type PlainDate, plainDate, type PlainTime } from "./calendar.ts";

/** A time on the wall clock of some place. */
export interface WallTime {
  readonly date: PlainDate;
  readonly time: PlainTime;
}

/** The rules of one IANA time zone, as the platform knows them. */
export interface TimeZone {
  readonly name: string;
  /** Milliseconds east of UTC at a moment, in milliseconds since 1970. */
  readonly offsetAt: (moment: number) => number;
}

const SECOND_MS = 1_000;
const HOUR_MS = 60 * 60 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
/**
 * The most cached offsets of a zone, one for each hour: enough for more than a year. The cache is worth it, because
 * reading one offset takes microseconds, and computing a team's next reminder needs hundreds.
 */
const MOST_OFFSETS = 10_000;

const FORMAT = {
  calendar: "gregory",
  numberingSystem: "latn",
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
} as const;

/** Cached: creating a zone takes 0.1 ms and some memory, and many plannings of one process share a zone. */
const zones = new Map<string, TimeZone>();

/** @throws RangeError when the platform does not know the zone */
export function timeZoneNamed(name: string): TimeZone {
  const known = zones.get(name) ?? makeZone(name);
  zones.set(name, known);
  return known;
}

function makeZone(name: string): TimeZone {
  const format = new Intl.DateTimeFormat("en", { ...FORMAT, timeZone: name });
  /** Cached offsets, by hour since 1970. Hours in which the offset changes are not cached. */
  const offsets = new Map<number, number>();

  function readOffset(moment: number): number {
    const parts = format.formatToParts(moment).map(({ type, value }) => [type, Number(value)] as const);
    const { year, month, day, hour, minute, second } = Object.fromEntries(parts) as Readonly<
      Record<Intl.DateTimeFormatPartTypes, number>
    >;
    const shown = Date.UTC(year, month - 1, day, hour, minute, second);
    return shown - Math.floor(moment / SECOND_MS) * SECOND_MS;
  }

  return {
    name,
    offsetAt(moment) {
      const hour = Math.floor(moment / HOUR_MS);
      const known = offsets.get(hour);
      if (known !== undefined) return known;
      const offset = readOffset(moment);
      const changesInHour = readOffset(hour * HOUR_MS) !== readOffset((hour + 1) * HOUR_MS);
      if (changesInHour) return offset;
      if (offsets.size >= MOST_OFFSETS) offsets.clear();
      offsets.set(hour, offset);
      return offset;
    },
  };
}

/**
 * The moment of a wall time. When clocks go back, a time occurs twice: the first is meant. When clocks go forward, a
 * time is skipped: it counts with the offset before the gap (RFC 5545 §3.3.5).
 */
export function momentOf({ date, time }: WallTime, { offsetAt }: TimeZone): number {
  const wall = Date.parse(`${date}T${time}:00Z`);
  const early = wall - offsetAt(wall - DAY_MS);
  const late = wall - offsetAt(wall + DAY_MS);
  const showsWallTime = (moment: number) => moment + offsetAt(moment) === wall;
  return !showsWallTime(early) && showsWallTime(late) ? late : early;
}

/** What the wall clock shows at a moment. */
export function wallTimeAt(moment: number, { offsetAt }: TimeZone): WallTime {
  const shown = new Date(moment + offsetAt(moment));
  return {
    date: plainDate(shown.getUTCFullYear(), shown.getUTCMonth() + 1, shown.getUTCDate()),
    time: shown.toISOString().slice(11, 16),
  };
}

/** A moment, and the time zone that decides which day it is. */
export interface Moment {
  readonly now: Date;
  readonly zone: TimeZone;
}

export function todayOf({ now, zone }: Moment): PlainDate {
  return wallTimeAt(now.getTime(), zone).date;
}

/** The assumed length of an event without an end. */
const USUAL_LENGTH_MS = 2 * 60 * 60 * 1000;

interface EventTimes extends WallTime {
  readonly endTime?: PlainTime;
  readonly endsNextDay?: boolean;
}

/** The moment at which an event is over, in milliseconds since 1970. */
export function endOfEvent({ date, time, endTime, endsNextDay }: EventTimes, zone: TimeZone): number {
  return endTime === undefined
    ? momentOf({ date, time }, zone) + USUAL_LENGTH_MS
    : momentOf({ date: endsNextDay ? addDays(date, 1) : date, time: endTime }, zone);
}
