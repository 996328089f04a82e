import type { GroupDetails } from "#contract/planning/planning.ts";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import { DEFAULT_COMBINABLE_PAIRS, type RolePair } from "#domain/line-up/role-pairs.ts";
import type { Group } from "#domain/planning/planning.ts";
import type { Queryable } from "../../database/database.ts";
import { jsonList } from "../../database/json-list.ts";
import { type Positioned, STATE_ID } from "../changes/change-log.ts";

/** All groups that are not deleted, in their stored order. There are few, so it reads the whole table. */
export async function listGroups({ kysely }: Queryable): Promise<Positioned<Group[]>> {
  const rows = await kysely
    .selectFrom("planning_state")
    .leftJoin("planning_group", (join) => join.on("deleted_at", "is", null))
    .select(["position", "planning_group.id", "name"])
    .where("planning_state.id", "=", STATE_ID)
    .orderBy("place")
    .execute();
  const groups = rows.flatMap(({ id, name }) => (id === null || name === null ? [] : [{ id, name }]));
  return { position: rows[0]?.position ?? 0, row: groups };
}

/** The details of one group; `null` when it does not exist. */
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
        .select(jsonList(engine, ["user_id"], ["joined_at", "user_id"]).as("members"))
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
  const details = {
    id,
    name,
    memberIds: (JSON.parse(members ?? "[]") as [string][]).map(([userId]) => userId),
    combinablePairs: pairs === null ? [...DEFAULT_COMBINABLE_PAIRS] : (JSON.parse(pairs) as RolePair[]),
    ...(roles !== null && { requiredRoles: JSON.parse(roles) as BandRole[] }),
    eventCount: Number(events),
  };
  return { position, row: details };
}
