import type { Membership } from "#contract/planning/planning.ts";
import type { Queryable } from "../../database/database.ts";
import { type Positioned, STATE_ID } from "../changes/change-log.ts";

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
