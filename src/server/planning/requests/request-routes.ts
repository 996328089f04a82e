import type { EventRequest, EventRequests } from "#contract/notifications/requests.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { answerOf } from "#domain/availability/availability.ts";
import { comingRequests } from "#domain/notifications/asking.ts";
import type { Queryable } from "../../database/database.ts";
import { requireRight } from "../changes/read-rights.ts";
import { requireSituation } from "../events/read-situation.ts";
import type { PlanningMounts } from "../planning-mount.ts";
import type { SharedPlanning } from "../shared-planning.ts";
import { askPeople, askReplacement, stopAsking } from "./ask-people.ts";
import { type Asking, orderOf, settledOf } from "./asking.ts";
import { findOrder, readOpenRequests } from "./write-requests.ts";

/**
 * The open requests of an event, and its order. A person who could not be reached when they were asked, but can be now,
 * counts as not asked.
 * @throws Refusal `event.not_found`
 */
async function presentRequests(
  queryable: Queryable,
  eventId: string,
  asking: Asking,
  now: Date,
): Promise<EventRequests> {
  const situation = await requireSituation(queryable, eventId, { now, zone: asking.timeZone });
  const order = await findOrder(queryable, eventId);
  const open = await readOpenRequests(queryable, eventId);
  const unreachableIds = open.filter(({ unreachable }) => unreachable !== null).map(({ userId }) => userId);
  const reach = await asking.canReach(queryable, unreachableIds);
  const requests = open.flatMap(({ userId, askedBy, askedAt, unreachable: problem }): EventRequest[] => {
    if (askedAt === null || answerOf(situation.event.availability, userId) !== null) return [];
    const about = { userId, askedAt: askedAt.toISOString(), askedBy };
    if (problem === null) return [{ ...about, reach: "sent", problem }];
    const problemNow = reach.get(userId) ?? null;
    return problemNow === null ? [] : [{ ...about, reach: "unreachable", problem: problemNow }];
  });
  if (order === null) return { requests, order: null };
  const { goal: _, ...shown } = order;
  const asked = orderOf(open, order, asking.leavesAt);
  const settled = settledOf(asked, situation);
  for (const request of requests) if (request.reach === "unreachable") settled.add(request.userId);
  const turns = order.state === "running" ? comingRequests(asked, settled, now, asking.leavesAt) : [];
  return {
    requests,
    order: { ...shown, turns: turns.map(({ userId, at }) => ({ userId, at: asking.leavesAt(at).toISOString() })) },
  };
}

export function addRequestRoutes({ mount, mountRead }: PlanningMounts, planning: SharedPlanning, asking: Asking): void {
  mount(OPERATIONS.readRequests, async ({ actor, parameters: { id } }) => {
    await requireRight(planning.database, actor, "event.ask_people", { eventId: id });
    return presentRequests(planning.database, id, asking, planning.now());
  });

  mountRead(OPERATIONS.askPeople, ({ actor, parameters: { id }, body }) =>
    askPeople(planning, { ...body, eventId: id, actorId: actor.id }, asking, async (writing) => ({
      position: writing.position(),
      row: await presentRequests(writing, id, asking, writing.now),
    })),
  );

  mount(OPERATIONS.stopAsking, async ({ actor, parameters: { id } }) => {
    await stopAsking(planning, { eventId: id, actorId: actor.id }, asking);
    return null;
  });
}

export function addReplacementRoutes(
  { mount, mountRead }: PlanningMounts,
  planning: SharedPlanning,
  asking: Asking,
): void {
  async function readOwn(queryable: Queryable, eventId: string, actorId: string, now: Date): Promise<EventRequests> {
    const { requests } = await presentRequests(queryable, eventId, asking, now);
    return { requests: requests.filter(({ askedBy }) => askedBy === actorId), order: null };
  }

  mount(OPERATIONS.readReplacements, ({ actor, parameters: { id } }) =>
    readOwn(planning.database, id, actor.id, planning.now()),
  );

  mountRead(OPERATIONS.askReplacement, ({ actor, parameters: { id }, body: { userId } }) =>
    askReplacement(planning, { eventId: id, actorId: actor.id, userId }, asking, async (writing) => ({
      position: writing.position(),
      row: await readOwn(writing, id, actor.id, writing.now),
    })),
  );
}
