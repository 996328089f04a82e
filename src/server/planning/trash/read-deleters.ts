import type { Queryable } from "../../database/database.ts";
import type { LoggedChange } from "../changes/change-log.ts";

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
