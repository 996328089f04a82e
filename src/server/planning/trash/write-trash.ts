import type { ChangeOf } from "#domain/planning/planning-change.ts";
import type { UserRecord } from "../../api/user-record.ts";
import type { Queryable } from "../../database/database.ts";
import { readDate, type StoredDate } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import { pruneLog } from "../changes/write-change-log.ts";
import { keepForNews } from "../events/write-event-news.ts";
import { reviseEvents, revision } from "../events/write-events.ts";
import { requireGroup, requireRoomForGroups } from "../groups/write-groups.ts";
import { noteRestoredLineUps } from "../line-ups/write-line-ups.ts";
import type { SharedPlanning, WantedOf, Writing, WrittenChange } from "../shared-planning.ts";
import { retentionStart } from "./read-trash.ts";

const NOT_DELETED = { deleted_at: null, deleted_by: null } as const;

function isKept(deletedAt: StoredDate | null, now: Date): boolean {
  return deletedAt === null || readDate(deletedAt) >= retentionStart(now);
}

async function bringBack(writing: Writing, groupId: string, eventIds: readonly string[]): Promise<void> {
  const { kysely, now } = writing;
  if (eventIds.length === 0) return;
  await keepForNews(writing, groupId, eventIds);
  await kysely
    .updateTable("planning_event")
    .set({ ...NOT_DELETED, timed_at: now })
    .set(revision(now))
    .where("id", "in", eventIds)
    .execute();
  await noteRestoredLineUps(writing, groupId, eventIds);
}

/**
 * Restores an event. The log stores no content for it, because that would include the names of many people: clients
 * reload instead. An event that is not deleted stays unchanged.
 * @throws Refusal `event.not_found` when it never existed, or is removed for good; `event.group_deleted` while its
 * group is deleted
 */
export async function restoreEvent(
  writing: Writing,
  { type, eventId }: WantedOf<"event.restored">,
): Promise<WrittenChange | null> {
  const { kysely, now } = writing;
  const row = await kysely
    .selectFrom("planning_event as event")
    .innerJoin("planning_group as team", "team.id", "event.group_id")
    .select([
      "event.id",
      "event.name",
      "event.date",
      "event.group_id",
      "event.deleted_at",
      "team.deleted_at as group_deleted_at",
    ])
    .where("event.id", "=", eventId)
    .executeTakeFirst();
  if (row === undefined || !isKept(row.deleted_at, now) || !isKept(row.group_deleted_at, now)) {
    throw new Refusal("event.not_found");
  }
  if (row.group_deleted_at !== null) throw new Refusal("event.group_deleted");
  if (row.deleted_at === null) return null;
  const { id, name, date, group_id: groupId } = row;
  await bringBack(writing, groupId, [id]);
  return { entry: { change: null, groupId }, act: { type, event: { id, name, date } } };
}

/**
 * Restores an event of a series, and the later events that were deleted at the same moment.
 * @throws Refusal as `restoreEvent`
 */
export async function restoreSeries(
  writing: Writing,
  { type, eventId }: WantedOf<"series.restored">,
): Promise<WrittenChange | null> {
  const { kysely, now } = writing;
  const first = await kysely
    .selectFrom("planning_event")
    .select(["id", "name", "series_id", "date", "group_id", "deleted_at"])
    .where("id", "=", eventId)
    .executeTakeFirst();
  const written = await restoreEvent(writing, { type: "event.restored", eventId });
  if (first === undefined || first.series_id === null) return written;
  const following = kysely
    .selectFrom("planning_event")
    .select((eb) => eb.fn.max("deleted_at").as("deleted_at"))
    .where("series_id", "=", first.series_id)
    .where("date", ">=", first.date);
  // If the first event is not deleted any more, those of the latest deletion are restored.
  const deletedAt = first.deleted_at ?? (await following.executeTakeFirst())?.deleted_at ?? null;
  if (deletedAt === null || !isKept(deletedAt, now)) return written;
  const deleted = await kysely
    .selectFrom("planning_event")
    .select("id")
    .where("series_id", "=", first.series_id)
    .where("date", ">=", first.date)
    .where("deleted_at", "=", deletedAt)
    .execute();
  const events = deleted.length + (written === null ? 0 : 1);
  if (events === 0) return null;
  const { id, name, date, group_id: groupId } = first;
  await bringBack(
    writing,
    groupId,
    deleted.map((row) => row.id),
  );
  return { entry: { change: null, groupId }, act: { type, event: { id, name, date }, events } };
}

/**
 * Restores a group with its events, except those that were deleted individually before. All clients reload, because all
 * of them show the list of groups.
 * @throws Refusal `group.not_found` when it never existed, or is removed for good; `group.too_many`
 */
export async function restoreGroup(
  writing: Writing,
  { type, groupId }: WantedOf<"group.restored">,
): Promise<WrittenChange | null> {
  const { kysely, now } = writing;
  const query = kysely.selectFrom("planning_group").select(["id", "name", "deleted_at"]).where("id", "=", groupId);
  const row = await query.executeTakeFirst();
  if (row === undefined || !isKept(row.deleted_at, now)) throw new Refusal("group.not_found");
  if (row.deleted_at === null) return null;
  await keepForNews(writing, groupId, null);
  await kysely.updateTable("planning_group").set(NOT_DELETED).where("id", "=", groupId).execute();
  await reviseEvents(writing, groupId);
  await noteRestoredLineUps(writing, groupId, null);
  await requireRoomForGroups(writing);
  return { entry: { change: null, groupId: null }, act: { type, group: { id: row.id, name: row.name } } };
}

/** Deletes what can no longer be restored: groups with all their events, events with all their answers. */
async function emptyTrash({ kysely }: Queryable, now: Date): Promise<void> {
  await kysely.deleteFrom("planning_event").where("deleted_at", "<", retentionStart(now)).execute();
  await kysely.deleteFrom("planning_group").where("deleted_at", "<", retentionStart(now)).execute();
}

/** The latest changes are kept at any age: they cost little, and a client at one of these positions can resume. */
const CHANGES_KEPT = 10_000;

/**
 * Deletes expired data. The log is kept for as long as the trash, so that a browser that was away so long can still
 * catch up.
 */
export async function sweepPlanning(planning: SharedPlanning): Promise<void> {
  const { database, now } = planning;
  const time = now();
  await emptyTrash(database, time);
  await pruneLog(database, retentionStart(time), CHANGES_KEPT);
}

/** Deletes a group. Its events are hidden as long as it is deleted. */
export async function deleteGroup(
  writing: Writing,
  change: ChangeOf<"group.deleted">,
  { id: actorId }: UserRecord,
): Promise<WrittenChange> {
  const { groupId } = change;
  const group = await requireGroup(writing, groupId);
  const deletion = { deleted_at: writing.now, deleted_by: actorId };
  await keepForNews(writing, groupId, null);
  await writing.kysely.updateTable("planning_group").set(deletion).where("id", "=", groupId).execute();
  await reviseEvents(writing, groupId);
  return { entry: { change, groupId }, act: { type: change.type, group } };
}
