import type { OwnData } from "#contract/accounts/own-account.ts";
import { deviceOf } from "../auth/sessions/device.ts";
import { presentUser, readPositions, type UserRecord } from "../api/user-record.ts";
import type { Queryable } from "../database/database.ts";
import { detailColumnsOf, storedDetailsOf } from "../database/event-columns.ts";
import { readDate, type StoredDate } from "../database/schema.ts";
import { readJournalOf } from "../journal/read-journal.ts";
import { isPublished } from "../planning/sharing/read-published.ts";

function moment(stored: StoredDate): string {
  return readDate(stored).toISOString();
}

async function readSessions({ kysely }: Queryable, userId: string): Promise<OwnData["sessions"]> {
  const rows = await kysely
    .selectFrom("session")
    .select(["user_agent", "ip_address", "created_at", "updated_at", "expires_at"])
    .where("user_id", "=", userId)
    .orderBy("updated_at", "desc")
    .execute();
  return rows.map((row) => ({
    ...deviceOf(row.user_agent ?? ""),
    userAgent: row.user_agent,
    address: row.ip_address,
    signedInAt: moment(row.created_at),
    lastSeenAt: moment(row.updated_at),
    endsAt: moment(row.expires_at),
  }));
}

async function readGroups({ kysely }: Queryable, userId: string): Promise<OwnData["groups"]> {
  const rows = await kysely
    .selectFrom("group_member")
    .innerJoin("planning_group", "planning_group.id", "group_id")
    .select(["planning_group.id", "name", "joined_at"])
    .where("user_id", "=", userId)
    .orderBy("place")
    .execute();
  return rows.map(({ id, name, joined_at }) => ({ id, name, joinedAt: moment(joined_at) }));
}

async function readAnswers({ kysely }: Queryable, userId: string): Promise<OwnData["answers"]> {
  const rows = await kysely
    .selectFrom("availability")
    .innerJoin("planning_event as event", "event.id", "event_id")
    .innerJoin("planning_group as group", "group.id", "event.group_id")
    .select(detailColumnsOf("event"))
    .leftJoin("users as author", "author.id", "said_by")
    .select(["group.name as group_name", "status", "availability.positions", "answered_at", "comment"])
    .select("author.name as said_by_name")
    .select(["event.deleted_at as event_deleted_at", "group.deleted_at as group_deleted_at"])
    .where("user_id", "=", userId)
    .where(isPublished("availability"))
    .orderBy("event.date")
    .orderBy("event.time")
    .execute();
  return rows.map((row) => ({
    event: storedDetailsOf(row),
    groupName: row.group_name,
    answer: row.status,
    comment: row.comment,
    saidBy: row.said_by_name,
    positions: readPositions(row.positions),
    answeredAt: moment(row.answered_at),
    isDeleted: row.event_deleted_at !== null || row.group_deleted_at !== null,
  }));
}

async function readAbsences({ kysely }: Queryable, userId: string): Promise<OwnData["absences"]> {
  const rows = await kysely
    .selectFrom("absence")
    .select(["from_date as from", "to_date as to"])
    .where("user_id", "=", userId)
    .orderBy("from_date")
    .execute();
  return rows;
}

/** All stored data of a user, including those in the trash; no tokens, and no password in any form. */
export async function readOwnData(queryable: Queryable, user: UserRecord): Promise<OwnData> {
  return {
    account: presentUser(user, user),
    sessions: await readSessions(queryable, user.id),
    groups: await readGroups(queryable, user.id),
    answers: await readAnswers(queryable, user.id),
    absences: await readAbsences(queryable, user.id),
    journal: await readJournalOf(queryable, user.id),
  };
}
