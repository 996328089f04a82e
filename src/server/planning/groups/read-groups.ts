import type { GroupDetails, Membership } from "#contract/planning/planning.ts";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import { CRITICAL_ROLES, DEFAULT_COMBINABLE_PAIRS, type RolePair } from "#domain/line-up/critical-roles.ts";
import type { Group } from "#domain/planning/planning.ts";
import type { Queryable } from "../../database/database.ts";
import { jsonList } from "../../database/json-list.ts";
import { readBoolean, type StoredBoolean } from "../../database/schema.ts";

/** The field `leaderIds` of a group, which is absent for a group without leaders. */
function leadersField(leaderIds: readonly string[]): { leaderIds?: string[] } {
  return leaderIds.length === 0 ? {} : { leaderIds: leaderIds.toSorted() };
}

/** @param json a list of `[user_id]` */
function userIdsOf(json: string | null): string[] {
  return (JSON.parse(json ?? "[]") as [string][]).map(([userId]) => userId);
}

/** All groups that are not deleted, in their stored order. */
export async function listGroups({ kysely, engine }: Queryable): Promise<Group[]> {
  const rows = await kysely
    .selectFrom("planning_group")
    .select(["id", "name"])
    .select((eb) =>
      eb
        .selectFrom("group_member")
        .select(jsonList(engine, ["user_id"], ["user_id"]).as("leaders"))
        .whereRef("group_id", "=", "planning_group.id")
        .where("is_leader", "=", true)
        .as("leaders"),
    )
    .where("deleted_at", "is", null)
    .orderBy("place")
    .execute();
  return rows.map(({ id, name, leaders }) => ({ id, name, ...leadersField(userIdsOf(leaders)) }));
}

/** A group with its members and settings; `null` when it does not exist or is deleted. */
export async function readGroup({ kysely, engine }: Queryable, groupId: string): Promise<GroupDetails | null> {
  const row = await kysely
    .selectFrom("planning_group")
    .select(["id", "name", "combinable_pairs", "required_roles"])
    .select((eb) => [
      eb
        .selectFrom("group_member")
        .select(jsonList(engine, ["user_id", "is_leader"], ["joined_at", "user_id"]).as("members"))
        .where("group_id", "=", groupId)
        .as("members"),
      eb
        .selectFrom("planning_event")
        .select(({ fn }) => fn.countAll<number | string>().as("events"))
        .where("group_id", "=", groupId)
        .where("planning_event.deleted_at", "is", null)
        .as("events"),
    ])
    .where("id", "=", groupId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { id, name, combinable_pairs: pairs, required_roles: roles, members, events } = row;
  const memberRows = JSON.parse(members ?? "[]") as [string, StoredBoolean][];
  const leaderRows = memberRows.filter(([, isLeader]) => readBoolean(isLeader));
  return {
    id,
    name,
    ...leadersField(leaderRows.map(([userId]) => userId)),
    memberIds: memberRows.map(([userId]) => userId),
    combinablePairs: pairs === null ? [...DEFAULT_COMBINABLE_PAIRS] : (JSON.parse(pairs) as RolePair[]),
    ...(roles !== null && { requiredRoles: JSON.parse(roles) as BandRole[] }),
    eventCount: Number(events),
  };
}

/** The members of all groups that are not deleted; with `userId` only the groups of this user. */
export async function listMemberships({ kysely }: Queryable, userId?: string): Promise<Membership[]> {
  return kysely
    .selectFrom("group_member")
    .innerJoin("planning_group", (join) =>
      join.onRef("planning_group.id", "=", "group_id").on("deleted_at", "is", null),
    )
    .select(["group_id as groupId", "user_id as userId"])
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? ""))
    .orderBy("place")
    .orderBy("joined_at")
    .orderBy("user_id")
    .execute();
}

/** A group or an event, which needs roles. An event that does not exist yet is named with its group. */
export interface RoleHolder {
  readonly groupId?: string;
  readonly eventId?: string;
}

/** The roles that an event and its group, or a group alone, need now. Some may no longer be offered. */
export async function readNeededRoles(
  { kysely }: Queryable,
  { groupId = "", eventId = "" }: RoleHolder,
): Promise<BandRole[]> {
  const event = await kysely
    .selectFrom("planning_event")
    .select(["group_id", "required_roles"])
    .where("id", "=", eventId)
    .executeTakeFirst();
  const group = await kysely
    .selectFrom("planning_group")
    .select("required_roles")
    .where("id", "=", event?.group_id ?? groupId)
    .executeTakeFirst();
  const rolesOfEvent = JSON.parse(event?.required_roles ?? "[]") as BandRole[];
  const storedOfGroup = group?.required_roles ?? null;
  const rolesOfGroup = storedOfGroup === null ? CRITICAL_ROLES : (JSON.parse(storedOfGroup) as BandRole[]);
  return [...rolesOfEvent, ...rolesOfGroup];
}
