import { sql } from "kysely";
import { kindOf, personOf } from "#contract/planning/change-kinds.ts";
import { may } from "#domain/permissions.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import type { Queryable } from "../../database/database.ts";
import { jsonRows } from "../../database/json-rows.ts";
import { readBoolean } from "../../database/schema.ts";
import type { LogEntry, LoggedChange } from "../changes/read-change-log.ts";

/** Which changes of the planning a user may receive at present. */
export interface Audience {
  readonly userId: string;
  /** The groups whose changes they receive; `null`: all groups. */
  readonly groupIds: ReadonlySet<string> | null;
  /** Whether they may know how often others play and want to. */
  readonly seesTurns: boolean;
}

/** Whether `change` may add the user to a group or remove them from it. */
export function mayChangeMembership(change: PlanningChange | null, userId: string): boolean {
  const person = change && personOf(change);
  return person?.receivers === "group_and_person" && person.id === userId;
}

/** Members receive changes of all groups, of their own groups, and about themselves. Of wishes they receive their own. */
export function receives(
  { userId, groupIds, seesTurns }: Audience,
  { change, groupId }: LogEntry,
  watchedGroupId: string | null = null,
): boolean {
  const person = change && personOf(change);
  if (person?.receivers === "person") return seesTurns || person.id === userId;
  if (groupId === null || groupIds === null || groupIds.has(groupId)) return true;
  if (groupIds.size === 0 && groupId === watchedGroupId) return true;
  return change !== null && (kindOf(change).about === "groups" || mayChangeMembership(change, userId));
}

/** Whether `audience` includes a group that `before` did not. */
export function receivesMore(audience: Audience, before: Audience): boolean {
  if (before.groupIds === null) return false;
  return audience.groupIds === null || !audience.groupIds.isSubsetOf(before.groupIds);
}

/**
 * What each of these sessions may receive now, by one query; sessions without access are missing. For the default admin
 * the connection was checked when it opened: its process and proxy cannot change.
 */
export async function readAudiences(
  { kysely, engine }: Queryable,
  sessionIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Audience>> {
  const given = jsonRows(
    engine,
    { id: "text" },
    sessionIds.map((id) => ({ id })),
  );
  const sessions = kysely
    .selectFrom("session")
    .innerJoin("users", "users.id", "session.user_id")
    .where("session.id", "in", sql<string>`${given}`)
    .where("session.expires_at", ">", now);
  const columns = ["session.id as session_id", "users.id as user_id", "users.is_admin"] as const;
  const rows = await sessions
    .leftJoin("group_member", "group_member.user_id", "users.id")
    .leftJoin("planning_group", (join) =>
      join.onRef("planning_group.id", "=", "group_member.group_id").on("planning_group.deleted_at", "is", null),
    )
    .select([...columns, "planning_group.id as group_id"])
    // Whoever answers for somebody receives the changes of that person's groups, too.
    .unionAll(
      sessions
        .innerJoin("guardian", "guardian.guardian_id", "users.id")
        .innerJoin("group_member", "group_member.user_id", "guardian.entrusted_id")
        .innerJoin("planning_group", (join) =>
          join.onRef("planning_group.id", "=", "group_member.group_id").on("planning_group.deleted_at", "is", null),
        )
        .select([...columns, "planning_group.id as group_id"]),
    )
    .execute();
  return new Map([...Map.groupBy(rows, (row) => row.session_id)].map(([id, own]) => [id, audienceOf(own)]));
}

interface Row {
  readonly user_id: string;
  readonly is_admin: boolean | number;
  readonly group_id: string | null;
}

function audienceOf(rows: readonly Row[]): Audience {
  const { user_id: userId = "", is_admin: isAdmin = false } = rows[0] ?? {};
  const groupIds = new Set(rows.flatMap(({ group_id: id }) => (id === null ? [] : [id])));
  const actor = { isAdmin: readBoolean(isAdmin), ledGroupIds: [] };
  const seesAll = may(actor, "event.see_other_groups");
  return { userId, groupIds: seesAll ? null : groupIds, seesTurns: may(actor, "turns.see_all", null) };
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
