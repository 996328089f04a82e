import { fullName } from "#domain/people.ts";
import type { UserRecord } from "../auth/user-record.ts";
import { readDate } from "../database/schema.ts";
import { Refusal } from "../errors.ts";
import type { LogEntry } from "./change-log-queries.ts";
import { isVisible } from "./event-queries.ts";
import { addMember } from "./membership-queries.ts";
import { laterWord, type Said, timeSaid } from "./said.ts";
import type { Writing } from "./shared-planning.ts";
import type { WantedChange } from "./wanted-change.ts";

type WantedAnswer = Extract<WantedChange, { readonly type: "availability.set" }>;

interface Before {
  readonly groupId: string;
  readonly said: Said | null;
}

/** The event's group, and what this person said of it before. */
async function readBefore({ kysely }: Writing, eventId: string, userId: string): Promise<Before> {
  const row = await kysely
    .selectFrom("planning_event")
    .leftJoin("availability", (join) => join.onRef("event_id", "=", "planning_event.id").on("user_id", "=", userId))
    .select(["group_id", "status", "answered_at"])
    .where("planning_event.id", "=", eventId)
    .where(isVisible)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("event.not_found");
  const said = row.answered_at === null ? null : { answer: row.status, answeredAt: readDate(row.answered_at) };
  return { groupId: row.group_id, said };
}

async function store(writing: Writing, eventId: string, user: UserRecord, { answer, answeredAt }: Said): Promise<void> {
  const said = {
    status: answer,
    user_name: fullName(user),
    positions: JSON.stringify(user.positions),
    answered_at: answeredAt,
    place: writing.position() + 1,
    rank: 0,
  };
  await writing.kysely
    .insertInto("availability")
    .values({ event_id: eventId, user_id: user.id, ...said })
    .onConflict((conflict) => conflict.columns(["event_id", "user_id"]).doUpdateSet(said))
    .execute();
}

/**
 * Who answers is whoever is signed in, under the name and with the services they have now. What was said before what
 * is stored changes nothing; nor does the same again.
 */
export async function setAnswer(writing: Writing, wanted: WantedAnswer, actor: UserRecord): Promise<LogEntry | null> {
  const { eventId, answer } = wanted;
  const { groupId, said } = await readBefore(writing, eventId, actor.id);
  const wantedSaid = { answer, answeredAt: timeSaid(wanted.answeredAt, writing.now) };
  const standing = laterWord(wantedSaid, said, writing.now);
  if (standing === null) return null;
  await store(writing, eventId, actor, standing);
  if (answer !== null) await addMember(writing, groupId, actor.id);
  const { id, firstName, lastName, positions } = actor;
  const person = { id, firstName, lastName, positions };
  return { change: { type: "availability.set", eventId, person, answer }, groupId };
}
