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
import { noteLineUp, writeLineUp } from "../line-ups/write-line-ups.ts";
import type { SharedPlanning, WantedOf, Writing } from "../shared-planning.ts";
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
  /** Whether it was their turn in an order. If the order ends before their message is sent, it is not sent. */
  readonly isTurn: boolean;
  /** Whether they are asked to take the place of `askedBy` on the line-up. */
  readonly isReplacement: boolean;
}

/** What follows from requests, for the code that sends messages. */
export interface AskingEffects {
  readonly eventId: string;
  readonly asked: readonly NewlyAsked[];
  /** People who were asked, but whom no message reaches. */
  readonly unreached: readonly NewlyAsked[];
  /** The admin to tell that the order ended by itself. `null` if it ended in the call that made it: the admin sees that. */
  readonly told: { readonly adminId: string; readonly outcome: AskingOutcome } | null;
  /** When to look at the order again; `null`: none runs. */
  readonly nextAt: Date | null;
}

export function noEffects(eventId: string): AskingEffects {
  return { eventId, asked: [], unreached: [], told: null, nextAt: null };
}

/** What this code needs from the code that sends messages. */
export interface Asking {
  readonly timeZone: TimeZone;
  /** Why no message about requests reaches each of these people; `null` where one does. */
  readonly canReach: (
    queryable: Queryable,
    userIds: readonly string[],
  ) => Promise<ReadonlyMap<string, ReachProblem | null>>;
  /** When a message of this moment leaves: later during quiet hours. */
  readonly leavesAt: (moment: Date) => Date;
  /** Called in the transaction of the requests. */
  readonly onRequests: (writing: Writing, effects: AskingEffects) => Promise<void>;
}

export function hasBegun({ event }: Situation, { now, zone }: Moment): boolean {
  return momentOf(event, zone) <= now.getTime();
}

/** The order as the domain's rule needs it. A person's time to answer begins when their message is sent. */
export function orderOf(
  requests: readonly StoredRequest[],
  { hours }: Pick<StoredOrder, "hours">,
  leavesAt: Asking["leavesAt"],
): AskingOrder {
  const asked = requests.flatMap(({ userId, askedAt, unreachable }): Asked[] =>
    askedAt === null || unreachable !== null ? [] : [{ userId, at: leavesAt(askedAt) }],
  );
  return { userIds: requests.filter(({ position }) => position !== null).map(({ userId }) => userId), hours, asked };
}

/** The people of the order who need not be asked: they answered, or left the group. */
export function settledOf({ userIds }: AskingOrder, { event, group }: Situation): Set<string> {
  const isSettled = (id: string) => answerOf(event.availability, id) !== null || !group.memberIds.includes(id);
  return new Set(userIds.filter(isSettled));
}

/** Asks people until one of them has time to answer, or ends the order. */
async function askNext(
  writing: Writing,
  situation: Situation,
  stored: StoredOrder,
  asking: Asking,
): Promise<AskingEffects> {
  const { now } = writing;
  const { askedBy, goal } = stored;
  const eventId = situation.event.id;
  const requests = await readOpenRequests(writing, eventId);
  const order = orderOf(requests, stored, asking.leavesAt);
  const isReached = isGoalReached(goal, playState(situation.question));
  const knownProblems = new Map(requests.map(({ userId, unreachable }) => [userId, unreachable]));
  const settled = settledOf(order, situation);
  const reach = await asking.canReach(writing, order.userIds);
  const asked: Asked[] = [...order.asked];
  const newly: NewlyAsked[] = [];
  const unreached: NewlyAsked[] = [];
  for (;;) {
    const step = nextStep({ ...order, asked }, settled, isReached, now);
    const effects = { ...noEffects(eventId), asked: newly, unreached };
    if (step.kind === "wait") return { ...effects, nextAt: step.until };
    if (step.kind === "done") {
      await endOrder(writing, eventId, step.outcome);
      return { ...effects, told: { adminId: askedBy, outcome: step.outcome } };
    }
    const { userId } = step;
    const next = { userId, askedBy, isTurn: true, isReplacement: false };
    const unreachable = reach.get(userId) ?? null;
    if (unreachable === null) {
      asked.push({ userId, at: asking.leavesAt(now) });
      newly.push(next);
    } else {
      settled.add(userId);
      // Each problem is reported and stored once.
      if (knownProblems.get(userId) === unreachable) continue;
      unreached.push(next);
    }
    await writeRequest(writing, { eventId, userId, askedBy, unreachable, replaces: null });
  }
}

/**
 * Advances an event's running order: asks the next person, or ends the order. If the event began or was deleted, it ends
 * without a message. Returns `null` when no order runs. A repeated call changes nothing.
 */
export async function advanceAsking(writing: Writing, eventId: string, asking: Asking): Promise<AskingEffects | null> {
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

export async function advanceAndTell(writing: Writing, eventId: string, asking: Asking): Promise<AskingEffects | null> {
  const effects = await advanceAsking(writing, eventId, asking);
  if (effects !== null) await asking.onRequests(writing, effects);
  return effects;
}

/** Advances the orders that waited for this person, who need not answer any more. Clients reload the requests. */
export async function advanceOrdersOf(writing: Writing, userId: string, asking: Asking): Promise<void> {
  const orders = await readRunningOrdersOf(writing, userId);
  for (const { eventId } of orders) await advanceAndTell(writing, eventId, asking);
  for (const groupId of new Set(orders.map((order) => order.groupId))) await writing.log({ change: null, groupId });
}

/** Advances an order because somebody's time to answer is over. Clients reload the requests. */
export async function advanceDueAsking(planning: SharedPlanning, eventId: string, asking: Asking): Promise<void> {
  await planning.write(async (writing) => {
    const effects = await advanceAndTell(writing, eventId, asking);
    if (effects === null) return;
    const event = await readEvent(writing, eventId);
    if (event !== null) await writing.log({ change: null, groupId: event.groupId });
  });
}

export interface TakenPlacePayload {
  readonly eventId: string;
  readonly leftBy: string;
  readonly takenBy: string;
}

/**
 * If the person was asked to take a place on the line-up and is present now, gives them this place if it is still free. The
 * first of several people takes it; the others are only present. Nothing changes in a past event.
 */
export async function takePlace(
  writing: Writing,
  { eventId, userId }: Pick<WantedOf<"availability.set">, "eventId" | "userId">,
  actorId: string,
): Promise<void> {
  const leftBy = await readReplaced(writing, eventId, userId);
  if (leftBy === null) return;
  const event = await readEvent(writing, eventId);
  if (event === null || isPast(event, writing.today) || answerOf(event.availability, userId) !== "present") return;
  const { lineUp = [], availability } = event;
  const person = await findPerson(writing, userId);
  const others = availability.filter((entry) => entry.userId !== userId);
  const people = person === null ? [] : [person];
  const isFit = replacementsFor({ lineUp, userId: leftBy, people, availability: others }).length > 0;
  if (!isFit || !isPlaceFree(event, leftBy)) return;
  const change = { type: "line_up.kept" as const, eventId, lineUp: withReplacement(lineUp, leftBy, userId) };
  await writeLineUp(writing, eventId, change.lineUp);
  await writing.log({ change, groupId: event.groupId });
  await noteLineUp(writing, eventId, actorId);
  await endReplacement(writing, eventId, leftBy);
  const { now } = writing;
  const payload: TakenPlacePayload = { eventId, leftBy, takenBy: userId };
  await addJobs(writing, [{ kind: "place_taken", subject: `${eventId}:${leftBy}`, dueAt: now, payload }], now);
}
