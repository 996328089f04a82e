import type { NotNull } from "kysely";
import type { TrashedEvent, TrashedGroup } from "#contract/planning/trash.ts";
import type { Queryable } from "../../database/database.ts";
import { eventColumnsOf, storedEventOf } from "../../database/event-columns.ts";
import { readDate, type StoredDate } from "../../database/schema.ts";
import { removedForGoodAt, retentionStart } from "./trash-period.ts";
import type { LoggedChange } from "../changes/change-log.ts";

interface Deletion {
  readonly deleted_at: StoredDate;
  readonly deleted_by_name: string | null;
}

function deletionOf({ deleted_at: stored, deleted_by_name: deletedBy }: Deletion) {
  const deletedAt = readDate(stored);
  return { deletedAt: deletedAt.toISOString(), deletedBy, keptUntil: removedForGoodAt(deletedAt).toISOString() };
}

/** The deleted groups that can still be restored. */
export async function readTrashedGroups({ kysely }: Queryable, now: Date): Promise<TrashedGroup[]> {
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

/** The events that were deleted individually and can still be restored. */
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

/**
 * The id of the user who deleted each of these groups or events, as far as they are in the trash and the user still
 * exists.
 */
async function readDeleters(
  { kysely }: Queryable,
  table: "planning_group" | "planning_event",
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await kysely
    .selectFrom(table)
    .innerJoin("users", "users.id", "deleted_by")
    .select([`${table}.id`, "users.id as deleter"])
    .where(`${table}.id`, "in", ids)
    .where("deleted_at", "is not", null)
    .execute();
  return new Map(rows.map(({ id, deleter }) => [id, deleter]));
}

/**
 * A change of the log; `by` is the id of the user who deleted a group or an event, if the trash has it, else `null`.
 */
export interface AuthoredChange extends LoggedChange {
  readonly by: string | null;
}

function deletedIn({ change }: LoggedChange): { readonly groupId?: string; readonly eventId?: string } {
  const isDeletion =
    change?.type === "group.deleted" || change?.type === "event.deleted" || change?.type === "series.deleted";
  return isDeletion ? change : {};
}

/**
 * Adds to each deletion the user who made it. The log itself does not store these users, so it needs no erasing when one
 * of them is deleted.
 */
export async function withDeleters(
  queryable: Queryable,
  changes: readonly LoggedChange[],
): Promise<readonly AuthoredChange[]> {
  const deletions = changes.map(deletedIn);
  const groups = await readDeleters(
    queryable,
    "planning_group",
    deletions.flatMap(({ groupId }) => groupId ?? []),
  );
  const events = await readDeleters(
    queryable,
    "planning_event",
    deletions.flatMap(({ eventId }) => eventId ?? []),
  );
  return changes.map((logged, index) => {
    const { groupId, eventId } = deletions[index] ?? {};
    return { ...logged, by: groups.get(groupId ?? "") ?? events.get(eventId ?? "") ?? null };
  });
}
