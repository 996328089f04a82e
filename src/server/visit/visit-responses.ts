import { API, LINKED_PAGES } from "#contract/paths.ts";
import {
  daysAddress,
  daysAround,
  eventAddress,
  groupAddress,
  membershipsAddress,
  UPCOMING_READ,
  upcomingAddress,
} from "#contract/planning/planning-addresses.ts";
import type { PlainDate, YearMonth } from "#domain/calendar/calendar.ts";
import { may } from "#domain/permissions.ts";
import type { Actor } from "../api/operation-route.ts";
import { Refusal } from "../errors.ts";
import type { PlanningResponses, ReadResponse } from "../planning/planning-responses.ts";

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

/** A response that is embedded into the page, so that the page need not make the call. */
export interface VisitResponse {
  /** The address of the call. */
  readonly call: string;
  /** The log position of the response; `null`: it contains no planning data. */
  readonly position: number | null;
  readonly json: string;
}

export interface PlanningVisit {
  readonly actor: Actor;
  readonly page: VisitedPage;
  /** The group that the screen shows; `null` where none is selected. */
  readonly groupId: string | null;
  readonly month: YearMonth;
  readonly today: PlainDate;
}

/** An admin's month may show more groups than this. The page itself reads the details of the others. */
const EMBEDDED_GROUPS_MAX = 10;

/** Reads the responses to the calls that a screen makes when it opens, in the order of the calls. */
export async function readPlanningVisit(
  responses: PlanningResponses,
  { actor, page, groupId, month, today }: PlanningVisit,
): Promise<VisitResponse[]> {
  const now = await responses.follow();
  const seesAll = may(actor, "event.see_other_groups");
  const visitResponses: VisitResponse[] = [];

  /**
   * Adds the response to a call. Leaves out a refused call, such as for a deleted group: the page makes that call itself,
   * and shows the reason. Returns the ids of the groups of the events in the response.
   */
  async function add<Body>(call: string, reading: Promise<ReadResponse<Body>>): Promise<ReadonlySet<string>> {
    try {
      const { position, value, groupIds } = await reading;
      visitResponses.push({ call, position, json: value.json });
      return groupIds ?? new Set();
    } catch (error) {
      if (error instanceof Refusal) return new Set();
      throw error;
    }
  }

  async function addGroups(groupIds: Iterable<string>): Promise<void> {
    const embeddedIds = [...new Set(groupIds)].slice(0, EMBEDDED_GROUPS_MAX);
    for (const id of embeddedIds) await add(groupAddress(id), responses.group(now, id));
  }

  async function addUpcomingEvents(id: string): Promise<void> {
    const choice = { groupId: id, from: today, limit: UPCOMING_READ };
    await add(upcomingAddress(id, today), responses.events(now, actor, choice));
  }

  await add(API.groups, responses.groups(now));
  if (page.type === "home" && groupId !== null) {
    const days = daysAround(month);
    // The month of an admin shows the events of all groups.
    const monthGroupId = seesAll ? null : groupId;
    const choice = { groupId: monthGroupId ?? undefined, ...days };
    const shownGroupIds = await add(daysAddress(monthGroupId, days), responses.events(now, actor, choice));
    await addUpcomingEvents(groupId);
    await addGroups([groupId, ...shownGroupIds]);
  }
  if (page.type === "event") {
    const shownGroupIds = await add(eventAddress(page.eventId), responses.event(now, page.eventId));
    await addGroups(shownGroupIds);
  }
  if (page.type === "group" && groupId !== null) {
    await addGroups([groupId]);
    await addUpcomingEvents(groupId);
  }
  if (page.type === "group_choice" && !seesAll)
    await add(membershipsAddress(actor.id), responses.memberships(now, actor.id));
  if (page.type === "users") await add(membershipsAddress(), responses.memberships(now, undefined));
  return visitResponses;
}
