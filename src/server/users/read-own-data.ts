import type { OwnData } from "#contract/own-account.ts";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import { type KeptLineUp, rolesOfPerson } from "#domain/line-up/kept-line-up.ts";
import { type Topic, TOPICS } from "#domain/notifications/topics.ts";
import { presentConfirmation, presentUser, readPositions, type UserRecord } from "../api/user-record.ts";
import { listPasskeys, presentPasskey } from "../auth/passkeys/read-passkeys.ts";
import { deviceOf } from "../auth/sessions/device.ts";
import type { Queryable } from "../database/database.ts";
import { detailColumnsOf, storedDetailsOf } from "../database/event-columns.ts";
import { readDate, type StoredDate } from "../database/schema.ts";
import { readJournalOf } from "../journal/read-journal.ts";
import { readOwnPreferences, readSubscriptions, takesReplies } from "../notifications/preferences/read-preferences.ts";
import { readWish } from "../planning/line-ups/write-line-ups.ts";

function isoDate(stored: StoredDate): string {
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
    signedInAt: isoDate(row.created_at),
    lastSeenAt: isoDate(row.updated_at),
    endsAt: isoDate(row.expires_at),
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
  return rows.map(({ id, name, joined_at }) => ({ id, name, joinedAt: isoDate(joined_at) }));
}

async function readEntrusted({ kysely }: Queryable, userId: string): Promise<Pick<OwnData, "entrusted">> {
  const rows = await kysely
    .selectFrom("guardian")
    .innerJoin("users", "users.id", "entrusted_id")
    .select("users.name")
    .where("guardian_id", "=", userId)
    .orderBy("users.name")
    .execute();
  return rows.length === 0 ? {} : { entrusted: rows.map(({ name }) => name) };
}

function readAbsences({ kysely }: Queryable, userId: string): Promise<OwnData["absences"]> {
  return kysely
    .selectFrom("absence")
    .select(["from_date as from", "to_date as to"])
    .where("user_id", "=", userId)
    .orderBy("from_date")
    .execute();
}

/** A query of all events with their group. Each caller narrows it to those that concern the person. */
function selectEvents({ kysely }: Queryable) {
  return kysely
    .selectFrom("planning_event as event")
    .innerJoin("planning_group as group", "group.id", "event.group_id")
    .select(detailColumnsOf("event"))
    .select("group.name as group_name")
    .select(["event.deleted_at as event_deleted_at", "group.deleted_at as group_deleted_at"])
    .orderBy("event.date")
    .orderBy("event.time");
}

type OwnEventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>["execute"]>>[number];

/** An event of a deleted group counts as deleted. */
function presentEvent(row: OwnEventRow) {
  const isDeleted = row.event_deleted_at !== null || row.group_deleted_at !== null;
  return { event: storedDetailsOf(row), groupName: row.group_name, isDeleted };
}

async function readAnswers(queryable: Queryable, userId: string): Promise<OwnData["answers"]> {
  const rows = await selectEvents(queryable)
    .innerJoin("availability", "availability.event_id", "event.id")
    .leftJoin("users as author", "author.id", "said_by")
    .select(["status", "availability.positions", "answered_at", "comment", "author.name as said_by_name"])
    .where("user_id", "=", userId)
    .execute();
  return rows.map((row) => ({
    ...presentEvent(row),
    answer: row.status,
    comment: row.comment,
    saidBy: row.said_by_name,
    positions: readPositions(row.positions),
    answeredAt: isoDate(row.answered_at),
  }));
}

async function readRequests(queryable: Queryable, userId: string): Promise<OwnData["requests"]> {
  const rows = await selectEvents(queryable)
    .innerJoin("event_request", "event_request.event_id", "event.id")
    .leftJoin("users as asker", "asker.id", "asked_by")
    .select(["asked_at", "asker.name as asked_by_name"])
    .where("user_id", "=", userId)
    .execute();
  return rows.map((row) => ({
    ...presentEvent(row),
    askedBy: row.asked_by_name,
    askedAt: row.asked_at === null ? null : isoDate(row.asked_at),
  }));
}

async function readLineUps(queryable: Queryable, userId: string): Promise<OwnData["lineUps"]> {
  const rows = await selectEvents(queryable)
    .select("event.line_up")
    .where("event.line_up", "like", `%${userId}%`)
    .execute();
  return rows.flatMap((row) => {
    const roles = rolesOfPerson(JSON.parse(row.line_up ?? "[]") as KeptLineUp, userId);
    return roles.length === 0 ? [] : [{ ...presentEvent(row), roles: [...roles] }];
  });
}

async function readNotifiedRoles(queryable: Queryable, userId: string): Promise<OwnData["toldPlaces"]> {
  const rows = await selectEvents(queryable)
    .innerJoin("told_place as told", "told.event_id", "event.id")
    .select("told.roles")
    .where("told.user_id", "=", userId)
    .execute();
  return rows.map((row) => ({ ...presentEvent(row), roles: JSON.parse(row.roles) as BandRole[] }));
}

async function readMessages(queryable: Queryable, userId: string): Promise<OwnData["messages"]> {
  const rows = await selectEvents(queryable)
    .innerJoin("message", "message.event_id", "event.id")
    .select(["topic", "decided_at", "outcome"])
    .where("message.user_id", "=", userId)
    .clearOrderBy()
    .orderBy("decided_at", "desc")
    .orderBy("event.date")
    .execute();
  return rows.map((row) => ({
    ...presentEvent(row),
    topic: row.topic as Topic,
    decidedAt: isoDate(row.decided_at),
    outcome: row.outcome,
  }));
}

async function readNotifications(queryable: Queryable, userId: string): Promise<OwnData["notifications"]> {
  const preferences = await readOwnPreferences(queryable, userId);
  const devices = (await readSubscriptions(queryable, [userId])).map(({ device, endpoint, topics }) => {
    const { id: _, ...shown } = device;
    return { ...shown, endpoint, topics: [...topics] };
  });
  const byMail = TOPICS.filter((topic) => preferences[topic].byMail);
  return { byMail, devices, ...((await takesReplies(queryable, userId)) && { takesReplies: true }) };
}

/** All stored data of a user for the export (GDPR), with deleted events. Without tokens and the password hash. */
export async function readOwnData(queryable: Queryable, user: UserRecord): Promise<OwnData> {
  return {
    account: presentUser(user, user),
    ...presentConfirmation(user),
    sessions: await readSessions(queryable, user.id),
    passkeys: (await listPasskeys(queryable.kysely, user.id)).map(presentPasskey),
    groups: await readGroups(queryable, user.id),
    ...(await readEntrusted(queryable, user.id)),
    answers: await readAnswers(queryable, user.id),
    requests: await readRequests(queryable, user.id),
    absences: await readAbsences(queryable, user.id),
    lineUps: await readLineUps(queryable, user.id),
    toldPlaces: await readNotifiedRoles(queryable, user.id),
    messages: await readMessages(queryable, user.id),
    playsAtMost: await readWish(queryable, user.id),
    notifications: await readNotifications(queryable, user.id),
    journal: await readJournalOf(queryable, user.id),
  };
}
