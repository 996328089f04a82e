import { type TimeZone, timeZoneNamed } from "#domain/calendar/time-zone.ts";

/** The time zone of this device; follows a device that travels. */
export const DEVICE_ZONE: TimeZone = {
  get name() {
    return new Intl.DateTimeFormat().resolvedOptions().timeZone;
  },
  offsetAt: (moment) => -60_000 * new Date(moment).getTimezoneOffset(),
};

/** The zone of that name; that of the device where none is named, or this browser does not know it. */
export function zoneNamedOr(name: string | null): TimeZone {
  if (name === null) return DEVICE_ZONE;
  try {
    return timeZoneNamed(name);
  } catch {
    return DEVICE_ZONE;
  }
}
