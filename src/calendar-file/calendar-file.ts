import { ICalCalendar, type ICalEventData, ICalEventStatus } from "ical-generator";
import { endOfEvent, momentOf, type TimeZone, timeZoneNamed } from "#domain/calendar/time-zone.ts";
import type { EventDetails } from "#domain/planning/planning.ts";

/** One event in a calendar program. */
export interface CalendarEntry {
  readonly event: Omit<EventDetails, "details"> & { readonly id: string };
  readonly status: "confirmed" | "tentative" | "cancelled";
  readonly description: string;
  /** Each change of the event raises it. An entry with a lower number never replaces one with a higher number. */
  readonly sequence: number;
  readonly changedAt: Date;
}

interface CalendarContent {
  /** The time zone of the events' times, by its IANA name. */
  readonly timeZone: string;
  readonly entries: readonly CalendarEntry[];
  /** For a subscribed calendar: its name, and after how many seconds programs should read it again. */
  readonly feed?: { readonly name: string; readonly refreshSeconds: number };
}

// The library draws an id for each entry before it takes ours. Pages served over plain http lack `randomUUID`.
if (!("randomUUID" in crypto))
  Object.assign(crypto, { randomUUID: () => crypto.getRandomValues(new Uint32Array(4)).join("-") });

const PRODUCT = { company: "Diapason", product: "Diapason", language: "FR" };
/** Control characters but the line break, which texts may not contain (RFC 5545 §3.1). Older plannings have some. */
const CONTROL_CHARACTERS = /[^\P{Cc}\n]/gu;
/** A calendar must have a component (RFC 5545 §3.6). A calendar without entries gets this one, which has no effect. */
const PLACEHOLDER = `BEGIN:VTIMEZONE
TZID:UTC
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:+0000
TZOFFSETTO:+0000
END:STANDARD
END:VTIMEZONE
`.replaceAll("\n", "\r\n");
const STATUS = {
  confirmed: ICalEventStatus.CONFIRMED,
  tentative: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
} as const;

function plainText(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(CONTROL_CHARACTERS, "");
}

function entryData({ event, status, description, sequence, changedAt }: CalendarEntry, zone: TimeZone): ICalEventData {
  return {
    // An id may hold any characters. The suffix distinguishes it from the ids of other programs.
    id: `${encodeURIComponent(event.id)}@diapason`,
    sequence,
    stamp: changedAt,
    lastModified: changedAt,
    start: new Date(momentOf(event, zone)),
    end: new Date(endOfEvent(event, zone)),
    summary: plainText(event.name),
    location: plainText(event.location),
    description: plainText(description),
    status: STATUS[status],
  };
}

/**
 * A calendar as text (RFC 5545): a feed, or a file to add to a calendar program. Times are in UTC, so that programs
 * need no time zone rules. That is possible because no entry recurs.
 */
export function calendarFile({ timeZone, entries, feed }: CalendarContent): string {
  const zone = timeZoneNamed(timeZone);
  const calendar = new ICalCalendar({
    prodId: PRODUCT,
    events: entries.map((entry) => entryData(entry, zone)),
    ...(feed && { name: feed.name, ttl: feed.refreshSeconds }),
  });
  const text = `${calendar.toString()}\r\n`;
  return entries.length === 0 ? text.replace("END:VCALENDAR", `${PLACEHOLDER}$&`) : text;
}
