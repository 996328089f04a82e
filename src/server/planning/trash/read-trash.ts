import type { NotNull } from "kysely";
import type { TrashedEvent, TrashedGroup } from "#contract/trash.ts";
import type { Queryable } from "../database/database.ts";
import { readDate, type StoredDate } from "../database/schema.ts";
import { goneAt, keptSince } from "./trash-period.ts";

interface Deletion {
  readonly deleted_at: StoredDate;
  readonly deleted_by_name: string | null;
}

function deletionOf({ deleted_at: stored, deleted_by_name: deletedBy }: Deletion) {
  const deletedAt = readDate(stored);
  return { deletedAt: deletedAt.toISOString(), deletedBy, keptUntil: goneAt(deletedAt).toISOString() };
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
    .where("deleted_at", ">=", keptSince(now))
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

/** The events that were deleted by themselves and can still be restored. */
export async function readTrashedEvents({ kysely }: Queryable, now: Date): Promise<TrashedEvent[]> {
  const rows = await kysely
    .selectFrom("planning_event as event")
    .innerJoin("planning_group as team", "team.id", "event.group_id")
    .leftJoin("users", "users.id", "event.deleted_by")
    .select(["event.id", "event.group_id", "event.name", "event.date", "event.time", "event.location"])
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
    .where("event.deleted_at", ">=", keptSince(now))
    .$narrowType<{ deleted_at: NotNull }>()
    .execute();
  return rows.map(
    ({ id, group_id, name, date, time, location, group_name, group_deleted_at, answers, ...deletion }) => ({
      type: "event",
      id,
      groupId: group_id,
      name,
      date,
      time,
      location,
      groupName: group_name,
      isGroupDeleted: group_deleted_at !== null,
      answerCount: Number(answers),
      ...deletionOf(deletion),
    }),
  );
}

/** Forgets what can be restored no longer: groups with all their events, events with all their answers. */
export async function emptyTrash({ kysely }: Queryable, now: Date): Promise<void> {
  await kysely.deleteFrom("planning_event").where("deleted_at", "<", keptSince(now)).execute();
  await kysely.deleteFrom("planning_group").where("deleted_at", "<", keptSince(now)).execute();
}
