import { LINKED_PAGES } from "#contract/paths.ts";

/** The address of every screen: routes, links and redirects take it from here. */
export const PAGES = {
  home: LINKED_PAGES.home,
  login: LINKED_PAGES.login,
  register: LINKED_PAGES.register,
  resetPassword: LINKED_PAGES.resetPassword,
  confirmEmail: LINKED_PAGES.confirmEmail,
  groupChoice: LINKED_PAGES.groupChoice,
  createEvent: "/create-event",
  /** `:eventId` is a route parameter of the router. */
  event: `${LINKED_PAGES.events}:eventId`,
  editEvent: `${LINKED_PAGES.events}:eventId/edit`,
  group: LINKED_PAGES.group,
  users: LINKED_PAGES.users,
  addPeople: `${LINKED_PAGES.users}/add`,
  services: "/services",
  administration: "/administration",
  absences: LINKED_PAGES.absences,
  grid: "/grid",
  agenda: "/agenda",
  repertoire: "/repertoire",
  notifications: LINKED_PAGES.notifications,
} as const;

export function eventPage(eventId: string): string {
  return `${LINKED_PAGES.events}${eventId}`;
}

export function editEventPage(eventId: string): string {
  return `${eventPage(eventId)}/edit`;
}

/** The calendar with the events of `date` (YYYY-MM-DD). */
export function dayPage(date: string): string {
  return `${PAGES.home}?jour=${date}`;
}

/** The calendar of a month (YYYY-MM). */
export function monthPage(month: string): string {
  return `${PAGES.home}?mois=${month}`;
}

export function gridPage(month: string): string {
  return `${PAGES.grid}?mois=${month}`;
}

/** The form for a new event, prefilled with `date` (YYYY-MM-DD). */
export function createEventPage(date: string): string {
  return `${PAGES.createEvent}?date=${date}`;
}

export function copyEventPage(eventId: string): string {
  return `${PAGES.createEvent}?copy=${encodeURIComponent(eventId)}`;
}
