import type { GroupDetails, Membership } from "#contract/planning/planning.ts";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import { CRITICAL_ROLES, DEFAULT_COMBINABLE_PAIRS, type RolePair } from "#domain/line-up/critical-roles.ts";
import type { Group } from "#domain/planning/planning.ts";
import type { Queryable } from "../../database/database.ts";
import { jsonList } from "../../database/json-list.ts";
import { readBoolean, type StoredBoolean } from "../../database/schema.ts";
import type { Writing } from "../shared-planning.ts";

function ledBy(leaderIds: readonly string[]): { leaderIds?: string[] } {
  return leaderIds.length === 0 ? {} : { leaderIds: leaderIds.toSorted() };
}

function idsIn(stored: string | null): string[] {
  return (JSON.parse(stored ?? "[]") as [string][]).map(([userId]) => userId);
}

/** All groups that are not deleted, in their stored order. There are few, so it reads the whole table. */
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
  return rows.map(({ id, name, leaders }) => ({ id, name, ...ledBy(idsIn(leaders)) }));
}

/** `null` when the group does not exist or is deleted. */
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
  return {
    id,
    name,
    ...ledBy(memberRows.filter(([, isLeader]) => readBoolean(isLeader)).map(([userId]) => userId)),
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

export interface Place {
  readonly groupId?: string;
  readonly eventId?: string;
}

/** The roles that a group and an event need now: they may stay needed although they are hidden. */
export async function readNeededRoles({ kysely }: Writing, { groupId = "", eventId = "" }: Place): Promise<BandRole[]> {
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
  return [event?.required_roles, group?.required_roles ?? JSON.stringify(CRITICAL_ROLES)].flatMap(
    (stored) => JSON.parse(stored ?? "[]") as BandRole[],
  );
}
