import { daysInMonth } from "#domain/calendar/calendar.ts";
import { type ClockChange, clockChanges, type TimeZone } from "#domain/calendar/time-zone.ts";

/** One part of a `VTIMEZONE`: the clocks change from one offset to another, once or each year. */
interface Observance {
  readonly isDaylight: boolean;
  readonly start: string;
  readonly before: number;
  readonly after: number;
  readonly rule: string | null;
}

const MINUTE_MS = 60_000;
const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"] as const;
const DAYS_A_WEEK = 7;
/** A repetition needs three years that agree. */
const FEWEST_YEARS = 3;
/** Before all that calendars hold. */
const BEGINNING = "19700101T000000";

function digits(value: number): string {
  return String(value).padStart(2, "0");
}

/** `+0100` */
function offsetText(offset: number): string {
  const minutes = Math.abs(Math.round(offset / MINUTE_MS));
  return `${offset < 0 ? "-" : "+"}${digits(Math.floor(minutes / 60))}${digits(minutes % 60)}`;
}

/** What clocks show when they change, as a date in UTC. */
function shownAt({ at, before }: ClockChange): Date {
  return new Date(at + before);
}

function basicTime(shown: Date): string {
  return shown.toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
}

/** Which Sunday of its month a Sunday is, counted from the start, or from the end: `-1` is the last. */
function placesInMonth(shown: Date): number[] {
  const [day, month] = [shown.getUTCDate(), { year: shown.getUTCFullYear(), month: shown.getUTCMonth() + 1 }];
  const fromEnd = Math.floor((daysInMonth(month) - day) / DAYS_A_WEEK);
  return [...(fromEnd === 0 ? [-1] : []), Math.floor((day - 1) / DAYS_A_WEEK) + 1];
}

/** Month, weekday and time: what a yearly rule has in common each year. */
function seasonOf(shown: Date): string {
  return `${shown.getUTCMonth()} ${shown.getUTCDay()} ${shown.toISOString().slice(11)}`;
}

/** The rule that yields all of these changes, one in each of `years` years; `null` if there is none. */
function yearlyRule(changes: readonly ClockChange[], years: number): string | null {
  const shown = changes.map(shownAt);
  const [first] = shown;
  const ofEachYear = new Set(shown.map((each) => each.getUTCFullYear()));
  if (first === undefined || years < FEWEST_YEARS || changes.length !== years || ofEachYear.size !== years) return null;
  if (shown.some((each) => seasonOf(each) !== seasonOf(first))) return null;
  const place = placesInMonth(first).find((wanted) => shown.every((each) => placesInMonth(each).includes(wanted)));
  if (place === undefined) return null;
  return `FREQ=YEARLY;BYMONTH=${first.getUTCMonth() + 1};BYDAY=${place}${WEEKDAYS[first.getUTCDay()]}`;
}

function observancesOf(changes: readonly ClockChange[], years: number): Observance[] {
  const kinds = Map.groupBy(changes, ({ before, after }) => `${before} ${after}`);
  return [...kinds.values()].flatMap((ofKind) => {
    const rule = yearlyRule(ofKind, years);
    const listed = rule === null ? ofKind : ofKind.slice(0, 1);
    return listed.map((change) => ({
      isDaylight: change.after > change.before,
      start: basicTime(shownAt(change)),
      before: change.before,
      after: change.after,
      rule,
    }));
  });
}

function linesOf({ isDaylight, start, before, after, rule }: Observance): string[] {
  const name = isDaylight ? "DAYLIGHT" : "STANDARD";
  return [
    `BEGIN:${name}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${offsetText(before)}`,
    `TZOFFSETTO:${offsetText(after)}`,
    ...(rule === null ? [] : [`RRULE:${rule}`]),
    `END:${name}`,
  ];
}

/**
 * The `VTIMEZONE` of a zone, right for each moment of the years from `firstYear` to `lastYear`. A change that comes in
 * each of them by one rule is written as that rule, which old calendar programs expect. Other changes are listed.
 */
export function timeZoneComponent(zone: TimeZone, firstYear: number, lastYear: number): string {
  const from = Date.parse(`${firstYear}-01-01`);
  const changes = clockChanges(zone, from, Date.parse(`${lastYear + 1}-01-01`));
  const offset = zone.offsetAt(from);
  const [next] = changes;
  const initial = {
    isDaylight: next !== undefined && next.after < next.before,
    start: BEGINNING,
    before: offset,
    after: offset,
    rule: null,
  };
  const observances = [initial, ...observancesOf(changes, lastYear - firstYear + 1)];
  return ["BEGIN:VTIMEZONE", `TZID:${zone.name}`, ...observances.flatMap(linesOf), "END:VTIMEZONE"].join("\r\n");
}
