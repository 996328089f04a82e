import type { ReachProblem } from "#contract/notifications/requests.ts";
import { answerOf } from "#domain/availability/availability.ts";
import { isPast } from "#domain/calendar/calendar.ts";
import { type Moment, momentOf, type TimeZone } from "#domain/calendar/time-zone.ts";
import { playState } from "#domain/line-up/play-state.ts";
import { isPlaceFree, replacementsFor, withReplacement } from "#domain/line-up/repairing/replacement.ts";
import {
  type Asked,
  type AskingOrder,
  type AskingOutcome,
  isGoalReached,
  nextStep,
} from "#domain/notifications/asking.ts";
import type { Queryable } from "../../database/database.ts";
import { addJobs } from "../../jobs/write-jobs.ts";
import { findPerson } from "../changes/read-rights.ts";
import { readEvent } from "../events/read-events.ts";
import { readSituation, type Situation } from "../events/read-situation.ts";
import { addLineUpJobs, writeLineUp } from "../line-ups/write-line-ups.ts";
import type { SharedPlanning, WantedOf, WriteTransaction } from "../shared-planning.ts";
import {
  endOrder,
  endReplacement,
  findOrder,
  readReplaced,
  readOpenRequests,
  readRunningOrdersOf,
  type StoredOrder,
  type StoredRequest,
  writeRequest,
} from "./write-requests.ts";

export interface NewlyAsked {
  readonly userId: string;
  readonly askedBy: string;
  /** Whether they were next in an order. If the order ends before their message is sent, it is not sent. */
  readonly isFromOrder: boolean;
  /** Whether they are asked to take the place of `askedBy` on the line-up. */
  readonly isReplacement: boolean;
  /** Whether a message reaches them. If not, the reason is stored, and nothing is sent. */
  readonly isReached: boolean;
}

/** What new requests, or an order that advanced, mean for the code that sends messages. */
export interface AskingEffects {
  readonly eventId: string;
  readonly asked: readonly NewlyAsked[];
  /** If the order ended by itself: the admin who gets a message. `null`: it still runs, or ended without a message. */
  readonly endedOrder: { readonly adminId: string; readonly outcome: AskingOutcome } | null;
  /** When to look at the order again; `null`: none runs. */
  readonly nextAt: Date | null;
}

export function noEffects(eventId: string): AskingEffects {
  return { eventId, asked: [], endedOrder: null, nextAt: null };
}

/** By user id: the problem that keeps messages about requests from a person; `null`: they can be reached. */
export type ReachProblems = ReadonlyMap<string, ReachProblem | null>;

/** Sends the messages of requests. Implemented in `notifications/kinds/requests.ts`, which may import this folder. */
export interface Asking {
  readonly timeZone: TimeZone;
  readonly reachProblemsOf: (queryable: Queryable, userIds: readonly string[]) => Promise<ReachProblems>;
  /** When a message that is due at this moment is sent: later during quiet hours. */
  readonly leavesAt: (moment: Date) => Date;
  /** Called in the transaction of the requests. */
  readonly onRequests: (writing: WriteTransaction, effects: AskingEffects) => Promise<void>;
}

export function hasBegun({ event }: Situation, { now, zone }: Moment): boolean {
  return momentOf(event, zone) <= now.getTime();
}

/** The order in the shape that `nextStep` needs. A person's time to answer begins when their message is sent. */
export function orderOf(
  requests: readonly StoredRequest[],
  { hours }: Pick<StoredOrder, "hours">,
  leavesAt: Asking["leavesAt"],
): AskingOrder {
  const asked = requests.flatMap(({ userId, askedAt, unreachable }): Asked[] =>
    askedAt === null || unreachable !== null ? [] : [{ userId, at: leavesAt(askedAt) }],
  );
  const userIds = requests.filter(({ position }) => position !== null).map(({ userId }) => userId);
  return { userIds, hours, asked };
}

/** The people of the order who need not be asked: they answered, or left the group. */
export function settledOf({ userIds }: AskingOrder, { event, group }: Situation): Set<string> {
  const isSettled = (id: string) => answerOf(event.availability, id) !== null || !group.memberIds.includes(id);
  return new Set(userIds.filter(isSettled));
}

/** Asks the people of an order until one of them has time to answer, for which the order waits, or until the order ends. */
async function askNext(
  writing: WriteTransaction,
  situation: Situation,
  stored: StoredOrder,
  asking: Asking,
): Promise<AskingEffects> {
  const { now } = writing;
  const { askedBy, goal } = stored;
  const eventId = situation.event.id;
  const requests = await readOpenRequests(writing, eventId);
  const order = orderOf(requests, stored, asking.leavesAt);
  const isComplete = isGoalReached(goal, playState(situation.question));
  const storedProblems = new Map(requests.map(({ userId, unreachable }) => [userId, unreachable]));
  const settled = settledOf(order, situation);
  const problems = await asking.reachProblemsOf(writing, order.userIds);
  const asked: Asked[] = [...order.asked];
  const newlyAsked: NewlyAsked[] = [];
  for (;;) {
    const step = nextStep({ ...order, asked }, settled, isComplete, now);
    const effects = { ...noEffects(eventId), asked: newlyAsked };
    if (step.kind === "wait") return { ...effects, nextAt: step.until };
    if (step.kind === "done") {
      await endOrder(writing, eventId, step.outcome);
      return { ...effects, endedOrder: { adminId: askedBy, outcome: step.outcome } };
    }
    const { userId } = step;
    const unreachable = problems.get(userId) ?? null;
    if (unreachable === null) asked.push({ userId, at: asking.leavesAt(now) });
    else {
      // The order does not wait for a person whom no message reaches.
      settled.add(userId);
      // Each problem is reported and stored once.
      if (storedProblems.get(userId) === unreachable) continue;
    }
    newlyAsked.push({ userId, askedBy, isFromOrder: true, isReplacement: false, isReached: unreachable === null });
    await writeRequest(writing, { eventId, userId, askedBy, unreachable, replaces: null });
  }
}

/**
 * Advances an event's running order: asks the next person, or ends the order. If the event began or was deleted, it ends
 * without a message. Returns `null` when no order runs. A repeated call changes nothing.
 */
export async function advanceAsking(
  writing: WriteTransaction,
  eventId: string,
  asking: Asking,
): Promise<AskingEffects | null> {
  const stored = await findOrder(writing, eventId);
  if (stored?.state !== "running") return null;
  const moment = { now: writing.now, zone: asking.timeZone };
  const situation = await readSituation(writing, eventId, moment);
  if (situation === null || hasBegun(situation, moment)) {
    await endOrder(writing, eventId, "stopped");
    return noEffects(eventId);
  }
  return askNext(writing, situation, stored, asking);
}

/** Advances an event's running order, and sends the messages that follow. Returns whether an order ran. */
export async function advanceAndNotify(writing: WriteTransaction, eventId: string, asking: Asking): Promise<boolean> {
  const effects = await advanceAsking(writing, eventId, asking);
  if (effects !== null) await asking.onRequests(writing, effects);
  return effects !== null;
}

/** Advances the orders that wait for a person who need not answer any more. Clients reload the requests. */
export async function advanceOrdersOf(writing: WriteTransaction, userId: string, asking: Asking): Promise<void> {
  const orders = await readRunningOrdersOf(writing, userId);
  for (const { eventId } of orders) await advanceAndNotify(writing, eventId, asking);
  for (const groupId of new Set(orders.map((order) => order.groupId))) await writing.log({ change: null, groupId });
}

/** Advances an order because somebody's time to answer is over. Clients reload the requests. */
export async function advanceDueAsking(planning: SharedPlanning, eventId: string, asking: Asking): Promise<void> {
  await planning.write(async (writing) => {
    const hasRun = await advanceAndNotify(writing, eventId, asking);
    const event = hasRun ? await readEvent(writing, eventId) : null;
    if (event !== null) await writing.log({ change: null, groupId: event.groupId });
  });
}

/** The payload of the job that messages people when a replacement took a place on the line-up. */
export interface TakenPlacePayload {
  readonly eventId: string;
  readonly leftBy: string;
  readonly takenBy: string;
}

/**
 * Called after each answer. A person who was asked to replace somebody on the line-up, and is now present, gets that place
 * while it is free. If several people were asked, the first who says yes gets it. Past events stay unchanged.
 */
export async function takePlace(
  writing: WriteTransaction,
  { eventId, userId }: Pick<WantedOf<"availability.set">, "eventId" | "userId">,
  actorId: string,
): Promise<void> {
  const leftBy = await readReplaced(writing, eventId, userId);
  if (leftBy === null) return;
  const event = await readEvent(writing, eventId);
  if (event === null || isPast(event, writing.today) || answerOf(event.availability, userId) !== "present") return;
  const { lineUp = [] } = event;
  const person = await findPerson(writing, userId);
  const people = person === null ? [] : [person];
  // `replacementsFor` offers only people without an answer, so the answer of this person is left out.
  const unanswered = { ...event, availability: event.availability.filter((entry) => entry.userId !== userId) };
  const canReplace = replacementsFor(unanswered, leftBy, people).length > 0;
  if (!canReplace || !isPlaceFree(event, leftBy)) return;
  const change = { type: "line_up.kept" as const, eventId, lineUp: withReplacement(lineUp, leftBy, userId) };
  await writeLineUp(writing, eventId, change.lineUp);
  await writing.log({ change, groupId: event.groupId });
  await addLineUpJobs(writing, [eventId], actorId);
  await endReplacement(writing, eventId, leftBy);
  const { now } = writing;
  const payload: TakenPlacePayload = { eventId, leftBy, takenBy: userId };
  await addJobs(writing, [{ kind: "place_taken", subject: `${eventId}:${leftBy}`, dueAt: now, payload }], now);
}
