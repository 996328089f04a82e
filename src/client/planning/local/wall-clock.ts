import { type PlainDate, plainDate } from "#domain/calendar/calendar.ts";

/** Where the days of a planning begin: in the team's time zone, or on this device. */
export interface WallClock {
  /** IANA name. */
  readonly timeZone: string;
  readonly dateAt: (moment: Date) => PlainDate;
}

/** Follows a device that travels. */
export const DEVICE_CLOCK: WallClock = {
  get timeZone() {
    return new Intl.DateTimeFormat().resolvedOptions().timeZone;
  },
  dateAt: (moment) => plainDate(moment.getFullYear(), moment.getMonth() + 1, moment.getDate()),
};

const FORMAT = {
  calendar: "gregory",
  numberingSystem: "latn",
  year: "numeric",
  month: "numeric",
  day: "numeric",
} as const;

/** The clock of a time zone; that of the device where none is named, or this browser does not know it. */
export function clockOf(timeZone: string | null): WallClock {
  if (timeZone === null) return DEVICE_CLOCK;
  try {
    const format = new Intl.DateTimeFormat("en", { ...FORMAT, timeZone });
    return {
      timeZone,
      dateAt(moment) {
        const parts = format.formatToParts(moment).map(({ type, value }) => [type, Number(value)] as const);
        const { year, month, day } = Object.fromEntries(parts) as Record<"year" | "month" | "day", number>;
        return plainDate(year, month, day);
      },
    };
  } catch {
    return DEVICE_CLOCK;
  }
}
