import * as z from "zod/mini";
import { guardedBy } from "../operation.ts";
import { API } from "../paths.ts";

/** The address from which a calendar program reads one's events. */
export const CalendarLink = z.object({
  /** `null`: there is none. */
  address: z.nullable(z.string()),
});

export type CalendarLink = z.infer<typeof CalendarLink>;

export const CALENDAR_LINK_OPERATIONS = /* @__PURE__ */ guardedBy("shared_planning", {
  readCalendarLink: {
    method: "GET",
    path: API.ownCalendar,
    access: "planning.read",
    summary: "The address of one's calendar, for a calendar program",
    status: 200,
    response: CalendarLink,
    errors: [],
  },
  renewCalendarLink: {
    method: "POST",
    path: API.ownCalendar,
    access: "planning.read",
    summary: "Make another address for one's calendar; the one before ends at once",
    status: 201,
    response: CalendarLink,
    errors: [],
  },
  deleteCalendarLink: {
    method: "DELETE",
    path: API.ownCalendar,
    access: "planning.read",
    summary: "Take the address of one's calendar back",
    status: 204,
    errors: [],
  },
});
