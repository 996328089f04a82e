import type { AdminAct } from "#contract/journal.ts";
import type { NewRequests } from "#contract/notifications/requests.ts";
import { answerOf } from "#domain/availability/availability.ts";
import { playState } from "#domain/line-up/play-state.ts";
import { isPlaceFree, replacementsFor } from "#domain/line-up/repairing/replacement.ts";
import { type AnswerHours, askingGoal } from "#domain/notifications/asking.ts";
import { found, Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import { requireRightNow } from "../changes/read-rights.ts";
import { readEvent } from "../events/read-events.ts";
import { eventForJournal } from "../events/write-events.ts";
import type { WriteTransaction } from "../shared-planning.ts";
import { requireSituation, type Situation } from "../events/read-situation.ts";
import {
  advanceAsking,
  type Asking,
  type AskingEffects,
  hasBegun,
  type NewlyAsked,
  noEffects,
  type ReachProblems,
} from "./asking.ts";
import { endOrder, findOrder, readAccounts, readOpenRequests, writeOrder, writeRequest } from "./write-requests.ts";

interface WantedRequests extends NewRequests {
  readonly eventId: string;
  readonly actorId: string;
}

/** @throws Refusal for an event that has begun or is deleted */
async function requireNotBegun(writing: WriteTransaction, eventId: string, asking: Asking): Promise<Situation> {
  const moment = { now: writing.now, zone: asking.timeZone };
  const situation = await requireSituation(writing, eventId, moment);
  if (hasBegun(situation, moment)) throw new Refusal("asking.past");
  return situation;
}

/** @throws Refusal when one of these people does not exist, or has answered */
async function requireAskable(writing: WriteTransaction, { event }: Situation, userIds: readonly string[]) {
  const accounts = await readAccounts(writing, userIds);
  if (userIds.some((userId) => !accounts.has(userId))) throw new Refusal("user.not_found");
  if (userIds.some((userId) => answerOf(event.availability, userId) !== null)) throw new Refusal("asking.answered");
}

/** The effects of new requests. They may also advance a running order: if it would have asked one of these people next. */
async function effectsOfRequests(
  writing: WriteTransaction,
  eventId: string,
  problems: ReachProblems,
  request: Pick<NewlyAsked, "askedBy" | "isReplacement">,
  asking: Asking,
): Promise<AskingEffects> {
  const orderEffects = (await advanceAsking(writing, eventId, asking)) ?? noEffects(eventId);
  const asked = Array.from(problems, ([userId, problem]) => {
    return { userId, ...request, isFromOrder: false, isReached: problem === null };
  });
  return { ...orderEffects, asked: [...asked, ...orderEffects.asked] };
}

/** Asks all people at once, except those whose request is open already. */
async function askAtOnce(
  writing: WriteTransaction,
  { eventId, actorId, userIds }: WantedRequests,
  asking: Asking,
): Promise<AskingEffects> {
  const openRequests = await readOpenRequests(writing, eventId);
  const sent = openRequests.filter(({ askedAt, unreachable }) => askedAt !== null && unreachable === null);
  const sentIds = new Set(sent.map(({ userId }) => userId));
  const newIds = userIds.filter((userId) => !sentIds.has(userId));
  const problems = await asking.reachProblemsOf(writing, newIds);
  for (const userId of newIds) {
    const unreachable = problems.get(userId) ?? null;
    await writeRequest(writing, { eventId, userId, askedBy: actorId, unreachable, replaces: null });
  }
  return effectsOfRequests(writing, eventId, problems, { askedBy: actorId, isReplacement: false }, asking);
}

/** Starts an order, which asks the people one after the other. */
async function askInOrder(
  writing: WriteTransaction,
  { eventId, actorId, userIds }: WantedRequests,
  situation: Situation,
  hours: AnswerHours,
  asking: Asking,
): Promise<AskingEffects> {
  if (userIds.some((userId) => !situation.group.memberIds.includes(userId))) throw new Refusal("asking.not_member");
  const goal = askingGoal(playState(situation.question));
  await writeOrder(writing, eventId, userIds, { askedBy: actorId, hours, goal });
  const effects = (await advanceAsking(writing, eventId, asking)) ?? noEffects(eventId);
  // If the order ended at once, the admin sees that in the response.
  return { ...effects, endedOrder: null };
}

function actOf({ userIds, hours }: NewRequests, asked: Situation["event"]): AdminAct {
  const event = eventForJournal(asked);
  const [userId] = userIds;
  if (hours === undefined && userIds.length === 1 && userId !== undefined)
    return { type: "person.asked", event, userId };
  return { type: "people.asked", event, count: userIds.length, hours: hours ?? null };
}

/**
 * Asks people to come to an event, all at once or in order. People whose request is open are not asked again.
 * @throws Refusal for an event that has begun or is deleted, and for people who answered or do not exist
 */
export async function askPeople(writing: WriteTransaction, wanted: WantedRequests, asking: Asking): Promise<void> {
  const { eventId, actorId, userIds, hours } = wanted;
  await requireRightNow(writing, actorId, "event.ask_people", { eventId });
  const situation = await requireNotBegun(writing, eventId, asking);
  const { event } = situation;
  await requireAskable(writing, situation, userIds);
  const effects =
    hours === undefined
      ? await askAtOnce(writing, wanted, asking)
      : await askInOrder(writing, wanted, situation, hours, asking);
  await asking.onRequests(writing, effects);
  await writing.log({ change: null, groupId: event.groupId });
  if (hours !== undefined || effects.asked.some(({ isReached }) => isReached)) {
    await recordAct(writing, { actorId, act: actOf(wanted, event), now: writing.now });
  }
}

interface WantedReplacement {
  readonly eventId: string;
  readonly actorId: string;
  /** The person who is asked to take the actor's place. */
  readonly userId: string;
}

/**
 * Asks a person to take the place of the actor, who is on the line-up and absent. A repeated call sends no second
 * message.
 * @throws Refusal for an event that has begun or is deleted, a place that is not free, and a person who cannot take it
 */
export async function askReplacement(
  writing: WriteTransaction,
  { eventId, actorId, userId }: WantedReplacement,
  asking: Asking,
): Promise<void> {
  await requireRightNow(writing, actorId, "availability.set_own", { eventId });
  const { event, question } = await requireNotBegun(writing, eventId, asking);
  if (!isPlaceFree(event, actorId)) throw new Refusal("replacement.not_needed");
  const candidates = replacementsFor(event, actorId, question.people);
  if (candidates.every(({ id }) => id !== userId)) throw new Refusal("replacement.unfit");
  const openRequest = (await readOpenRequests(writing, eventId)).find((request) => request.userId === userId);
  const replacedId = openRequest?.replaces ?? null;
  const isForOther = replacedId !== null && replacedId !== actorId;
  // The person was already asked to take somebody else's place, which is still free.
  if (isForOther && isPlaceFree(event, replacedId)) throw new Refusal("replacement.asked");
  const isRepeated = replacedId === actorId && openRequest?.unreachable === null;
  if (isRepeated) return;
  const problems = await asking.reachProblemsOf(writing, [userId]);
  const unreachable = problems.get(userId) ?? null;
  await writeRequest(writing, { eventId, userId, askedBy: actorId, unreachable, replaces: actorId });
  const request = { askedBy: actorId, isReplacement: true };
  await asking.onRequests(writing, await effectsOfRequests(writing, eventId, problems, request, asking));
  await writing.log({ change: null, groupId: event.groupId });
}

/** Stops the running order, if there is one. @throws Refusal when the event is deleted */
export async function stopAsking(
  writing: WriteTransaction,
  { eventId, actorId }: Pick<WantedRequests, "eventId" | "actorId">,
  asking: Asking,
): Promise<void> {
  await requireRightNow(writing, actorId, "event.ask_people", { eventId });
  const event = found(await readEvent(writing, eventId), "event.not_found");
  if ((await findOrder(writing, eventId))?.state !== "running") return;
  await endOrder(writing, eventId, "stopped");
  await asking.onRequests(writing, noEffects(eventId));
  await writing.log({ change: null, groupId: event.groupId });
  const act = { type: "asking.stopped" as const, event: eventForJournal(event) };
  await recordAct(writing, { actorId, act, now: writing.now });
}
