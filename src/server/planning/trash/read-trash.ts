import type { NotNull } from "kysely";
import type { Trashed, TrashedEvent, TrashedGroup } from "#contract/planning/trash.ts";
import { TRASH_KEPT_DAYS } from "#domain/planning/planning.ts";
import type { Queryable } from "../../database/database.ts";
import { eventColumnsOf, storedEventOf } from "../../database/event-columns.ts";
import { readDate, type StoredDate } from "../../database/schema.ts";

const KEPT_MS = TRASH_KEPT_DAYS * 24 * 60 * 60 * 1000;

/** Nothing that was deleted before this moment can be restored, even if the hourly sweep has not removed it yet. */
export function retentionStart(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}

/** When something deleted at this moment can no longer be restored, and is removed. */
function removedForGoodAt(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + KEPT_MS);
}

interface Deletion {
  readonly deleted_at: StoredDate;
  readonly deleted_by_name: string | null;
}

function deletionOf({ deleted_at: stored, deleted_by_name: deletedBy }: Deletion) {
  const deletedAt = readDate(stored);
  return { deletedAt: deletedAt.toISOString(), deletedBy, keptUntil: removedForGoodAt(deletedAt).toISOString() };
}

async function readTrashedGroups({ kysely }: Queryable, now: Date): Promise<TrashedGroup[]> {
  const rows = await kysely
    .selectFrom("planning_group")
    .leftJoin("users", "users.id", "deleted_by")
    .select(["planning_group.id", "planning_group.name", "deleted_at", "users.name as deleted_by_name"])
    .select((eb) =>
      eb
        .selectFrom("planning_event")
        .select(({ fn }) => fn.countAll<number | string>().as("events"))
        .whereRef("group_id", "=", "planning_group.id")
        .where("planning_event.deleted_at", "is", null)
        .as("events"),
    )
    .where("deleted_at", ">=", retentionStart(now))
    .$narrowType<{ deleted_at: NotNull }>()
    .execute();
  return rows.map(({ id, name, events, ...deletion }) => ({
    type: "group",
    id,
    name,
    eventCount: Number(events),
    ...deletionOf(deletion),
  }));
}

export async function readTrashedEvents({ kysely }: Queryable, now: Date): Promise<TrashedEvent[]> {
  const rows = await kysely
    .selectFrom("planning_event as event")
    .innerJoin("planning_group as team", "team.id", "event.group_id")
    .leftJoin("users", "users.id", "event.deleted_by")
    .select(eventColumnsOf("event"))
    .select(["team.name as group_name", "team.deleted_at as group_deleted_at"])
    .select(["event.deleted_at", "users.name as deleted_by_name"])
    .select((eb) =>
      eb
        .selectFrom("availability")
        .select(({ fn }) => fn.countAll<number | string>().as("answers"))
        .whereRef("event_id", "=", "event.id")
        .where("status", "is not", null)
        .as("answers"),
    )
    .where("event.deleted_at", ">=", retentionStart(now))
    .$narrowType<{ deleted_at: NotNull }>()
    .execute();
  return rows.map((row) => ({
    type: "event",
    ...storedEventOf(row),
    groupName: row.group_name,
    isGroupDeleted: row.group_deleted_at !== null,
    answerCount: Number(row.answers),
    ...deletionOf(row),
  }));
}

function compareDeletions(a: Trashed, b: Trashed): number {
  return b.deletedAt.localeCompare(a.deletedAt) || a.id.localeCompare(b.id);
}

/** What can still be restored, the latest deletions first. */
export async function readTrash(queryable: Queryable, now: Date): Promise<Trashed[]> {
  const [groups, events] = await Promise.all([readTrashedGroups(queryable, now), readTrashedEvents(queryable, now)]);
  return [...groups, ...events].toSorted(compareDeletions);
}
