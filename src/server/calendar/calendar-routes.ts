import type { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import { CALENDAR_FEEDS } from "#contract/paths.ts";
import { sendStored } from "../api/stored-answer.ts";
import type { AppEnv } from "../api/request-context.ts";
import type { Auth } from "../auth/auth.ts";
import { Refusal } from "../errors.ts";
import { createMount } from "../planning/planning-mount.ts";
import type { SharedPlanning } from "../planning/shared-planning.ts";
import { createCalendarFeed } from "./calendar-feed.ts";
import type { CalendarLinks } from "./calendar-links.ts";

interface CalendarDependencies {
  readonly auth: Auth;
  readonly planning: SharedPlanning;
  readonly calendarLinks: CalendarLinks;
  readonly baseUrl: string;
  readonly settings: { readonly timeZone: string };
}

const FILE_ENDING = ".ics";
/** A calendar program may keep it, nobody else, and asks again whether it changed. */
const CACHING = "private, no-cache";

/** One's own calendar address, and the calendars themselves, which are read without a session. */
export function addCalendarRoutes(app: Hono<AppEnv>, dependencies: CalendarDependencies): void {
  const { auth, planning, calendarLinks: links, baseUrl, settings } = dependencies;
  const mount = createMount(app, auth.sessions, planning);

  mount(OPERATIONS.readCalendarLink, async ({ actor }) => ({ address: await links.read(actor.id) }));
  mount(OPERATIONS.renewCalendarLink, async ({ actor }) => ({ address: await links.renew(actor.id) }));
  mount(OPERATIONS.deleteCalendarLink, async ({ actor }) => {
    await links.remove(actor.id);
    return null;
  });

  const writeFeed = createCalendarFeed({ planning, baseUrl, timeZone: settings.timeZone });
  app.get(`${CALENDAR_FEEDS}*`, async (context) => {
    const name = context.req.path.slice(CALENDAR_FEEDS.length);
    const token = name.endsWith(FILE_ENDING) ? name.slice(0, -FILE_ENDING.length) : "";
    const owner = await links.ownerOf(token);
    if (owner === null) throw new Refusal("request.not_found");
    await context.get("countCall")(token);
    return sendStored(context, await writeFeed(owner), { caching: CACHING, type: "text/calendar; charset=utf-8" });
  });
}
