import type { AdminAct } from "#contract/journal.ts";
import type { NewRequests, ReachProblem } from "#contract/notifications/requests.ts";
import { answerOf } from "#domain/availability/availability.ts";
import { playState } from "#domain/line-up/play-state.ts";
import { isPlaceFree, replacementsFor } from "#domain/line-up/repairing/replacement.ts";
import { type AnswerHours, askingGoal } from "#domain/notifications/asking.ts";
import { found, Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import { requireRightNow } from "../changes/read-rights.ts";
import { readEvent } from "../events/read-events.ts";
import { namedEvent } from "../events/write-events.ts";
import type { SharedPlanning, Writing } from "../shared-planning.ts";
import { requireSituation, type Situation } from "../events/read-situation.ts";
import { advanceAsking, type Asking, type AskingEffects, hasBegun, type NewlyAsked, noEffects } from "./asking.ts";
import { endOrder, findOrder, readAccounts, readOpenRequests, writeOrder, writeRequest } from "./write-requests.ts";

interface Wanted extends NewRequests {
  readonly eventId: string;
  readonly actorId: string;
}

/** @throws Refusal for an event that began or is deleted */
async function readUnbegun(writing: Writing, eventId: string, asking: Asking): Promise<Situation> {
  const moment = { now: writing.now, zone: asking.timeZone };
  const situation = await requireSituation(writing, eventId, moment);
  if (hasBegun(situation, moment)) throw new Refusal("asking.past");
  return situation;
}

/** @throws Refusal when one of them cannot be asked */
async function requireAskable(writing: Writing, { event }: Situation, userIds: readonly string[]) {
  const accounts = await readAccounts(writing, userIds);
  if (userIds.some((userId) => !accounts.has(userId))) throw new Refusal("user.not_found");
  if (userIds.some((userId) => answerOf(event.availability, userId) !== null)) throw new Refusal("asking.answered");
}

/** Asks those people whose request is not open already. Returns why no message reaches them; `null`: one does. */
async function askAtOnce(
  writing: Writing,
  { eventId, actorId, userIds }: Wanted,
  asking: Asking,
): Promise<ReadonlyMap<string, ReachProblem | null>> {
  const requests = await readOpenRequests(writing, eventId);
  const waiting = new Set(
    requests.filter(({ askedAt, unreachable }) => askedAt !== null && unreachable === null).map(({ userId }) => userId),
  );
  const wanted = userIds.filter((userId) => !waiting.has(userId));
  const reach = await asking.canReach(writing, wanted);
  for (const userId of wanted) {
    const unreachable = reach.get(userId) ?? null;
    await writeRequest(writing, { eventId, userId, askedBy: actorId, unreachable, replaces: null });
  }
  return reach;
}

/** The effects of new requests, and of a running order, which advances if one of these people was next. */
async function withRunningOrder(
  writing: Writing,
  eventId: string,
  reach: ReadonlyMap<string, ReachProblem | null>,
  request: Pick<NewlyAsked, "askedBy" | "isReplacement">,
  asking: Asking,
): Promise<AskingEffects> {
  const running = (await advanceAsking(writing, eventId, asking)) ?? noEffects(eventId);
  const people = [...reach.keys()].map((userId) => ({ userId, ...request, isTurn: false }));
  const asked = people.filter(({ userId }) => reach.get(userId) === null);
  const unreached = people.filter(({ userId }) => reach.get(userId) !== null);
  return { ...running, asked: [...asked, ...running.asked], unreached: [...unreached, ...running.unreached] };
}

async function askNow(writing: Writing, wanted: Wanted, asking: Asking): Promise<AskingEffects> {
  const { eventId, actorId } = wanted;
  const reach = await askAtOnce(writing, wanted, asking);
  return withRunningOrder(writing, eventId, reach, { askedBy: actorId, isReplacement: false }, asking);
}

async function askInOrder(
  writing: Writing,
  { eventId, actorId, userIds }: Wanted,
  situation: Situation,
  hours: AnswerHours,
  asking: Asking,
): Promise<AskingEffects> {
  if (userIds.some((userId) => !situation.group.memberIds.includes(userId))) throw new Refusal("asking.not_member");
  await writeOrder(writing, eventId, userIds, {
    askedBy: actorId,
    hours,
    goal: askingGoal(playState(situation.question)),
  });
  const effects = (await advanceAsking(writing, eventId, asking)) ?? noEffects(eventId);
  return { ...effects, told: null };
}

function actOf({ userIds, hours }: NewRequests, asked: Situation["event"]): AdminAct {
  const event = namedEvent(asked);
  const [userId] = userIds;
  if (hours === undefined && userIds.length === 1 && userId !== undefined)
    return { type: "person.asked", event, userId };
  return { type: "people.asked", event, count: userIds.length, hours: hours ?? null };
}

/**
 * Asks people to come to an event, all at once or in order. People whose request is open are not asked again.
 * @throws Refusal for an event that began or is deleted, and for people who answered or do not exist
 */
export async function askPeople<Answer>(
  planning: SharedPlanning,
  wanted: Wanted,
  asking: Asking,
  present: (writing: Writing) => Promise<Answer>,
): Promise<Answer> {
  return planning.write(async (writing) => {
    await requireRightNow(writing, wanted.actorId, "event.ask_people", { eventId: wanted.eventId });
    const situation = await readUnbegun(writing, wanted.eventId, asking);
    const { event } = situation;
    await requireAskable(writing, situation, wanted.userIds);
    const { hours } = wanted;
    const effects =
      hours === undefined
        ? await askNow(writing, wanted, asking)
        : await askInOrder(writing, wanted, situation, hours, asking);
    await asking.onRequests(writing, effects);
    await writing.log({ change: null, groupId: event.groupId });
    if (hours !== undefined || effects.asked.length > 0) {
      await recordAct(writing, { actorId: wanted.actorId, act: actOf(wanted, event), now: writing.now });
    }
    return present(writing);
  });
}

interface WantedReplacement {
  readonly eventId: string;
  readonly actorId: string;
  readonly userId: string;
}

/**
 * Asks somebody to take the place of the actor, who is on the line-up and absent. Somebody whose request by the actor is
 * open gets no second message.
 * @throws Refusal for an event that began or is deleted, for a place that is not free, and for people who cannot take it
 */
export async function askReplacement<Answer>(
  planning: SharedPlanning,
  { eventId, actorId, userId }: WantedReplacement,
  asking: Asking,
  present: (writing: Writing) => Promise<Answer>,
): Promise<Answer> {
  return planning.write(async (writing) => {
    await requireRightNow(writing, actorId, "availability.set_own", { eventId });
    const { event, question } = await readUnbegun(writing, eventId, asking);
    const { lineUp = [], availability } = event;
    if (!isPlaceFree(event, actorId)) throw new Refusal("replacement.not_needed");
    const candidates = replacementsFor({ lineUp, userId: actorId, people: question.people, availability });
    if (candidates.every(({ id }) => id !== userId)) throw new Refusal("replacement.unfit");
    const open = (await readOpenRequests(writing, eventId)).find((request) => request.userId === userId);
    const replaced = open?.replaces ?? null;
    if (replaced !== null && replaced !== actorId && isPlaceFree(event, replaced))
      throw new Refusal("replacement.asked");
    if (replaced === actorId && open?.unreachable === null) return present(writing);
    const reach = await asking.canReach(writing, [userId]);
    const unreachable = reach.get(userId) ?? null;
    await writeRequest(writing, { eventId, userId, askedBy: actorId, unreachable, replaces: actorId });
    const request = { askedBy: actorId, isReplacement: true };
    await asking.onRequests(writing, await withRunningOrder(writing, eventId, reach, request, asking));
    await writing.log({ change: null, groupId: event.groupId });
    return present(writing);
  });
}

/** Stops the running order, if there is one. @throws Refusal when the event is deleted */
export async function stopAsking(
  planning: SharedPlanning,
  { eventId, actorId }: Omit<WantedReplacement, "userId">,
  asking: Asking,
) {
  await planning.write(async (writing) => {
    await requireRightNow(writing, actorId, "event.ask_people", { eventId });
    const event = found(await readEvent(writing, eventId), "event.not_found");
    if ((await findOrder(writing, eventId))?.state !== "running") return;
    await endOrder(writing, eventId, "stopped");
    await asking.onRequests(writing, noEffects(eventId));
    await writing.log({ change: null, groupId: event.groupId });
    const act = { type: "asking.stopped" as const, event: namedEvent(event) };
    await recordAct(writing, { actorId, act, now: writing.now });
  });
}
