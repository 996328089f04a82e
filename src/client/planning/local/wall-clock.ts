import { type PlainDate, plainDate } from "#domain/calendar/calendar.ts";

/** Where the days of a planning begin: in the team's time zone, or on this device. */
export interface WallClock {
  /** IANA name. */
  readonly timeZone: string;
  readonly dateAt: (moment: Date) => PlainDate;
  /** The date and time: `2026-11-28 01:30`. */
  readonly shownAt: (moment: Date) => string;
}

/** Follows a device that travels. */
export const DEVICE_CLOCK: WallClock = {
  get timeZone() {
    return new Intl.DateTimeFormat().resolvedOptions().timeZone;
  },
  dateAt: (moment) => plainDate(moment.getFullYear(), moment.getMonth() + 1, moment.getDate()),
  shownAt: (moment) => `${DEVICE_CLOCK.dateAt(moment)} ${moment.toTimeString().slice(0, 5)}`,
};

/** The clock of a time zone; that of the device where none is named, or this browser does not know it. */
export function clockOf(timeZone: string | null): WallClock {
  if (timeZone === null) return DEVICE_CLOCK;
  try {
    // Swedish writes dates as ISO 8601 does.
    const format = new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "short" });
    const shownAt = (moment: Date) => format.format(moment);
    return { timeZone, shownAt, dateAt: (moment) => shownAt(moment).slice(0, 10) };
  } catch {
    return DEVICE_CLOCK;
  }
}
