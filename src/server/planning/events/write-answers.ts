import type { Insertable } from "kysely";
import { fullName } from "#domain/people/people.ts";
import type { UserRecord } from "../../api/user-record.ts";
import { compileOnce } from "../../database/compile-once.ts";
import { type AvailabilityTable, readDate } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import type { WrittenChange } from "../changes/written-change.ts";
import { isVisible } from "./read-events.ts";
import { addMember } from "../groups/write-members.ts";
import { isPublished } from "../sharing/read-published.ts";
import { answerTime, type GivenAnswer, laterAnswer } from "../changes/given-answer.ts";
import type { Writing } from "../shared-planning.ts";
import type { WantedChange } from "../changes/wanted-change.ts";

type WantedAnswer = Extract<WantedChange, { readonly type: "availability.set" }>;

interface EventAndAnswer {
  readonly groupId: string;
  readonly before: GivenAnswer | null;
}

const selectBefore = compileOnce((kysely, { eventId, userId }: { eventId: string; userId: string }) =>
  kysely
    .selectFrom("planning_event")
    .leftJoin("availability", (join) =>
      join.onRef("event_id", "=", "planning_event.id").on("user_id", "=", userId).on(isPublished("availability")),
    )
    .select(["group_id", "status", "answered_at"])
    .where("planning_event.id", "=", eventId)
    .where(isVisible),
);

/** The event's group, and what this person answered before. */
async function readBefore(writing: Writing, eventId: string, userId: string): Promise<EventAndAnswer> {
  const [row] = (await selectBefore(writing, { eventId, userId })).rows;
  if (row === undefined) throw new Refusal("event.not_found");
  const before = row.answered_at === null ? null : { answer: row.status, answeredAt: readDate(row.answered_at) };
  return { groupId: row.group_id, before };
}

type StoredAnswer = Pick<
  Insertable<AvailabilityTable>,
  "event_id" | "user_id" | "status" | "user_name" | "positions" | "answered_at" | "place"
>;

const upsertAnswer = compileOnce((kysely, given: StoredAnswer) => {
  const { status, user_name, positions, answered_at, place } = given;
  const columns = { status, user_name, positions, answered_at, place, rank: 0, publication: null };
  return kysely
    .insertInto("availability")
    .values({ event_id: given.event_id, user_id: given.user_id, ...columns })
    .onConflict((conflict) => conflict.columns(["event_id", "user_id"]).doUpdateSet(columns));
});

async function store(
  writing: Writing,
  eventId: string,
  user: UserRecord,
  { answer, answeredAt }: GivenAnswer,
): Promise<void> {
  await upsertAnswer(writing, {
    event_id: eventId,
    user_id: user.id,
    status: answer,
    user_name: fullName(user),
    positions: JSON.stringify(user.positions),
    answered_at: answeredAt,
    place: writing.position() + 1,
  });
}

/**
 * Stores the answer of the signed-in user, with their current name and services. An answer older than the stored one
 * changes nothing, nor does a repeated one.
 */
export async function setAnswer(
  writing: Writing,
  wanted: WantedAnswer,
  actor: UserRecord,
): Promise<WrittenChange | null> {
  const { eventId, answer } = wanted;
  const { groupId, before } = await readBefore(writing, eventId, actor.id);
  const wantedAnswer = { answer, answeredAt: answerTime(wanted.answeredAt, writing.now) };
  const toStore = laterAnswer(wantedAnswer, before, writing.now);
  if (toStore === null) return null;
  await store(writing, eventId, actor, toStore);
  if (answer !== null) await addMember(writing, groupId, actor.id);
  const { id, firstName, lastName, positions } = actor;
  const person = { id, firstName, lastName, positions };
  return { entry: { change: { type: "availability.set", eventId, person, answer }, groupId }, act: null };
}
