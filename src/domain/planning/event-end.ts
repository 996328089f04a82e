import { addDays } from "../calendar/calendar.ts";
import { momentOf, type TimeZone } from "../calendar/time-zone.ts";
import type { EventDetails } from "./planning.ts";

/** The length of an event that names no end. */
const USUAL_LENGTH_MS = 2 * 60 * 60 * 1000;

/** The moment at which an event is over, in milliseconds since 1970. */
export function endOfEvent(
  { date, time, endTime, endsNextDay }: Pick<EventDetails, "date" | "time" | "endTime" | "endsNextDay">,
  zone: TimeZone,
): number {
  return endTime === undefined
    ? momentOf({ date, time }, zone) + USUAL_LENGTH_MS
    : momentOf({ date: endsNextDay ? addDays(date, 1) : date, time: endTime }, zone);
}
