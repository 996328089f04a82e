import {
  addMonths,
  monthGrid,
  type PlainDate,
  UPCOMING_SHOWN,
  type YearMonth,
} from "../../domain/calendar/calendar.ts";
import { API, fillPath, withQuery } from "../paths.ts";

/** The paths by which the page reads the shared planning. The server sends the responses to some of them with the page. */

/** How many upcoming events are read: more than the dashboard shows, so that a deletion needs no new read. */
export const UPCOMING_READ = 4 * UPCOMING_SHOWN;

/** Both days are included. */
interface Days {
  readonly from: PlainDate;
  readonly to: PlainDate;
}

/** The days to read when a month is shown: those in the grids of the month before, of the month and of the month after. */
export function daysAround(month: YearMonth): Days {
  const [from = ""] = monthGrid(addMonths(month, -1)).flat();
  const to = monthGrid(addMonths(month, 1)).flat().at(-1) ?? "";
  return { from, to };
}

/** `groupId` is `null` for the events of all groups. */
export function daysAddress(groupId: string | null, { from, to }: Days) {
  return withQuery(API.events, { group: groupId, from, to });
}

export function upcomingAddress(groupId: string, from: PlainDate) {
  return withQuery(API.upcomingEvents, { group: groupId, from, limit: String(UPCOMING_READ) });
}

export function eventAddress(eventId: string) {
  return fillPath(API.event, eventId);
}

export function groupAddress(groupId: string) {
  return fillPath(API.group, groupId);
}

/** @param userId left out: the memberships of everybody */
export function membershipsAddress(userId?: string) {
  return withQuery(API.memberships, { user: userId ?? null });
}
