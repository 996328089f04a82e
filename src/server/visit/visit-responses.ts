import { isStorable } from "#contract/limits.ts";
import { API, eventIdIn, LINKED_PAGES } from "#contract/paths.ts";
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
  /** The path of the page, decoded. */
  readonly path: string;
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
  { actor, path, groupId, month, today }: PlanningVisit,
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
  if (path === LINKED_PAGES.home && groupId !== null) {
    const days = daysAround(month);
    // The month of an admin shows the events of all groups.
    const monthGroupId = seesAll ? null : groupId;
    const choice = { groupId: monthGroupId ?? undefined, ...days };
    const shownGroupIds = await add(daysAddress(monthGroupId, days), responses.events(now, actor, choice));
    await addUpcomingEvents(groupId);
    await addGroups([groupId, ...shownGroupIds]);
  }
  const eventId = eventIdIn(path);
  if (eventId !== null && isStorable(eventId)) {
    const shownGroupIds = await add(eventAddress(eventId), responses.event(now, eventId));
    await addGroups(shownGroupIds);
  }
  if (path === LINKED_PAGES.group && groupId !== null) {
    await addGroups([groupId]);
    await addUpcomingEvents(groupId);
  }
  if (path === LINKED_PAGES.groupChoice && !seesAll)
    await add(membershipsAddress(actor.id), responses.memberships(now, actor.id));
  if (path === LINKED_PAGES.users) await add(membershipsAddress(), responses.memberships(now, undefined));
  return visitResponses;
}
