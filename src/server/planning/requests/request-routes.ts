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
 * The open requests of an event, and its order, as the event's page shows them. A person whom no message reached when
 * they were asked counts as not asked if a message can reach them now.
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
  const openRequests = await readOpenRequests(queryable, eventId);
  const unreachableIds = openRequests.filter(({ unreachable }) => unreachable !== null).map(({ userId }) => userId);
  const problemsNow = await asking.reachProblemsOf(queryable, unreachableIds);
  const requests = openRequests.flatMap(({ userId, askedBy, askedAt, unreachable: problem }): EventRequest[] => {
    if (askedAt === null || answerOf(situation.event.availability, userId) !== null) return [];
    const request = { userId, askedAt: askedAt.toISOString(), askedBy };
    if (problem === null) return [{ ...request, reach: "sent", problem }];
    const problemNow = problemsNow.get(userId) ?? null;
    return problemNow === null ? [] : [{ ...request, reach: "unreachable", problem: problemNow }];
  });
  if (order === null) return { requests, order: null };
  const { goal: _, ...shownOrder } = order;
  const askingOrder = orderOf(openRequests, order, asking.leavesAt);
  const settledIds = settledOf(askingOrder, situation);
  for (const request of requests) if (request.reach === "unreachable") settledIds.add(request.userId);
  const isRunning = order.state === "running";
  const nextInOrder = isRunning ? comingRequests(askingOrder, settledIds, now, asking.leavesAt) : [];
  const turns = nextInOrder.map(({ userId, at }) => ({ userId, at: asking.leavesAt(at).toISOString() }));
  return { requests, order: { ...shownOrder, turns } };
}

/**
 * Calls of admins and leaders, who ask people to come to an event; and of a person on the line-up who is absent, and asks
 * somebody to take their place.
 */
export function addRequestRoutes(
  { mount, mountPositioned }: PlanningMounts,
  planning: SharedPlanning,
  asking: Asking,
): void {
  async function readOwnRequests(queryable: Queryable, eventId: string, actorId: string, now: Date) {
    const { requests } = await presentRequests(queryable, eventId, asking, now);
    return { requests: requests.filter(({ askedBy }) => askedBy === actorId), order: null };
  }

  mount(OPERATIONS.readRequests, async ({ actor, parameters: { id } }) => {
    await requireRight(planning.database, actor, "event.ask_people", { eventId: id });
    return presentRequests(planning.database, id, asking, planning.now());
  });

  mountPositioned(OPERATIONS.askPeople, ({ actor, parameters: { id }, body }) =>
    planning.write(async (writing) => {
      await askPeople(writing, { ...body, eventId: id, actorId: actor.id }, asking);
      return { position: writing.position(), value: await presentRequests(writing, id, asking, writing.now) };
    }),
  );

  mount(OPERATIONS.stopAsking, async ({ actor, parameters: { id } }) => {
    await planning.write((writing) => stopAsking(writing, { eventId: id, actorId: actor.id }, asking));
    return null;
  });

  mount(OPERATIONS.readReplacements, ({ actor, parameters: { id } }) =>
    readOwnRequests(planning.database, id, actor.id, planning.now()),
  );

  mountPositioned(OPERATIONS.askReplacement, ({ actor, parameters: { id }, body: { userId } }) =>
    planning.write(async (writing) => {
      await askReplacement(writing, { eventId: id, actorId: actor.id, userId }, asking);
      return { position: writing.position(), value: await readOwnRequests(writing, id, actor.id, writing.now) };
    }),
  );
}
