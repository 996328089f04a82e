import { ICalCalendar, type ICalEventData, ICalEventStatus } from "ical-generator";
import { endOfEvent, momentOf, type TimeZone, timeZoneNamed } from "#domain/calendar/time-zone.ts";
import type { EventDetails } from "#domain/planning/planning.ts";

/** One event of a calendar, as calendar programs show it. */
export interface CalendarEntry {
  readonly event: Omit<EventDetails, "details"> & { readonly id: string };
  readonly status: "confirmed" | "tentative" | "cancelled";
  readonly description: string;
  /** Each change of the event increases it. Calendar programs ignore an entry with a lower number than their own. */
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

// The library calls `randomUUID` for each entry, although we set the ids. Pages served over plain http lack that function.
if (!("randomUUID" in crypto))
  Object.assign(crypto, { randomUUID: () => crypto.getRandomValues(new Uint32Array(4)).join("-") });

const PRODUCT = { company: "Diapason", product: "Diapason", language: "FR" };
/** Control characters except line breaks: a calendar must not contain them (RFC 5545 §3.1), but old event texts may. */
const CONTROL_CHARACTERS = /[^\P{Cc}\n]/gu;
/** A calendar must have at least one component (RFC 5545 §3.6). One without entries gets this, which has no effect. */
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
    // Encoded, because an event's id may have any characters. The suffix distinguishes it from the ids of other programs.
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
 * A calendar as text (iCalendar, RFC 5545): a feed, or a file to add to a calendar program. Times are in UTC, so that
 * programs need no time zone rules. UTC would not do for recurring entries, but there are none.
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
