import { readDate, type StoredDate } from "../database/schema.ts";
import { Refusal } from "../errors.ts";
import type { LogEntry } from "./change-log-queries.ts";
import type { Writing } from "./shared-planning.ts";
import { keptSince } from "./trash-period.ts";
import type { WantedRestoration } from "./wanted-change.ts";

const NOT_DELETED = { deleted_at: null, deleted_by: null } as const;

function isKept(deletedAt: StoredDate | null, now: Date): boolean {
  return deletedAt === null || readDate(deletedAt) >= keptSince(now);
}

/**
 * What comes back is not in the log, which would keep the names of many people then: whoever follows it reads again.
 * What is there already changes nothing.
 * @throws Refusal `event.not_found` where it never was, or is gone for good; `event.group_deleted` as long as its group is
 */
export async function restoreEvent(
  { kysely, now }: Writing,
  { eventId }: WantedRestoration<"event.restored">,
): Promise<LogEntry | null> {
  const row = await kysely
    .selectFrom("planning_event as event")
    .innerJoin("planning_group as team", "team.id", "event.group_id")
    .select(["event.group_id", "event.deleted_at", "team.deleted_at as group_deleted_at"])
    .where("event.id", "=", eventId)
    .executeTakeFirst();
  if (row === undefined || !isKept(row.deleted_at, now) || !isKept(row.group_deleted_at, now)) {
    throw new Refusal("event.not_found");
  }
  if (row.group_deleted_at !== null) throw new Refusal("event.group_deleted");
  if (row.deleted_at === null) return null;
  await kysely.updateTable("planning_event").set(NOT_DELETED).where("id", "=", eventId).execute();
  return { change: null, groupId: row.group_id };
}

/**
 * All its events come with it, save those that were deleted by themselves before. Everybody reads again, for everybody
 * sees which groups there are.
 * @throws Refusal `group.not_found` where it never was, or is gone for good
 */
export async function restoreGroup(
  { kysely, now }: Writing,
  { groupId }: WantedRestoration<"group.restored">,
): Promise<LogEntry | null> {
  const query = kysely.selectFrom("planning_group").select("deleted_at").where("id", "=", groupId);
  const row = await query.executeTakeFirst();
  if (row === undefined || !isKept(row.deleted_at, now)) throw new Refusal("group.not_found");
  if (row.deleted_at === null) return null;
  await kysely.updateTable("planning_group").set(NOT_DELETED).where("id", "=", groupId).execute();
  return { change: null, groupId: null };
}
