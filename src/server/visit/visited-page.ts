import { LINKED_PAGES } from "#contract/paths.ts";

/** The screen at an address. Screens that need the same data are one type. */
export type VisitedPage =
  | { readonly type: "home" | "group_choice" | "group" | "users" | "other" }
  | { readonly type: "event"; readonly eventId: string };

const PAGES = new Map<string, Exclude<VisitedPage["type"], "event">>([
  [LINKED_PAGES.home, "home"],
  [LINKED_PAGES.groupChoice, "group_choice"],
  [LINKED_PAGES.group, "group"],
  [LINKED_PAGES.users, "users"],
]);

/** @param path decoded */
export function visitedPageOf(path: string): VisitedPage {
  if (!path.startsWith(LINKED_PAGES.events)) return { type: PAGES.get(path) ?? "other" };
  const eventId = path.slice(LINKED_PAGES.events.length);
  return eventId === "" || eventId.includes("/") || eventId.includes("\0")
    ? { type: "other" }
    : { type: "event", eventId };
}
