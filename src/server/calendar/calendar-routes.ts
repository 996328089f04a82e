import type { Hono } from "hono";
import type { CalendarEntry } from "#calendar-file/calendar-file.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { CALENDAR_FEEDS, LINKED_PAGES } from "#contract/paths.ts";
import { sameDayLater } from "#domain/calendar/calendar.ts";
import { rolesOfPerson } from "#domain/line-up/kept-line-up.ts";
import { CALENDAR_NAME, entryDescription } from "#text/agenda/calendar-entry.ts";
import type { AppEnv } from "../api/operation-route.ts";
import { sendStored, StoredResponse } from "../api/stored-response.ts";
import type { Auth } from "../auth/auth.ts";
import { Refusal } from "../errors.ts";
import { createMount } from "../planning/planning-mount.ts";
import type { SharedPlanning } from "../planning/shared-planning.ts";
import { retentionStart } from "../planning/trash/read-trash.ts";
import { type CalendarEvent, readCalendarEvents } from "./read-calendar-events.ts";
import type { CalendarLinks, CalendarOwner } from "./write-calendar-links.ts";

const MONTHS_BACK = 3;
const MONTHS_AHEAD = 18;
const REFRESH_SECONDS = 60 * 60;

function statusOf({ isDeleted, answer }: CalendarEvent): CalendarEntry["status"] {
  if (isDeleted) return "cancelled";
  return answer === "present" ? "confirmed" : "tentative";
}

function entryOf(calendarEvent: CalendarEvent, { userId, since }: CalendarOwner, baseUrl: string): CalendarEntry {
  const { event, answer, isDeleted, sequence, changedAt } = calendarEvent;
  const status = statusOf(calendarEvent);
  const state = isDeleted ? "cancelled" : answer;
  const address = `${baseUrl}${LINKED_PAGES.events}${encodeURIComponent(event.id)}`;
  const roles = rolesOfPerson(event.lineUp, userId);
  const { details, programme } = event;
  const description = entryDescription({ details, programme, state, roles, address });
  // If the time of the last change is unknown, the time at which the calendar's address was made takes its place.
  return { event, status, description, sequence, changedAt: changedAt ?? since };
}

interface CalendarDependencies {
  readonly auth: Auth;
  readonly planning: SharedPlanning;
  readonly calendarLinks: CalendarLinks;
  readonly baseUrl: string;
  readonly settings: { readonly timeZone: string };
}

const FILE_ENDING = ".ics";
/** Only the calendar program may cache the calendar, and it must revalidate its copy each time. */
const CACHING = "private, no-cache";

/** Mounts the calls about a user's secret calendar address. The address itself serves the calendar, without a session. */
export function addCalendarRoutes(app: Hono<AppEnv>, dependencies: CalendarDependencies): void {
  const { auth, planning, calendarLinks: links, baseUrl, settings } = dependencies;
  const mount = createMount(app, auth.sessions, planning);

  mount(OPERATIONS.readCalendarLink, async ({ actor }) => ({ address: await links.read(actor.id) }));
  mount(OPERATIONS.renewCalendarLink, async ({ actor }) => ({ address: await links.renew(actor.id) }));
  mount(OPERATIONS.deleteCalendarLink, async ({ actor }) => {
    await links.remove(actor.id);
    return null;
  });

  /** The calendar of a user. Its bytes, and so its ETag, are the same as long as nothing changes. */
  async function writeFeed(owner: CalendarOwner): Promise<StoredResponse<string>> {
    // Imported when a calendar is first read, because many teams never use one.
    const { calendarFile } = await import("#calendar-file/calendar-file.ts");
    const today = planning.today();
    const [from, to] = [sameDayLater(today, -MONTHS_BACK), sameDayLater(today, MONTHS_AHEAD)];
    const deletedSince = retentionStart(planning.now());
    const found = await readCalendarEvents(planning.database, { userId: owner.userId, from, to, deletedSince });
    const entries = found.map((event) => entryOf(event, owner, baseUrl));
    const feed = { name: CALENDAR_NAME, refreshSeconds: REFRESH_SECONDS };
    return new StoredResponse(calendarFile({ timeZone: settings.timeZone, entries, feed }));
  }

  app.get(`${CALENDAR_FEEDS}*`, async (context) => {
    const name = context.req.path.slice(CALENDAR_FEEDS.length);
    const token = name.endsWith(FILE_ENDING) ? name.slice(0, -FILE_ENDING.length) : "";
    const owner = await links.ownerOf(token);
    if (owner === null) throw new Refusal("request.not_found");
    // Limits how often one address is read.
    await context.get("countCall")(token);
    return sendStored(context, await writeFeed(owner), { caching: CACHING, type: "text/calendar; charset=utf-8" });
  });
}
