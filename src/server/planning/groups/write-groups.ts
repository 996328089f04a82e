import { type Group, GROUPS_MAX } from "#domain/planning/planning.ts";
import { Refusal } from "../../errors.ts";
import type { WrittenChange } from "../changes/written-change.ts";
import type { Writing } from "../shared-planning.ts";
import type { ChangeOf } from "#domain/planning/planning-change.ts";

/** The sort position of the next group: after all others, deleted ones included. */
export async function nextGroupPlace({ kysely }: Pick<Writing, "kysely">): Promise<number> {
  const row = await kysely
    .selectFrom("planning_group")
    .select(({ fn }) => fn.max("place").as("last"))
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

/** The group, unless it is deleted. */
async function findGroupRow({ kysely }: Pick<Writing, "kysely">, groupId: string): Promise<Group | undefined> {
  return kysely
    .selectFrom("planning_group")
    .select(["id", "name"])
    .where("id", "=", groupId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** Whether the group exists and is not deleted. */
export async function hasGroup(writing: Pick<Writing, "kysely">, groupId: string): Promise<boolean> {
  return (await findGroupRow(writing, groupId)) !== undefined;
}

/** @throws Refusal `group.not_found` when the group does not exist, or is deleted */
export async function requireGroup(writing: Pick<Writing, "kysely">, groupId: string): Promise<Group> {
  const group = await findGroupRow(writing, groupId);
  if (group === undefined) throw new Refusal("group.not_found");
  return group;
}

/** To be called after adding groups. @throws Refusal `group.too_many` when there are too many now */
export async function requireRoomForGroups({ kysely }: Pick<Writing, "kysely">): Promise<void> {
  const { count } = await kysely
    .selectFrom("planning_group")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  if (Number(count) > GROUPS_MAX) throw new Refusal("group.too_many");
}

/**
 * An identical group counts as a retry of its creation, and changes nothing.
 * @throws Refusal `group.exists` when the id belongs to another or a deleted group; `group.too_many`
 */
export async function createGroup(writing: Writing, change: ChangeOf<"group.created">): Promise<WrittenChange | null> {
  const { kysely } = writing;
  const { id, name } = change.group;
  const query = kysely.selectFrom("planning_group").select(["name", "deleted_at"]).where("id", "=", id);
  const known = await query.executeTakeFirst();
  if (known?.name === name && known.deleted_at === null) return null;
  if (known !== undefined) throw new Refusal("group.exists");
  const place = await nextGroupPlace(writing);
  const { reminders_default: reminders } = await kysely
    .selectFrom("planning_state")
    .select("reminders_default")
    .executeTakeFirstOrThrow();
  await kysely.insertInto("planning_group").values({ id, name, place, reminders_on: reminders }).execute();
  await requireRoomForGroups(writing);
  return { entry: { change, groupId: id }, act: { type: change.type, group: { id, name } } };
}

export async function renameGroup(writing: Writing, change: ChangeOf<"group.renamed">): Promise<WrittenChange> {
  const { groupId, name } = change;
  const { name: formerName } = await requireGroup(writing, groupId);
  await writing.kysely.updateTable("planning_group").set({ name }).where("id", "=", groupId).execute();
  return { entry: { change, groupId }, act: { type: change.type, group: { id: groupId, name }, formerName } };
}

export async function setPairs(writing: Writing, change: ChangeOf<"group.pairs_set">): Promise<WrittenChange> {
  const { groupId, pairs } = change;
  const group = await requireGroup(writing, groupId);
  const stored = { combinable_pairs: JSON.stringify(pairs) };
  await writing.kysely.updateTable("planning_group").set(stored).where("id", "=", groupId).execute();
  return { entry: { change, groupId }, act: { type: change.type, group } };
}

export async function setRequiredRoles(
  writing: Writing,
  change: ChangeOf<"group.required_roles_set">,
): Promise<WrittenChange> {
  const { groupId, roles } = change;
  const group = await requireGroup(writing, groupId);
  const stored = { required_roles: JSON.stringify(roles) };
  await writing.kysely.updateTable("planning_group").set(stored).where("id", "=", groupId).execute();
  return { entry: { change, groupId }, act: { type: change.type, group } };
}
