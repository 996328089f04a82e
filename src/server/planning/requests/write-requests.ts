import type { ReachProblem } from "#contract/notifications/requests.ts";
import type { AskingState } from "#domain/notifications/asking.ts";
import { isVisible } from "../events/read-events.ts";
import type { Writing } from "../shared-planning.ts";
import type { StoredOrder } from "./read-requests.ts";

interface NewRequest {
  readonly eventId: string;
  readonly userId: string;
  readonly askedBy: string;
  readonly unreachable: ReachProblem | null;
  /** The person whose place they are asked to take; `null`: they are asked to come. */
  readonly replaces: string | null;
}

export async function writeRequest({ kysely, now }: Writing, request: NewRequest): Promise<void> {
  const { askedBy, unreachable, replaces } = request;
  const asked = { asked_by: askedBy, asked_at: now, unreachable, replaces };
  await kysely
    .insertInto("event_request")
    .values({ event_id: request.eventId, user_id: request.userId, place: null, ...asked })
    .onConflict((conflict) => conflict.columns(["event_id", "user_id"]).doUpdateSet(asked))
    .execute();
}

/** Nobody else has a turn. Who was asked stays asked. */
async function removeTurns({ kysely }: Writing, eventId: string): Promise<void> {
  await kysely.deleteFrom("event_request").where("event_id", "=", eventId).where("asked_at", "is", null).execute();
  await kysely.updateTable("event_request").set({ place: null }).where("event_id", "=", eventId).execute();
}

/** Begins an order, in place of the one before. */
export async function writeOrder(
  writing: Writing,
  eventId: string,
  userIds: readonly string[],
  order: Omit<StoredOrder, "state">,
): Promise<void> {
  const { kysely } = writing;
  const { askedBy, hours, goal } = order;
  await removeTurns(writing, eventId);
  const columns = { asked_by: askedBy, hours, goal, state: "running" as const };
  await kysely
    .insertInto("asking_order")
    .values({ event_id: eventId, ...columns })
    .onConflict((conflict) => conflict.column("event_id").doUpdateSet(columns))
    .execute();
  const turn = { event_id: eventId, asked_by: askedBy, asked_at: null, unreachable: null, replaces: null };
  await kysely
    .insertInto("event_request")
    .values(userIds.map((userId, place) => ({ ...turn, user_id: userId, place })))
    .onConflict((conflict) =>
      conflict.columns(["event_id", "user_id"]).doUpdateSet((eb) => ({ place: eb.ref("excluded.place") })),
    )
    .execute();
}

export async function endOrder(
  writing: Writing,
  eventId: string,
  state: Exclude<AskingState, "running">,
): Promise<void> {
  await removeTurns(writing, eventId);
  await writing.kysely.updateTable("asking_order").set({ state }).where("event_id", "=", eventId).execute();
}

/** Stops the orders of deleted events: restored ones do not ask on. */
export async function stopHiddenOrders(writing: Writing): Promise<void> {
  const { kysely } = writing;
  const running = await kysely.selectFrom("asking_order").select("event_id").where("state", "=", "running").execute();
  for (const { event_id: eventId } of running) {
    const event = kysely.selectFrom("planning_event").select("id").where("id", "=", eventId).where(isVisible);
    if ((await event.executeTakeFirst()) === undefined) await endOrder(writing, eventId, "stopped");
  }
}
