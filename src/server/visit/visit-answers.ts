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

export interface VisitAnswer {
  readonly call: string;
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

/** An admin's month may show more groups. The page reads the details of the others itself. */
const MOST_GROUPS = 10;

/** The answers to a screen's calls, in the order in which the page makes the calls. */
export async function readPlanningVisit(
  responses: PlanningResponses,
  { actor, page, groupId, month, today }: PlanningVisit,
): Promise<VisitAnswer[]> {
  const now = await responses.follow();
  const seesAll = may(actor, "event.see_other_groups");
  const collected: VisitAnswer[] = [];

  /** Leaves out a refused read, such as of a deleted group: the page makes the call itself, and shows the reason. */
  async function add<Body>(call: string, reading: Promise<ReadResponse<Body>>): Promise<ReadonlySet<string>> {
    try {
      const { position, row, groupIds } = await reading;
      collected.push({ call, position, json: row.json });
      return groupIds ?? new Set();
    } catch (error) {
      if (error instanceof Refusal) return new Set();
      throw error;
    }
  }

  async function addGroups(ids: Iterable<string>): Promise<void> {
    for (const id of [...new Set(ids)].slice(0, MOST_GROUPS)) await add(groupAddress(id), responses.group(now, id));
  }

  function addUpcoming(id: string): Promise<ReadonlySet<string>> {
    const choice = { groupId: id, from: today, limit: UPCOMING_READ };
    return add(upcomingAddress(id, today), responses.events(now, actor, choice));
  }

  await add(API.groups, responses.groups(now));
  if (page.type === "home" && groupId !== null) {
    const days = daysAround(month);
    const monthGroup = seesAll ? null : groupId;
    const choice = { groupId: monthGroup ?? undefined, ...days };
    const shown = await add(daysAddress(monthGroup, days), responses.events(now, actor, choice));
    await addUpcoming(groupId);
    await addGroups([groupId, ...shown]);
  }
  if (page.type === "event") await addGroups(await add(eventAddress(page.eventId), responses.event(now, page.eventId)));
  if (page.type === "group" && groupId !== null) {
    await addGroups([groupId]);
    await addUpcoming(groupId);
  }
  if (page.type === "group_choice" && !seesAll)
    await add(membershipsAddress(actor.id), responses.memberships(now, actor.id));
  if (page.type === "users") await add(membershipsAddress(), responses.memberships(now, undefined));
  return collected;
}
