import { compileOnce } from "../../database/compile-once.ts";
import type { UserRecord } from "../../api/user-record.ts";
import { readBoolean } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import type { WrittenChange } from "../changes/written-change.ts";
import { isAbsentFromEvents } from "../absences/read-absences.ts";
import { requireGroup } from "./write-groups.ts";
import type { Writing } from "../shared-planning.ts";
import type { ChangeOf } from "#domain/planning/planning-change.ts";

const insertMember = compileOnce((kysely, given: { groupId: string; userId: string; now: Date }) =>
  kysely
    .insertInto("group_member")
    .values({ group_id: given.groupId, user_id: given.userId, joined_at: given.now })
    .onConflict((conflict) => conflict.doNothing()),
);

/** Adds the user to the group. Returns whether they were not a member before. */
export async function addMember(writing: Writing, groupId: string, userId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await insertMember(writing, { groupId, userId, now: writing.now });
  return numAffectedRows > 0n;
}

/** Adds users who were created in this transaction, with their log entries. */
export async function addNewMembers(writing: Writing, groupId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const rows = userIds.map((userId) => ({ group_id: groupId, user_id: userId, joined_at: writing.now }));
  await writing.kysely.insertInto("group_member").values(rows).execute();
  // In the order in which members of one moment are listed.
  const joined = userIds.toSorted().map((userId) => ({ type: "group.joined" as const, groupId, userId }));
  await writing.log(...joined.map((change) => ({ change, groupId })));
}

/** @throws Refusal `user.not_found` when no user has this id */
async function requireUser({ kysely }: Writing, userId: string): Promise<void> {
  const row = await kysely.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst();
  if (row === undefined) throw new Refusal("user.not_found");
}

/** A person in an absence is absent from the events of their groups, and of no other groups. */
async function reloadOf(writing: Writing, groupId: string, userId: string): Promise<Pick<WrittenChange, "reloads">> {
  return (await isAbsentFromEvents(writing, groupId, userId)) ? { reloads: [groupId] } : {};
}

/** Changes nothing for a user who is already a member. */
export async function joinGroup(
  writing: Writing,
  change: ChangeOf<"group.joined">,
  { id: actorId }: Pick<UserRecord, "id">,
): Promise<WrittenChange | null> {
  const { groupId, userId } = change;
  const group = await requireGroup(writing, groupId);
  await requireUser(writing, userId);
  if (!(await addMember(writing, groupId, userId))) return null;
  return {
    ...(await reloadOf(writing, groupId, userId)),
    entry: { change, groupId },
    act: userId === actorId ? null : { type: "group.member_added", group, userId },
  };
}

/**
 * Names or removes a leader. Changes nothing where it is so already.
 * @throws Refusal `leader.not_member` when somebody is named who does not belong to the group
 */
export async function changeLeader(
  { kysely }: Writing,
  change: ChangeOf<"group.leader_named" | "group.leader_removed">,
): Promise<WrittenChange | null> {
  const { type, groupId, userId } = change;
  const isNamed = type === "group.leader_named";
  const { id, name } = await requireGroup({ kysely }, groupId);
  const row = await kysely
    .selectFrom("group_member")
    .select("is_leader")
    .where("group_id", "=", groupId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (row === undefined && isNamed) throw new Refusal("leader.not_member");
  if (row === undefined || readBoolean(row.is_leader) === isNamed) return null;
  await kysely
    .updateTable("group_member")
    .set({ is_leader: isNamed })
    .where("group_id", "=", groupId)
    .where("user_id", "=", userId)
    .execute();
  return { entry: { change, groupId }, act: { type, group: { id, name }, userId } };
}

/** Changes nothing for a user who is not a member. */
export async function leaveGroup(
  writing: Writing,
  change: ChangeOf<"group.left">,
  { id: actorId }: Pick<UserRecord, "id">,
): Promise<WrittenChange | null> {
  const { groupId, userId } = change;
  const group = await requireGroup(writing, groupId);
  const { numDeletedRows } = await writing.kysely
    .deleteFrom("group_member")
    .where("group_id", "=", groupId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return null;
  return {
    ...(await reloadOf(writing, groupId, userId)),
    entry: { change, groupId },
    act: userId === actorId ? null : { type: "group.member_removed", group, userId },
  };
}
