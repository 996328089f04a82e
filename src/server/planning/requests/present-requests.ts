import type { EventRequest, EventRequests } from "#contract/notifications/requests.ts";
import { comingTurns } from "#domain/notifications/asking.ts";
import type { Queryable } from "../../database/database.ts";
import { orderOf, settledOf } from "./advance-asking.ts";
import type { Asking } from "./asking.ts";
import { findOrder, readOpenRequests } from "./read-requests.ts";
import { readSituation } from "./read-situation.ts";

/**
 * The open requests of an event, and its order. Who could not be reached when they were asked, and can be now, counts as
 * not asked.
 * @throws Refusal `event.not_found`
 */
export async function presentRequests(
  queryable: Queryable,
  eventId: string,
  asking: Asking,
  now: Date,
): Promise<EventRequests> {
  const situation = await readSituation(queryable, eventId, asking.timeZone);
  const order = await findOrder(queryable, eventId);
  const open = await readOpenRequests(queryable, eventId);
  const unreachable = open.filter((request) => request.unreachable !== null).map(({ userId }) => userId);
  const reach = unreachable.length === 0 ? new Map<string, null>() : await asking.canReach(queryable, unreachable);
  const requests = open.flatMap(({ userId, askedBy, askedAt, unreachable: problem }): EventRequest[] => {
    if (askedAt === null || situation.answered.has(userId)) return [];
    const about = { userId, askedAt: askedAt.toISOString(), askedBy };
    if (problem === null) return [{ ...about, reach: "sent", problem }];
    const today = reach.get(userId) ?? null;
    return today === null ? [] : [{ ...about, reach: "unreachable", problem: today }];
  });
  if (order === null) return { requests, order: null };
  const { goal: _, ...shown } = order;
  const asked = orderOf(open, order, asking.leavesAt);
  const settled = settledOf(asked, situation);
  for (const request of requests) if (request.reach === "unreachable") settled.add(request.userId);
  const turns = order.state === "running" ? comingTurns(asked, settled, now, asking.leavesAt) : [];
  return {
    requests,
    order: { ...shown, turns: turns.map(({ userId, at }) => ({ userId, at: asking.leavesAt(at).toISOString() })) },
  };
}
