import { momentOf, timeZoneNamed } from "#domain/calendar/time-zone.ts";
import type { ZoneData } from "#text/doctor/settings-check.ts";

const HOUR_MS = 60 * 60 * 1000;

/** What this Node.js knows of French dates, and of a zone with summer time. */
export function readZoneData(timeZone: string): ZoneData {
  const paris = timeZoneNamed("Europe/Paris");
  const hoursAhead = (date: string) =>
    (Date.parse(`${date}T12:00:00Z`) - momentOf({ date, time: "12:00" }, paris)) / HOUR_MS;
  return {
    timeZone,
    january: new Intl.DateTimeFormat("fr", { month: "long", timeZone: "UTC" }).format(Date.UTC(2026, 0, 1)),
    parisHours: [hoursAhead("2026-01-15"), hoursAhead("2026-07-15")],
  };
}
