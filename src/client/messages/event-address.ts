import { eventPage } from "../pages.ts";

/** The address of an event's page, for use on another device. */
export function eventAddress(eventId: string): string {
  // The server only answers under its public address, so this page's origin is that address.
  return new URL(eventPage(eventId), window.location.origin).href;
}
