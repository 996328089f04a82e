import type { CalendarEntry } from "#calendar-file/calendar-file.ts";
import { LINKED_PAGES } from "#contract/paths.ts";
import { sameDayLater } from "#domain/calendar/calendar.ts";
import { rolesOfPerson } from "#domain/line-up/kept-line-up.ts";
import { CALENDAR_NAME, entryDescription } from "#text/agenda/calendar-entry.ts";
import { StoredAnswer } from "../api/stored-answer.ts";
import type { SharedPlanning } from "../planning/shared-planning.ts";
import { retentionStart } from "../planning/trash/read-trash.ts";
import { type CalendarEvent, readCalendarEvents } from "./read-calendar-events.ts";
import type { CalendarOwner } from "./write-calendar-links.ts";

interface FeedDependencies {
  readonly planning: SharedPlanning;
  /** The origin of the events' addresses. */
  readonly baseUrl: string;
  readonly timeZone: string;
}

const MONTHS_BACK = 3;
const MONTHS_AHEAD = 18;
const REFRESH_SECONDS = 60 * 60;

function statusOf({ isDeleted, answer }: CalendarEvent): CalendarEntry["status"] {
  if (isDeleted) return "cancelled";
  return answer === "present" ? "confirmed" : "tentative";
}

/** Returns a function that writes somebody's calendar. As long as nothing changes, it writes the same bytes. */
export function createCalendarFeed({ planning, baseUrl, timeZone }: FeedDependencies) {
  function entryOf(found: CalendarEvent, { userId, since }: CalendarOwner): CalendarEntry {
    const { event, sequence, changedAt } = found;
    const status = statusOf(found);
    const state = found.isDeleted ? "cancelled" : found.answer;
    const address = `${baseUrl}${LINKED_PAGES.events}${encodeURIComponent(event.id)}`;
    const roles = rolesOfPerson(event.lineUp, userId);
    const { details, programme } = event;
    const description = entryDescription({ details, programme, state, roles, address });
    // An event of which nobody knows when it changed came into this calendar when its address was made.
    return { event, status, description, sequence, changedAt: changedAt ?? since };
  }

  return async function write(owner: CalendarOwner): Promise<StoredAnswer<string>> {
    // Loaded at the first reading, not at the start: many teams never do.
    const { calendarFile } = await import("#calendar-file/calendar-file.ts");
    const today = planning.today();
    const [from, to] = [sameDayLater(today, -MONTHS_BACK), sameDayLater(today, MONTHS_AHEAD)];
    const deletedSince = retentionStart(planning.now());
    const found = await readCalendarEvents(planning.database, { userId: owner.userId, from, to, deletedSince });
    const entries = found.map((each) => entryOf(each, owner));
    const feed = { name: CALENDAR_NAME, refreshSeconds: REFRESH_SECONDS };
    return new StoredAnswer(calendarFile({ timeZone, entries, feed }));
  };
}
