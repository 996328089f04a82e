import type { GroupDetails, Membership } from "#contract/planning/planning.ts";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import { CRITICAL_ROLES, DEFAULT_COMBINABLE_PAIRS, type RolePair } from "#domain/line-up/critical-roles.ts";
import type { Group } from "#domain/planning/planning.ts";
import type { Queryable } from "../../database/database.ts";
import { jsonList } from "../../database/json-list.ts";
import { readBoolean, type StoredBoolean } from "../../database/schema.ts";
import { type Positioned, STATE_ID } from "../changes/write-change-log.ts";
import type { Writing } from "../shared-planning.ts";

function ledBy(leaderIds: readonly string[]): { leaderIds?: string[] } {
  return leaderIds.length === 0 ? {} : { leaderIds: leaderIds.toSorted() };
}

function idsIn(stored: string | null): string[] {
  return (JSON.parse(stored ?? "[]") as [string][]).map(([userId]) => userId);
}

/** All groups that are not deleted, in their stored order. There are few, so it reads the whole table. */
export async function listGroups({ kysely, engine }: Queryable): Promise<Positioned<Group[]>> {
  const rows = await kysely
    .selectFrom("planning_state")
    .leftJoin("planning_group", (join) => join.on("deleted_at", "is", null))
    .select(["position", "planning_group.id", "name"])
    .select((eb) =>
      eb
        .selectFrom("group_member")
        .select(jsonList(engine, ["user_id"], ["user_id"]).as("leaders"))
        .whereRef("group_id", "=", "planning_group.id")
        .where("is_leader", "=", true)
        .as("leaders"),
    )
    .where("planning_state.id", "=", STATE_ID)
    .orderBy("place")
    .execute();
  const groups = rows.flatMap(({ id, name, leaders }) =>
    id === null || name === null ? [] : [{ id, name, ...ledBy(idsIn(leaders)) }],
  );
  return { position: rows[0]?.position ?? 0, row: groups };
}

export async function readGroup(
  { kysely, engine }: Queryable,
  groupId: string,
): Promise<Positioned<GroupDetails | null>> {
  const row = await kysely
    .selectFrom("planning_state")
    .leftJoin("planning_group", (join) => join.on("planning_group.id", "=", groupId).on("deleted_at", "is", null))
    .select(["position", "planning_group.id", "name", "combinable_pairs", "required_roles"])
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
    .where("planning_state.id", "=", STATE_ID)
    .executeTakeFirstOrThrow();
  const { position, id, name, combinable_pairs: pairs, required_roles: roles, members, events } = row;
  if (id === null || name === null) return { position, row: null };
  const memberRows = JSON.parse(members ?? "[]") as [string, StoredBoolean][];
  const details = {
    id,
    name,
    ...ledBy(memberRows.filter(([, isLeader]) => readBoolean(isLeader)).map(([userId]) => userId)),
    memberIds: memberRows.map(([userId]) => userId),
    combinablePairs: pairs === null ? [...DEFAULT_COMBINABLE_PAIRS] : (JSON.parse(pairs) as RolePair[]),
    ...(roles !== null && { requiredRoles: JSON.parse(roles) as BandRole[] }),
    eventCount: Number(events),
  };
  return { position, row: details };
}

/** The members of all groups that are not deleted; with `userId` only the groups of this user. */
export async function listMemberships(
  { kysely }: Queryable,
  userId: string | undefined,
): Promise<Positioned<Membership[]>> {
  const memberships = kysely
    .selectFrom("group_member")
    .innerJoin("planning_group", (join) =>
      join.onRef("planning_group.id", "=", "group_id").on("deleted_at", "is", null),
    )
    .select(["group_id", "user_id", "place", "joined_at"])
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? ""));
  const rows = await kysely
    .selectFrom("planning_state")
    .leftJoin(memberships.as("membership"), (join) => join.onTrue())
    .select(["position", "group_id", "user_id"])
    .where("planning_state.id", "=", STATE_ID)
    .orderBy("place")
    .orderBy("joined_at")
    .orderBy("user_id")
    .execute();
  return {
    position: rows[0]?.position ?? 0,
    row: rows.flatMap(({ group_id: groupId, user_id: id }) =>
      groupId === null || id === null ? [] : [{ groupId, userId: id }],
    ),
  };
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
