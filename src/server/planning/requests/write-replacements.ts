import { answerOf } from "#domain/availability/availability.ts";
import { isPast } from "#domain/calendar/calendar.ts";
import { isPlaceFree, replacementsFor, withReplacement } from "#domain/line-up/repairing/replacement.ts";
import { compileOnce } from "../../database/compile-once.ts";
import { Refusal } from "../../errors.ts";
import { addJobs } from "../../jobs/write-jobs.ts";
import { findPerson, requireRightNow } from "../changes/read-rights.ts";
import { readEvent } from "../events/read-events.ts";
import { noteLineUp, writeLineUp } from "../line-ups/write-line-ups.ts";
import type { SharedPlanning, Writing } from "../shared-planning.ts";
import { requestsOf, withRunningOrder } from "./ask-people.ts";
import type { Asking } from "./asking.ts";
import { readOpenRequests, readSituation } from "./read-requests.ts";
import { writeRequest } from "./write-requests.ts";

interface WrittenAnswer {
  readonly eventId: string;
  readonly userId: string;
}

export interface TakenPlacePayload {
  readonly eventId: string;
  /** Who had the place. */
  readonly leftBy: string;
  readonly takenBy: string;
}

/** Ends the search for a replacement. Others who were asked stay asked to come, without this place. */
async function endReplacement({ kysely }: Writing, eventId: string, replaces: string): Promise<void> {
  await kysely
    .updateTable("event_request")
    .set({ replaces: null })
    .where("event_id", "=", eventId)
    .where("replaces", "=", replaces)
    .execute();
}

/** Every answer looks for it. */
const selectLeaver = compileOnce((kysely, { eventId, userId }: { eventId: string; userId: string }) =>
  kysely
    .selectFrom("event_request")
    .innerJoin("planning_event", "planning_event.id", "event_id")
    .select("replaces")
    .where("event_id", "=", eventId)
    .where("user_id", "=", userId)
    .where((eb) => eb.or([eb("asked_again_at", "is", null), eb("asked_at", ">", eb.ref("asked_again_at"))])),
);

/** Whose place this person is asked to take; `null`: nobody's, or for another date of the event. */
async function readLeaver(writing: Writing, { eventId, userId }: WrittenAnswer): Promise<string | null> {
  const [request] = (await selectLeaver(writing, { eventId, userId })).rows;
  return request?.replaces ?? null;
}

/**
 * Gives a person who says yes the place on the line-up that they were asked to take, if it is still free. Of several who
 * were asked the first takes it; the others are present. Nothing changes in a past event.
 */
export async function takePlace(writing: Writing, answer: WrittenAnswer, actorId: string): Promise<void> {
  const { eventId, userId } = answer;
  const leftBy = await readLeaver(writing, answer);
  if (leftBy === null) return;
  const { row: event } = await readEvent(writing, eventId);
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
  const payload: TakenPlacePayload = { eventId, leftBy, takenBy: userId };
  await addJobs(
    writing,
    [{ kind: "place_taken", subject: `${eventId}:${leftBy}`, dueAt: writing.now, payload }],
    writing.now,
  );
}

interface WantedReplacement {
  readonly eventId: string;
  readonly actorId: string;
  readonly userId: string;
}

/**
 * A person on a line-up who is absent asks somebody to take their place. Who was asked by them and has not answered gets
 * no second message.
 * @throws Refusal for an event that began or is deleted, when the place is not free, and for people who could not take it
 */
export async function askReplacement<Answer>(
  planning: SharedPlanning,
  { eventId, actorId, userId }: WantedReplacement,
  asking: Asking,
  present: (writing: Writing) => Promise<Answer>,
): Promise<Answer> {
  return planning.write(async (writing) => {
    await requireRightNow(writing, actorId, "availability.set_own", { eventId });
    const { event, begins, people } = await readSituation(writing, eventId, asking.timeZone);
    if (begins <= writing.now) throw new Refusal("asking.past");
    const { lineUp = [], availability } = event;
    if (!isPlaceFree(event, actorId)) throw new Refusal("replacement.not_needed");
    const candidates = replacementsFor({ lineUp, userId: actorId, people, availability });
    if (candidates.every(({ id }) => id !== userId)) throw new Refusal("replacement.unfit");
    const open = (await readOpenRequests(writing, eventId)).find((request) => request.userId === userId);
    const replaced = open?.replaces ?? null;
    if (replaced !== null && replaced !== actorId && isPlaceFree(event, replaced))
      throw new Refusal("replacement.asked");
    if (replaced === actorId && open?.unreachable === null) return present(writing);
    const reach = await asking.canReach(writing, [userId]);
    const unreachable = reach.get(userId) ?? null;
    await writeRequest(writing, { eventId, userId, askedBy: actorId, unreachable, replaces: actorId });
    const sent = requestsOf(reach, { askedBy: actorId, isReplacement: true });
    await asking.onRequests(writing, await withRunningOrder(writing, eventId, sent, asking));
    await writing.log({ change: null, groupId: event.groupId });
    return present(writing);
  });
}
