import type { PlainDate } from "#domain/calendar/calendar.ts";
import type { ChangeOf } from "#domain/planning/planning-change.ts";
import type { UserRecord } from "../../api/user-record.ts";
import type { Queryable } from "../../database/database.ts";
import { readDate, type StoredDate } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import { pruneLog } from "../changes/write-change-log.ts";
import { keepForNews } from "../events/write-event-news.ts";
import { namedEvent, readComingIds, reviseEvents, revision } from "../events/write-events.ts";
import { requireGroup, requireRoomForGroups } from "../groups/write-groups.ts";
import { noteRestoredLineUps } from "../line-ups/write-line-ups.ts";
import type { SharedPlanning, WantedOf, Writing, WrittenChange } from "../shared-planning.ts";
import { retentionStart } from "./read-trash.ts";

const NOT_DELETED = { deleted_at: null, deleted_by: null } as const;

function isKept(deletedAt: StoredDate | null, now: Date): boolean {
  return deletedAt === null || readDate(deletedAt) >= retentionStart(now);
}

/** The events of a series from a day on that were deleted at the same moment: at `deletedAt`; `null`: at the latest. */
async function readDeletedTogether(
  { kysely, now }: Writing,
  { seriesId, from, deletedAt }: { seriesId: string; from: PlainDate; deletedAt: StoredDate | null },
): Promise<string[]> {
  const following = kysely.selectFrom("planning_event").where("series_id", "=", seriesId).where("date", ">=", from);
  const latest = following.select((eb) => eb.fn.max("deleted_at").as("deleted_at"));
  const moment = deletedAt ?? (await latest.executeTakeFirst())?.deleted_at ?? null;
  if (moment === null || !isKept(moment, now)) return [];
  const deleted = await following.select("id").where("deleted_at", "=", moment).execute();
  return deleted.map(({ id }) => id);
}

/**
 * Restores an event; with `series.restored` also the later events of its series that were deleted at the same moment. The
 * log stores no content, because that would include the names of many people: clients reload instead. Events that are not
 * deleted stay unchanged.
 * @throws Refusal `event.not_found` when it never existed, or is removed for good; `event.group_deleted` while its
 * group is deleted
 */
export async function restoreEvents(
  writing: Writing,
  { type, eventId }: WantedOf<"event.restored" | "series.restored">,
): Promise<WrittenChange | null> {
  const { kysely, now } = writing;
  const row = await kysely
    .selectFrom("planning_event as event")
    .innerJoin("planning_group as team", "team.id", "event.group_id")
    .select(["event.id", "event.name", "event.date", "event.group_id", "event.series_id", "event.deleted_at"])
    .select("team.deleted_at as group_deleted_at")
    .where("event.id", "=", eventId)
    .executeTakeFirst();
  if (row === undefined || !isKept(row.deleted_at, now) || !isKept(row.group_deleted_at, now)) {
    throw new Refusal("event.not_found");
  }
  if (row.group_deleted_at !== null) throw new Refusal("event.group_deleted");
  const { group_id: groupId, series_id: seriesId, deleted_at: deletedAt } = row;
  const isSeries = type === "series.restored" && seriesId !== null;
  const own = deletedAt === null ? [] : [eventId];
  const ids = isSeries ? await readDeletedTogether(writing, { seriesId, from: row.date, deletedAt }) : own;
  if (ids.length === 0) return null;
  await keepForNews(writing, groupId, ids);
  await kysely
    .updateTable("planning_event")
    .set({ ...NOT_DELETED, timed_at: now })
    .set(revision(now))
    .where("id", "in", ids)
    .execute();
  await noteRestoredLineUps(writing, ids);
  const event = namedEvent(row);
  const act = isSeries ? { type, event, events: ids.length } : { type: "event.restored" as const, event };
  return { entry: { change: null, groupId }, act };
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
  const eventIds = await readComingIds(writing, groupId);
  await keepForNews(writing, groupId, eventIds);
  await kysely.updateTable("planning_group").set(NOT_DELETED).where("id", "=", groupId).execute();
  await reviseEvents(writing, groupId);
  await noteRestoredLineUps(writing, eventIds);
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
  await keepForNews(writing, groupId, await readComingIds(writing, groupId));
  await writing.kysely.updateTable("planning_group").set(deletion).where("id", "=", groupId).execute();
  await reviseEvents(writing, groupId);
  return { entry: { change, groupId }, act: { type: change.type, group } };
}
