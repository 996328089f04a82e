import { addDays, type PlainTime } from "../calendar/calendar.ts";
import { momentOf, type TimeZone, wallTimeAt } from "../calendar/time-zone.ts";

/** In quiet hours, only messages that somebody is waiting for are sent, such as a link to reset a password. */
const QUIET_FROM: PlainTime = "21:00";
const QUIET_UNTIL: PlainTime = "08:00";

/** The moment itself, or the end of the quiet hours in which it is. Moments are milliseconds since 1970. */
export function afterQuietHours(moment: number, zone: TimeZone): number {
  const { date, time } = wallTimeAt(moment, zone);
  if (time < QUIET_UNTIL) return momentOf({ date, time: QUIET_UNTIL }, zone);
  return time < QUIET_FROM ? moment : momentOf({ date: addDays(date, 1), time: QUIET_UNTIL }, zone);
}
