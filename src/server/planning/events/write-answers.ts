import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import type { Answer } from "#domain/availability/availability.ts";
import { addDays, type PlainDate } from "#domain/calendar/calendar.ts";
import { DROP_OUT_DAYS, DROP_OUT_WAIT_MS } from "#domain/notifications/drop-outs.ts";
import { fullName } from "#domain/people/people.ts";
import type { Service } from "#domain/people/services.ts";
import { mayFor } from "#domain/permissions.ts";
import { found } from "../../errors.ts";
import { readPositions, type UserRecord } from "../../api/user-record.ts";
import { compileOnce } from "../../database/compile-once.ts";
import { readDate, type Tables } from "../../database/schema.ts";
import type { NewJob } from "../../jobs/job.ts";
import { addJobs } from "../../jobs/write-jobs.ts";
import { isMemberAbsent } from "../absences/read-absences.ts";
import { findPerson } from "../changes/read-rights.ts";
import { addMember } from "../groups/write-groups.ts";
import type { WantedOf, WriteChange, WriteTransaction } from "../shared-planning.ts";
import { isVisible } from "./read-events.ts";

/** One person's answer for one event, and when they gave it. */
interface GivenAnswer {
  /** `null`: they withdrew their answer. */
  readonly answer: Answer | null;
  readonly answeredAt: Date;
}

/** When an answer was given: never before 1970 or after `now`, because a device's clock can be wrong. */
function answerTime(given: Date, now: Date): Date {
  return new Date(Math.max(0, Math.min(given.getTime(), now.getTime())));
}

/**
 * Last write wins: returns the answer to store, or `null` if the stored one stays. A phone that was offline may send an
 * answer that is older than the stored one. Of two answers of the same moment, a different one replaces the stored one.
 *
 * A stored answer dated in the future (the clock was set back) counts as given now: otherwise nobody could change it
 * until then. Its date is kept, so that answers given before it do not replace it.
 */
function answerToStore(given: GivenAnswer, stored: GivenAnswer | null, now: Date): GivenAnswer | null {
  if (stored === null) return given;
  const difference = given.answeredAt.getTime() - answerTime(stored.answeredAt, now).getTime();
  const isLater = difference > 0 || (difference === 0 && given.answer !== stored.answer);
  if (!isLater) return null;
  return given.answeredAt > stored.answeredAt ? given : { ...given, answeredAt: stored.answeredAt };
}

type WantedAnswer = WantedOf<"availability.set">;

const selectEventAndAnswer = compileOnce((kysely, { eventId, userId }: { eventId: string; userId: string }) =>
  kysely
    .selectFrom("planning_event")
    .leftJoin("availability", (join) => join.onRef("event_id", "=", "planning_event.id").on("user_id", "=", userId))
    .select([
      "planning_event.id",
      "name",
      "date",
      "time",
      "group_id",
      "status",
      "answered_at",
      "comment",
      "positions",
      "asked_again_at",
    ])
    .where("planning_event.id", "=", eventId)
    .where(isVisible),
);

/** The event, and this person's stored answer. `positions` is a JSON array: their services when they gave it. */
async function readEventAndAnswer(writing: WriteTransaction, eventId: string, userId: string) {
  const row = found((await selectEventAndAnswer(writing, { eventId, userId })).rows[0], "event.not_found");
  const { id, name, date, time, group_id: groupId, status: answer, comment, positions } = row;
  return {
    groupId,
    /** The fields by which the journal names it. */
    event: { id, name, date },
    time,
    stored:
      row.answered_at === null
        ? null
        : { answer, comment, positions: positions ?? "[]", answeredAt: readDate(row.answered_at) },
    /** When the event moved and everybody was asked again. Earlier answers do not count. */
    askedAgainAt: row.asked_again_at === null ? null : readDate(row.asked_again_at),
  };
}

type EventAndAnswer = Awaited<ReturnType<typeof readEventAndAnswer>>;

type AnswerRow = Pick<
  Insertable<Tables["availability"]>,
  "event_id" | "user_id" | "status" | "user_name" | "positions" | "answered_at" | "comment" | "said_by" | "place"
>;

const upsertAnswer = compileOnce((kysely, given: AnswerRow) => {
  const { status, user_name, positions, answered_at, comment, said_by, place } = given;
  const columns = { status, user_name, positions, answered_at, comment, said_by, place, rank: 0 };
  return kysely
    .insertInto("availability")
    .values({ event_id: given.event_id, user_id: given.user_id, ...columns })
    .onConflict((conflict) => conflict.columns(["event_id", "user_id"]).doUpdateSet(columns));
});

/**
 * Whether an answer is for the date that the event has now: an answer to the former date of a moved event does not count.
 * An answer without `givenFor` counts if it was given after everybody was asked again.
 */
function isForThisDate(
  { givenFor }: WantedAnswer,
  { answeredAt }: GivenAnswer,
  { event, time, askedAgainAt }: EventAndAnswer,
  now: Date,
): boolean {
  if (askedAgainAt === null) return true;
  if (givenFor !== undefined) return givenFor.date === event.date && givenFor.time === time;
  return answeredAt >= answerTime(askedAgainAt, now);
}

/** The comment to store. Without a new one, the stored comment stays as long as the answer is the same. */
function commentToStore({ answer, comment }: WantedAnswer, stored: EventAndAnswer["stored"]): string | null {
  if (answer === null) return null;
  if (comment !== undefined) return comment === "" ? null : comment;
  return stored?.answer === answer ? stored.comment : null;
}

/** @throws Refusal `user.not_found` when the answer is for somebody who does not exist */
async function personOf(writing: WriteTransaction, userId: string, actor: UserRecord): Promise<UserRecord> {
  return userId === actor.id ? actor : found(await findPerson(writing, userId), "user.not_found");
}

/** The payload of the job that messages admins and leaders that a person who was present dropped out. */
export interface DropOutPayload {
  readonly eventId: string;
  /** `null`: their account was deleted. */
  readonly userId: string | null;
  /** Their services when they were present. */
  readonly positions: readonly Service[];
  /** The user who answered, or deleted the account; `null`: the person deleted their own, or the command line did. */
  readonly saidBy: string | null;
}

function dropOutJob(payload: DropOutPayload, dueAt: Date): NewJob {
  return { kind: "drop_out", subject: `${payload.eventId}:${payload.userId ?? randomUUID()}`, dueAt, payload };
}

/** Adds the job that messages admins and leaders that a person who was present dropped out, if the event is soon. */
async function addDropOutJob(writing: WriteTransaction, date: PlainDate, payload: DropOutPayload): Promise<void> {
  const { now, today } = writing;
  if (date < today || date > addDays(today, DROP_OUT_DAYS)) return;
  await addJobs(writing, [dropOutJob(payload, new Date(now.getTime() + DROP_OUT_WAIT_MS))], now);
}

interface AccountDeletion {
  readonly userId: string;
  /** The admin who deletes the account; `null`: the person, or the server's command line. */
  readonly actorId: string | null;
}

/** Adds drop-out jobs for the near events of a person whose account is about to be deleted. No job contains their id. */
export async function addDropOutJobs(
  writing: WriteTransaction,
  { userId, actorId: saidBy }: AccountDeletion,
): Promise<void> {
  const { kysely, today, now } = writing;
  const rows = await kysely
    .selectFrom("availability")
    .innerJoin("planning_event", "planning_event.id", "event_id")
    .select(["event_id", "positions"])
    .where("user_id", "=", userId)
    .where("status", "=", "present")
    .where("date", ">=", today)
    .where("date", "<=", addDays(today, DROP_OUT_DAYS))
    .execute();
  const jobs = rows.map(({ event_id: eventId, positions }) =>
    dropOutJob({ eventId, userId: null, positions: readPositions(positions), saidBy }, now),
  );
  await addJobs(writing, jobs, now);
}

/**
 * Stores a person's answer, with their current name and services. An answer that is older than the stored one, or equal
 * to it, changes nothing.
 */
export const setAnswer: WriteChange<WantedOf<"availability.set">> = async (writing, wanted, actor) => {
  const { eventId, answer } = wanted;
  const eventAndAnswer = await readEventAndAnswer(writing, eventId, wanted.userId);
  const { groupId, event, stored } = eventAndAnswer;
  const { id, firstName, lastName, positions } = await personOf(writing, wanted.userId, actor);
  const given = { answer, answeredAt: answerTime(wanted.answeredAt, writing.now) };
  if (!isForThisDate(wanted, given, eventAndAnswer, writing.now)) return null;
  const toStore = answerToStore(given, stored, writing.now);
  if (toStore === null) return null;
  /** The user who answered for the person; `null`: the person answered. */
  const saidBy = id === actor.id ? null : actor.id;
  await upsertAnswer(writing, {
    event_id: eventId,
    user_id: id,
    status: answer,
    user_name: fullName({ firstName, lastName }),
    positions: JSON.stringify(positions),
    answered_at: toStore.answeredAt,
    comment: commentToStore(wanted, stored),
    said_by: saidBy,
    // Answers are listed in the order of their log positions.
    place: writing.position() + 1,
  });
  if (stored?.answer === "present" && answer !== "present") {
    const positionsWhenPresent = readPositions(stored.positions);
    const dropOut = { eventId, userId: id, positions: positionsWhenPresent, saidBy: actor.id };
    await addDropOutJob(writing, event.date, dropOut);
  }
  const joined = answer === null ? null : await addMember(writing, groupId, id);
  const person = { id, firstName, lastName, positions };
  const note = { ...(wanted.comment !== undefined && { comment: wanted.comment }), ...(saidBy !== null && { saidBy }) };
  // If a member withdraws an answer, the event shows their absence again. Clients do not know absences, so they reload.
  const isAbsenceShown =
    answer === null && (await isMemberAbsent(writing, { groupId, userId: id, from: event.date, to: event.date }));
  return {
    ...joined,
    ...(isAbsenceShown && { reloads: [groupId] }),
    entry: { change: { type: "availability.set", eventId, person, answer, ...note }, groupId },
    // The journal records only acts with the rights of admins and leaders, not those of guardians.
    act:
      saidBy === null || mayFor(actor, "availability.set_for_others", id)
        ? null
        : { type: "answer.given", event, userId: id, answer },
  };
};
