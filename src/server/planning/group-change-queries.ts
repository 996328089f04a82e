import type { Group } from "#domain/planning.ts";
import { Refusal } from "../errors.ts";
import type { LogEntry } from "./change-log-queries.ts";
import type { Writing } from "./shared-planning.ts";
import type { ChangeOf } from "./wanted-change.ts";

/** The place of the next group: after all there ever were. */
export async function nextGroupPlace({ kysely }: Pick<Writing, "kysely">): Promise<number> {
  const row = await kysely
    .selectFrom("planning_group")
    .select(({ fn }) => fn.max("place").as("last"))
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

/** @throws Refusal `group.not_found` when the group is not there, or deleted */
export async function requireGroup({ kysely }: Pick<Writing, "kysely">, groupId: string): Promise<void> {
  const row = await kysely
    .selectFrom("planning_group")
    .select("id")
    .where("id", "=", groupId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("group.not_found");
}

/** Whether or not it is deleted. @throws Refusal `group.not_found` when there never was one, or it is forgotten */
export async function requireGroupRow({ kysely }: Pick<Writing, "kysely">, groupId: string): Promise<Group> {
  const query = kysely.selectFrom("planning_group").select(["id", "name"]).where("id", "=", groupId);
  const row = await query.executeTakeFirst();
  if (row === undefined) throw new Refusal("group.not_found");
  return row;
}

/**
 * The same group again is its creation tried again.
 * @throws Refusal `group.exists` when there is another one of this id, or a deleted one
 */
export async function createGroup(writing: Writing, change: ChangeOf<"group.created">): Promise<LogEntry | null> {
  const { kysely } = writing;
  const { id, name } = change.group;
  const query = kysely.selectFrom("planning_group").select(["name", "deleted_at"]).where("id", "=", id);
  const known = await query.executeTakeFirst();
  if (known?.name === name && known.deleted_at === null) return null;
  if (known !== undefined) throw new Refusal("group.exists");
  const place = await nextGroupPlace(writing);
  await kysely.insertInto("planning_group").values({ id, name, place }).execute();
  return { change, groupId: id };
}

export async function renameGroup(writing: Writing, change: ChangeOf<"group.renamed">): Promise<LogEntry> {
  const { groupId, name } = change;
  await requireGroup(writing, groupId);
  await writing.kysely.updateTable("planning_group").set({ name }).where("id", "=", groupId).execute();
  return { change, groupId };
}

/** Its events go with it: they are hidden as long as it is deleted. */
export async function deleteGroup(
  writing: Writing,
  change: ChangeOf<"group.deleted">,
  actorId: string,
): Promise<LogEntry> {
  const { groupId } = change;
  await requireGroup(writing, groupId);
  const deletion = { deleted_at: writing.now, deleted_by: actorId };
  await writing.kysely.updateTable("planning_group").set(deletion).where("id", "=", groupId).execute();
  return { change, groupId };
}

export async function setPairs(writing: Writing, change: ChangeOf<"group.pairs_set">): Promise<LogEntry> {
  const { groupId, pairs } = change;
  await requireGroup(writing, groupId);
  const stored = { combinable_pairs: JSON.stringify(pairs) };
  await writing.kysely.updateTable("planning_group").set(stored).where("id", "=", groupId).execute();
  return { change, groupId };
}
