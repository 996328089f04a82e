import type { ReachProblem } from "#contract/notifications/requests.ts";
import type { AnswerHours, AskingGoal, AskingState } from "#domain/notifications/asking.ts";
import { hasAccount } from "../../auth/passwords/read-password.ts";
import { compileOnce } from "../../database/compile-once.ts";
import type { Queryable } from "../../database/database.ts";
import { readBoolean, readDate, type StoredDate } from "../../database/schema.ts";
import { isVisible } from "../events/read-events.ts";
import type { WriteTransaction } from "../shared-planning.ts";

/** An order of an event: people are asked one after the other. */
export interface StoredOrder {
  readonly askedBy: string;
  /** How long each person may have to answer. */
  readonly hours: AnswerHours;
  /** The order ends when the group's line-up reaches it. */
  readonly goal: AskingGoal;
  readonly state: AskingState;
}

/** A request to a person to come to an event. */
export interface StoredRequest {
  readonly userId: string;
  readonly askedBy: string | null;
  /** `null`: not asked yet, waits in the order. */
  readonly askedAt: Date | null;
  /** Why no message reached them; `null`: one did. */
  readonly unreachable: ReachProblem | null;
  /** The person's position in the order; `null`: they are not in the order. */
  readonly position: number | null;
  /** The person whose place they are asked to take; `null`: they are asked to come. */
  readonly replaces: string | null;
}

const selectOrder = compileOnce((kysely, { eventId }: { eventId: string }) =>
  kysely.selectFrom("asking_order").select(["asked_by", "hours", "goal", "state"]).where("event_id", "=", eventId),
);

export async function findOrder(queryable: Queryable, eventId: string): Promise<StoredOrder | null> {
  const [row] = (await selectOrder(queryable, { eventId })).rows;
  if (row === undefined) return null;
  return { askedBy: row.asked_by, hours: row.hours as AnswerHours, goal: row.goal, state: row.state };
}

const selectRunning = compileOnce((kysely, { userId }: { userId: string }) =>
  kysely
    .selectFrom("event_request")
    .innerJoin("asking_order", "asking_order.event_id", "event_request.event_id")
    .innerJoin("planning_event", "planning_event.id", "event_request.event_id")
    .select(["planning_event.id as eventId", "planning_event.group_id as groupId"])
    .where("event_request.user_id", "=", userId)
    .where("asking_order.state", "=", "running")
    .orderBy("planning_event.id"),
);

/** The events with a running order in which this person was asked, or waits. */
export async function readRunningOrdersOf(queryable: Queryable, userId: string) {
  return (await selectRunning(queryable, { userId })).rows;
}

interface LaterDates {
  readonly answered_at: StoredDate | null;
  readonly asked_again_at: StoredDate | null;
}

/** Whether a request is over: the person answered it (and perhaps withdrew the answer), or everybody was asked again. */
function isOver(askedAt: Date, { answered_at: answeredAt, asked_again_at: askedAgainAt }: LaterDates): boolean {
  return [answeredAt, askedAgainAt].some((stored) => stored !== null && readDate(stored) > askedAt);
}

/** The open requests of an event, which wait for an answer or in the order, sorted by position, then by time. */
export async function readOpenRequests({ kysely }: Queryable, eventId: string): Promise<StoredRequest[]> {
  const rows = await kysely
    .selectFrom("event_request as request")
    .innerJoin("planning_event as event", "event.id", "request.event_id")
    .leftJoin("availability as answer", (join) =>
      join.onRef("answer.event_id", "=", "request.event_id").onRef("answer.user_id", "=", "request.user_id"),
    )
    .select(["request.user_id", "asked_by", "asked_at", "unreachable", "request.place", "replaces"])
    .select(["answered_at", "asked_again_at"])
    .where("request.event_id", "=", eventId)
    .where("answer.status", "is", null)
    .orderBy("request.place")
    .orderBy("asked_at")
    .orderBy("request.user_id")
    .execute();
  return rows.flatMap((row) => {
    const { user_id: userId, asked_by: askedBy, place: position, replaces } = row;
    const askedAt = row.asked_at === null ? null : readDate(row.asked_at);
    const isOpen = askedAt === null || !isOver(askedAt, row);
    if (isOpen)
      return [{ userId, askedBy, askedAt, unreachable: row.unreachable as ReachProblem | null, position, replaces }];
    // A person whose request is over waits again if they are in the order, as if they were not asked yet.
    return position === null ? [] : [{ userId, askedBy, askedAt: null, unreachable: null, position, replaces: null }];
  });
}

/** For each of these people who exists, whether they have an account. */
export async function readAccounts({ kysely }: Queryable, userIds: readonly string[]): Promise<Map<string, boolean>> {
  const rows = await kysely
    .selectFrom("users")
    .select("users.id")
    .select((eb) => hasAccount(eb).as("has_account"))
    .where("users.id", "in", [...userIds])
    .execute();
  return new Map(rows.map(({ id, has_account }) => [id, readBoolean(has_account)]));
}

/** Ends the search for a replacement. The requests that were sent for it stay, but only ask people to come. */
export async function endReplacement({ kysely }: WriteTransaction, eventId: string, replacedId: string): Promise<void> {
  await kysely
    .updateTable("event_request")
    .set({ replaces: null })
    .where("event_id", "=", eventId)
    .where("replaces", "=", replacedId)
    .execute();
}

/** Compiled once, because it runs at every answer. */
const selectReplaced = compileOnce((kysely, { eventId, userId }: { eventId: string; userId: string }) =>
  kysely
    .selectFrom("event_request")
    .innerJoin("planning_event", "planning_event.id", "event_id")
    .select("replaces")
    .where("event_id", "=", eventId)
    .where("user_id", "=", userId)
    .where((eb) => eb.or([eb("asked_again_at", "is", null), eb("asked_at", ">", eb.ref("asked_again_at"))])),
);

/** The person whose place `userId` is asked to take; `null`: nobody's, or the request was for a former date. */
export async function readReplaced(writing: WriteTransaction, eventId: string, userId: string): Promise<string | null> {
  const [request] = (await selectReplaced(writing, { eventId, userId })).rows;
  return request?.replaces ?? null;
}

interface NewRequest extends Pick<StoredRequest, "userId" | "unreachable" | "replaces"> {
  readonly eventId: string;
  readonly askedBy: string;
}

export async function writeRequest({ kysely, now }: WriteTransaction, request: NewRequest): Promise<void> {
  const { askedBy, unreachable, replaces } = request;
  const asked = { asked_by: askedBy, asked_at: now, unreachable, replaces };
  await kysely
    .insertInto("event_request")
    .values({ event_id: request.eventId, user_id: request.userId, place: null, ...asked })
    .onConflict((conflict) => conflict.columns(["event_id", "user_id"]).doUpdateSet(asked))
    .execute();
}

/** Removes everybody from the order. Requests that were sent stay open. */
async function removePositions({ kysely }: WriteTransaction, eventId: string): Promise<void> {
  await kysely.deleteFrom("event_request").where("event_id", "=", eventId).where("asked_at", "is", null).execute();
  await kysely.updateTable("event_request").set({ place: null }).where("event_id", "=", eventId).execute();
}

/** Begins an order. It replaces the event's former order. */
export async function writeOrder(
  writing: WriteTransaction,
  eventId: string,
  userIds: readonly string[],
  order: Omit<StoredOrder, "state">,
): Promise<void> {
  const { kysely } = writing;
  const { askedBy, hours, goal } = order;
  await removePositions(writing, eventId);
  const columns = { asked_by: askedBy, hours, goal, state: "running" as const };
  await kysely
    .insertInto("asking_order")
    .values({ event_id: eventId, ...columns })
    .onConflict((conflict) => conflict.column("event_id").doUpdateSet(columns))
    .execute();
  const waiting = { event_id: eventId, asked_by: askedBy, asked_at: null, unreachable: null, replaces: null };
  await kysely
    .insertInto("event_request")
    .values(userIds.map((userId, place) => ({ ...waiting, user_id: userId, place })))
    .onConflict((conflict) =>
      conflict.columns(["event_id", "user_id"]).doUpdateSet((eb) => ({ place: eb.ref("excluded.place") })),
    )
    .execute();
}

export async function endOrder(
  writing: WriteTransaction,
  eventId: string,
  state: Exclude<AskingState, "running">,
): Promise<void> {
  await removePositions(writing, eventId);
  await writing.kysely.updateTable("asking_order").set({ state }).where("event_id", "=", eventId).execute();
}

/** Stops the orders of deleted events, so that they do not continue after a restoration. */
export async function stopHiddenOrders(writing: WriteTransaction): Promise<void> {
  const hidden = await writing.kysely
    .selectFrom("asking_order")
    .innerJoin("planning_event", "planning_event.id", "asking_order.event_id")
    .select("event_id")
    .where("state", "=", "running")
    .where((eb) => eb.not(isVisible(eb)))
    .execute();
  for (const { event_id: eventId } of hidden) await endOrder(writing, eventId, "stopped");
}
