import * as z from "zod/mini";
import { inSharedPlanning } from "../operation.ts";
import { API } from "../paths.ts";

/** The address from which a calendar program reads the caller's events. */
export const CalendarLink = z.object({
  /** `null`: there is none. */
  address: z.nullable(z.string()),
});

export type CalendarLink = z.infer<typeof CalendarLink>;

export const CALENDAR_LINK_OPERATIONS = /* @__PURE__ */ inSharedPlanning({
  readCalendarLink: {
    method: "GET",
    path: API.ownCalendar,
    access: "planning.read",
    summary: "The address of the caller's calendar, for a calendar program",
    response: CalendarLink,
  },
  renewCalendarLink: {
    method: "POST",
    path: API.ownCalendar,
    access: "planning.read",
    summary: "Make a new address for the caller's calendar; the previous one stops working at once",
    status: 201,
    response: CalendarLink,
  },
  deleteCalendarLink: {
    method: "DELETE",
    path: API.ownCalendar,
    access: "planning.read",
    summary: "Delete the address of the caller's calendar",
  },
});
