import type { Updateable } from "kysely";
import { type Group, GROUPS_MAX } from "#domain/planning/planning.ts";
import type { UserRecord } from "../../api/user-record.ts";
import { compileOnce } from "../../database/compile-once.ts";
import type { Queryable } from "../../database/database.ts";
import { readBoolean, type Tables } from "../../database/schema.ts";
import { found, Refusal } from "../../errors.ts";
import { isAbsentFromEvents } from "../absences/read-absences.ts";
import type { WantedOf, WriteChange, WriteTransaction, WrittenChange } from "../shared-planning.ts";

/** The sort position of the next group: after all others, deleted ones included. */
export async function nextGroupPlace({ kysely }: Queryable): Promise<number> {
  const row = await kysely
    .selectFrom("planning_group")
    .select(({ fn }) => fn.max("place").as("last"))
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

/** A group's id and name; `undefined` when it does not exist, or is deleted. */
export async function findGroup({ kysely }: Queryable, groupId: string): Promise<Group | undefined> {
  return kysely
    .selectFrom("planning_group")
    .select(["id", "name"])
    .where("id", "=", groupId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** @throws Refusal `group.not_found` when the group does not exist, or is deleted */
export async function requireGroup(queryable: Queryable, groupId: string): Promise<Group> {
  return found(await findGroup(queryable, groupId), "group.not_found");
}

/** Call it after adding groups. @throws Refusal `group.too_many` when there are too many now */
export async function requireRoomForGroups({ kysely }: Queryable): Promise<void> {
  const { count } = await kysely
    .selectFrom("planning_group")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  if (Number(count) > GROUPS_MAX) throw new Refusal("group.too_many");
}

/**
 * Creates a group. If an identical one exists, this is a retry, and nothing changes.
 * @throws Refusal `group.exists` when the id belongs to another or a deleted group; `group.too_many`
 */
export const createGroup: WriteChange<WantedOf<"group.created">> = async (writing, change) => {
  const { kysely } = writing;
  const { id, name } = change.group;
  const query = kysely.selectFrom("planning_group").select(["name", "deleted_at"]).where("id", "=", id);
  const existing = await query.executeTakeFirst();
  if (existing?.name === name && existing.deleted_at === null) return null;
  if (existing !== undefined) throw new Refusal("group.exists");
  const place = await nextGroupPlace(writing);
  const { reminders_default: reminders } = await kysely
    .selectFrom("planning_state")
    .select("reminders_default")
    .executeTakeFirstOrThrow();
  await kysely.insertInto("planning_group").values({ id, name, place, reminders_on: reminders }).execute();
  await requireRoomForGroups(writing);
  return { entry: { change, groupId: id }, act: { type: change.type, group: { id, name } } };
};

/** Sets columns of a group. Returns the group as it was before. @throws Refusal `group.not_found` */
async function setColumns(
  writing: WriteTransaction,
  groupId: string,
  columns: Updateable<Tables["planning_group"]>,
): Promise<Group> {
  const group = await requireGroup(writing, groupId);
  await writing.kysely.updateTable("planning_group").set(columns).where("id", "=", groupId).execute();
  return group;
}

export const renameGroup: WriteChange<WantedOf<"group.renamed">> = async (writing, change) => {
  const { type, groupId, name } = change;
  const { name: formerName } = await setColumns(writing, groupId, { name });
  return { entry: { change, groupId }, act: { type, group: { id: groupId, name }, formerName } };
};

/** Stores the roles that a group needs, or the pairs of roles that one person may take together. */
export const setUpGroup: WriteChange<WantedOf<"group.pairs_set" | "group.required_roles_set">> = async (
  writing,
  change,
) => {
  const { type, groupId } = change;
  const columns =
    type === "group.pairs_set"
      ? { combinable_pairs: JSON.stringify(change.pairs) }
      : { required_roles: JSON.stringify(change.roles) };
  return { entry: { change, groupId }, act: { type, group: await setColumns(writing, groupId, columns) } };
};

const insertMember = compileOnce((kysely, member: { groupId: string; userId: string; now: Date }) =>
  kysely
    .insertInto("group_member")
    .values({ group_id: member.groupId, user_id: member.userId, joined_at: member.now })
    .onConflict((conflict) => conflict.doNothing()),
);

/** Events show the absences of members: if this person has one on an event's day, clients must reload the events. */
async function reloadsOf(
  writing: WriteTransaction,
  groupId: string,
  userId: string,
): Promise<Pick<WrittenChange, "reloads">> {
  return (await isAbsentFromEvents(writing, groupId, userId)) ? { reloads: [groupId] } : {};
}

/** Adds the user to the group. Returns what clients must reload; `null`: they were a member before. */
export async function addMember(
  writing: WriteTransaction,
  groupId: string,
  userId: string,
): Promise<Pick<WrittenChange, "reloads"> | null> {
  const { numAffectedRows = 0n } = await insertMember(writing, { groupId, userId, now: writing.now });
  return numAffectedRows === 0n ? null : reloadsOf(writing, groupId, userId);
}

/** Adds users who were created in this transaction to the group, and logs that. */
export async function addNewMembers(
  writing: WriteTransaction,
  groupId: string,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  const rows = userIds.map((userId) => ({ group_id: groupId, user_id: userId, joined_at: writing.now }));
  await writing.kysely.insertInto("group_member").values(rows).execute();
  // Members who joined at the same moment are listed by id. The log has the same order.
  const joined = userIds.toSorted().map((userId) => ({ type: "group.joined" as const, groupId, userId }));
  await writing.log(...joined.map((change) => ({ change, groupId })));
}

/** Adds a user to a group. Changes nothing for a user who is already a member. */
export async function joinGroup(
  writing: WriteTransaction,
  change: WantedOf<"group.joined">,
  { id: actorId }: Pick<UserRecord, "id">,
): Promise<WrittenChange | null> {
  const { groupId, userId } = change;
  const group = await requireGroup(writing, groupId);
  const user = writing.kysely.selectFrom("users").select("id").where("id", "=", userId);
  found(await user.executeTakeFirst(), "user.not_found");
  const joined = await addMember(writing, groupId, userId);
  if (joined === null) return null;
  return {
    ...joined,
    entry: { change, groupId },
    act: userId === actorId ? null : { type: "group.member_added", group, userId },
  };
}

/**
 * Names or removes a leader. A repeated call changes nothing.
 * @throws Refusal `leader.not_member` when a person is named who does not belong to the group
 */
export const changeLeader: WriteChange<WantedOf<"group.leader_named" | "group.leader_removed">> = async (
  writing,
  change,
) => {
  const { type, groupId, userId } = change;
  const isNamed = type === "group.leader_named";
  const { kysely } = writing;
  const group = await requireGroup(writing, groupId);
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
  return { entry: { change, groupId }, act: { type, group, userId } };
};

/** Removes a user from a group. Changes nothing for a user who is not a member. */
export const leaveGroup: WriteChange<WantedOf<"group.left">> = async (writing, change, { id: actorId }) => {
  const { groupId, userId } = change;
  const group = await requireGroup(writing, groupId);
  const { numDeletedRows } = await writing.kysely
    .deleteFrom("group_member")
    .where("group_id", "=", groupId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return null;
  return {
    ...(await reloadsOf(writing, groupId, userId)),
    entry: { change, groupId },
    act: userId === actorId ? null : { type: "group.member_removed", group, userId },
  };
};
