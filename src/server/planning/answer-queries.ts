import { fullName } from "#domain/people.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "../auth/user-record.ts";
import { readDate } from "../database/schema.ts";
import { Refusal } from "../errors.ts";
import type { LogEntry } from "./change-log-queries.ts";
import { isVisible } from "./event-queries.ts";
import { addMember } from "./membership-queries.ts";
import { replaces, type Said, timeSaid } from "./said.ts";
import type { Writing } from "./shared-planning.ts";
import type { WantedChange } from "./wanted-change.ts";

type WantedAnswer = Extract<WantedChange, { readonly type: "availability.set" }>;

interface Before {
  readonly user: UserRecord;
  readonly groupId: string;
  readonly said: Said | null;
}

/** Who answers, as they are now; the event's group; and what they said of it before. */
async function readBefore({ kysely }: Writing, eventId: string, userId: string): Promise<Before> {
  const event = kysely.selectFrom("planning_event").select("group_id").where("id", "=", eventId).where(isVisible);
  const row = await kysely
    .selectFrom("users")
    .leftJoin(
      () => event.as("event"),
      (join) => join.onTrue(),
    )
    .leftJoin("availability", (join) => join.on("event_id", "=", eventId).onRef("user_id", "=", "users.id"))
    .select([...USER_COLUMNS, "event.group_id", "status", "answered_at"])
    .where("users.id", "=", userId)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("account.deleted");
  if (row.group_id === null) throw new Refusal("event.not_found");
  const said = row.answered_at === null ? null : { answer: row.status, answeredAt: readDate(row.answered_at) };
  return { user: readUser(row), groupId: row.group_id, said };
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
export async function setAnswer(writing: Writing, wanted: WantedAnswer, actorId: string): Promise<LogEntry | null> {
  const { eventId, answer } = wanted;
  const { user, groupId, said } = await readBefore(writing, eventId, actorId);
  const now = { answer, answeredAt: timeSaid(wanted.answeredAt, writing.now) };
  if (!replaces(now, said)) return null;
  await store(writing, eventId, user, now);
  if (answer !== null) await addMember(writing, groupId, user.id);
  const { id, firstName, lastName, positions } = user;
  return {
    change: { type: "availability.set", eventId, person: { id, firstName, lastName, positions }, answer },
    groupId,
  };
}
