import { answerOf } from "#domain/availability/availability.ts";
import { isPast } from "#domain/calendar/calendar.ts";
import { isPlaceFree, replacementsFor, withReplacement } from "#domain/line-up/repairing/replacement.ts";
import { compileOnce } from "../../database/compile-once.ts";
import { addJobs } from "../../jobs/write-jobs.ts";
import { readEvent } from "../events/read-events.ts";
import { findPerson } from "../changes/read-actor.ts";
import { noteLineUp } from "../line-ups/write-line-up-news.ts";
import { writeLineUp } from "../line-ups/write-line-ups.ts";
import type { Writing } from "../shared-planning.ts";

/** An answer that was written in this transaction. */
interface WrittenAnswer {
  readonly eventId: string;
  readonly userId: string;
}

/** The payload of the job `place_taken`. */
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
