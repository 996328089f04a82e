import type { PlainDate } from "#domain/calendar/calendar.ts";
import type { Queryable } from "../../database/database.ts";
import { readDate, type StoredDate } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import { pruneLog } from "../changes/write-change-log.ts";
import { snapshotForNews } from "../events/write-event-news.ts";
import { eventForJournal, readUpcomingIds, raiseRevisions, nextRevision } from "../events/write-events.ts";
import { requireGroup, requireRoomForGroups } from "../groups/write-groups.ts";
import { addRestoredLineUpJobs } from "../line-ups/write-line-ups.ts";
import type { SharedPlanning, WantedOf, WriteChange, WriteTransaction } from "../shared-planning.ts";
import { retentionStart } from "./read-trash.ts";

const NOT_DELETED = { deleted_at: null, deleted_by: null } as const;

/** Whether something still exists or can be restored. */
function isRestorable(deletedAt: StoredDate | null, now: Date): boolean {
  return deletedAt === null || readDate(deletedAt) >= retentionStart(now);
}

/** The ids of a series' events from a day on that were deleted at `deletedAt`; if it is `null`, at the latest deletion. */
async function readDeletedTogether(
  { kysely, now }: WriteTransaction,
  { seriesId, from, deletedAt }: { seriesId: string; from: PlainDate; deletedAt: StoredDate | null },
): Promise<string[]> {
  const following = kysely.selectFrom("planning_event").where("series_id", "=", seriesId).where("date", ">=", from);
  const lastDeletion = following.select((eb) => eb.fn.max("deleted_at").as("deleted_at"));
  const moment = deletedAt ?? (await lastDeletion.executeTakeFirst())?.deleted_at ?? null;
  if (moment === null || !isRestorable(moment, now)) return [];
  const deleted = await following.select("id").where("deleted_at", "=", moment).execute();
  return deleted.map(({ id }) => id);
}

/**
 * Restores an event; with `series.restored` also the later events of its series that were deleted at the same moment.
 * Events that are not deleted stay unchanged. The log entry has no change, because that would contain the names of many
 * people: clients reload the group's events instead.
 * @throws Refusal `event.not_found` when it never existed, or is removed for good; `event.group_deleted` while its
 * group is deleted
 */
export const restoreEvents: WriteChange<WantedOf<"event.restored" | "series.restored">> = async (
  writing,
  { type, eventId },
) => {
  const { kysely, now } = writing;
  const row = await kysely
    .selectFrom("planning_event as event")
    .innerJoin("planning_group as team", "team.id", "event.group_id")
    .select(["event.id", "event.name", "event.date", "event.group_id", "event.series_id", "event.deleted_at"])
    .select("team.deleted_at as group_deleted_at")
    .where("event.id", "=", eventId)
    .executeTakeFirst();
  if (row === undefined || !isRestorable(row.deleted_at, now) || !isRestorable(row.group_deleted_at, now)) {
    throw new Refusal("event.not_found");
  }
  if (row.group_deleted_at !== null) throw new Refusal("event.group_deleted");
  const { group_id: groupId, series_id: seriesId, deleted_at: deletedAt } = row;
  const isSeries = type === "series.restored" && seriesId !== null;
  const onlyThis = deletedAt === null ? [] : [eventId];
  const ids = isSeries ? await readDeletedTogether(writing, { seriesId, from: row.date, deletedAt }) : onlyThis;
  if (ids.length === 0) return null;
  await snapshotForNews(writing, groupId, ids);
  await kysely
    .updateTable("planning_event")
    .set({ ...NOT_DELETED, timed_at: now })
    .set(nextRevision(now))
    .where("id", "in", ids)
    .execute();
  await addRestoredLineUpJobs(writing, ids);
  const event = eventForJournal(row);
  const act = isSeries ? { type, event, events: ids.length } : { type: "event.restored" as const, event };
  return { entry: { change: null, groupId }, act };
};

/**
 * Restores a group with its events, except those that were deleted individually before. All clients reload, because all
 * of them show the list of groups.
 * @throws Refusal `group.not_found` when it never existed, or is removed for good; `group.too_many`
 */
export const restoreGroup: WriteChange<WantedOf<"group.restored">> = async (writing, { type, groupId }) => {
  const { kysely, now } = writing;
  const query = kysely.selectFrom("planning_group").select(["id", "name", "deleted_at"]).where("id", "=", groupId);
  const row = await query.executeTakeFirst();
  if (row === undefined || !isRestorable(row.deleted_at, now)) throw new Refusal("group.not_found");
  if (row.deleted_at === null) return null;
  const eventIds = await readUpcomingIds(writing, groupId);
  await snapshotForNews(writing, groupId, eventIds);
  await kysely.updateTable("planning_group").set(NOT_DELETED).where("id", "=", groupId).execute();
  await raiseRevisions(writing, groupId);
  await addRestoredLineUpJobs(writing, eventIds);
  await requireRoomForGroups(writing);
  return { entry: { change: null, groupId: null }, act: { type, group: { id: row.id, name: row.name } } };
};

/** Deletes what can no longer be restored: groups with all their events, events with all their answers. */
async function emptyTrash({ kysely }: Queryable, now: Date): Promise<void> {
  await kysely.deleteFrom("planning_event").where("deleted_at", "<", retentionStart(now)).execute();
  await kysely.deleteFrom("planning_group").where("deleted_at", "<", retentionStart(now)).execute();
}

/** How many of the latest changes stay in the log at any age: they cost little, and clients can resume from them. */
const CHANGES_KEPT = 10_000;

/**
 * Hourly: empties the expired trash, and prunes the log. The log is kept for as long as the trash, so that a browser that
 * was offline for weeks can still catch up.
 */
export async function sweepPlanning(planning: SharedPlanning): Promise<void> {
  const { database, now } = planning;
  const time = now();
  await emptyTrash(database, time);
  await pruneLog(database, retentionStart(time), CHANGES_KEPT);
}

/** Deletes a group. Its events are hidden as long as it is deleted. */
export const deleteGroup: WriteChange<WantedOf<"group.deleted">> = async (writing, change, { id: actorId }) => {
  const { groupId } = change;
  const group = await requireGroup(writing, groupId);
  const deletion = { deleted_at: writing.now, deleted_by: actorId };
  await snapshotForNews(writing, groupId, await readUpcomingIds(writing, groupId));
  await writing.kysely.updateTable("planning_group").set(deletion).where("id", "=", groupId).execute();
  await raiseRevisions(writing, groupId);
  return { entry: { change, groupId }, act: { type: change.type, group } };
};
