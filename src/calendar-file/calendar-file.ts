import { ICalCalendar, type ICalDayJsStub, type ICalEventData, ICalEventStatus } from "ical-generator";
import { monthOf, type PlainDate } from "#domain/calendar/calendar.ts";
import { momentOf, type TimeZone, timeZoneNamed, wallTimeAt, type WallTime } from "#domain/calendar/time-zone.ts";
import { USUAL_LENGTH_MS } from "#domain/planning/event-end.ts";
import type { EventDetails } from "#domain/planning/planning.ts";
import { timeZoneComponent } from "./time-zone-component.ts";

/** One event as it stands in somebody's calendar program. */
export interface CalendarEntry {
  readonly event: Omit<EventDetails, "details"> & { readonly id: string };
  readonly status: "confirmed" | "tentative" | "cancelled";
  readonly description: string;
  /** Raised by each change of the event: an entry with a lower number never replaces one with a higher one. */
  readonly sequence: number;
  readonly changedAt: Date;
}

interface CalendarContent {
  /** An IANA name: whose wall clock the events' times are of. */
  readonly timeZone: string;
  /** The first and the last day that it is about. */
  readonly from: PlainDate;
  readonly to: PlainDate;
  readonly entries: readonly CalendarEntry[];
  /** For a calendar that is read again and again: what programs call it, and after how many seconds to read it again. */
  readonly feed?: { readonly name: string; readonly refreshSeconds: number };
}

const PRODUCT = { company: "Diapason", product: "Diapason", language: "FR" };
/** What a text may not contain (RFC 5545 §3.1). Older plannings were not checked for it. */
const CONTROL_CHARACTERS = /[^\P{Cc}\n]/gu;
const STATUS = {
  confirmed: ICalEventStatus.CONFIRMED,
  tentative: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
} as const;

/**
 * A wall time in a form that the library writes as it is. It would read a `Date` by the clock of this computer, which may
 * skip the hour in question.
 */
function fixed(wall: WallTime, zone: TimeZone): ICalDayJsStub {
  const moment = momentOf(wall, zone);
  const texts = new Map([
    ["YYYYMMDD", wall.date.replaceAll("-", "")],
    ["HHmmss", `${wall.time.replace(":", "")}00`],
  ]);
  const time: ICalDayJsStub = {
    isValid: () => true,
    format: (pattern = "") => texts.get(pattern) ?? "",
    toDate: () => new Date(moment),
    toJSON: () => new Date(moment).toISOString(),
    utc: () => time,
  };
  return time;
}

function endOfEvent({ date, time, endTime }: CalendarEntry["event"], zone: TimeZone): WallTime {
  if (endTime !== undefined) return { date, time: endTime };
  return wallTimeAt(momentOf({ date, time }, zone) + USUAL_LENGTH_MS, zone);
}

function plainText(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(CONTROL_CHARACTERS, "");
}

function entryData({ event, status, description, sequence, changedAt }: CalendarEntry, zone: TimeZone): ICalEventData {
  return {
    // An id may hold anything; the name of the product keeps it apart from those of other programs.
    id: `${encodeURIComponent(event.id)}@diapason`,
    sequence,
    stamp: changedAt,
    lastModified: changedAt,
    timezone: zone.name,
    start: fixed(event, zone),
    end: fixed(endOfEvent(event, zone), zone),
    summary: plainText(event.name),
    location: plainText(event.location),
    description: plainText(description),
    status: STATUS[status],
  };
}

/** A calendar as text (RFC 5545): a feed, or a file to add to a calendar program. */
export function calendarFile({ timeZone, from, to, entries, feed }: CalendarContent): string {
  const zone = timeZoneNamed(timeZone);
  // A year on both sides, because a rule needs several.
  const generator = () => timeZoneComponent(zone, monthOf(from).year - 1, monthOf(to).year + 1);
  const calendar = new ICalCalendar({
    prodId: PRODUCT,
    // Named here, it would make the library write stamps in local time. Without entries, there must be one component.
    timezone: { name: entries.length === 0 ? zone.name : null, generator },
    events: entries.map((entry) => entryData(entry, zone)),
    ...(feed && { name: feed.name, ttl: feed.refreshSeconds }),
  });
  return `${calendar.toString()}\r\n`;
}
