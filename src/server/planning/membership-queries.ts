import type { LogEntry } from "./change-log-queries.ts";
import { requireGroup } from "./group-change-queries.ts";
import type { Writing } from "./shared-planning.ts";
import type { ChangeOf } from "./wanted-change.ts";

/** Whether they did not belong to it before. */
export async function addMember({ kysely, now }: Writing, groupId: string, userId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await kysely
    .insertInto("group_member")
    .values({ group_id: groupId, user_id: userId, joined_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows !== undefined && numInsertedOrUpdatedRows > 0n;
}

/** Who belongs to it already changes nothing. */
export async function joinGroup(writing: Writing, change: ChangeOf<"group.joined">): Promise<LogEntry | null> {
  const { groupId, userId } = change;
  await requireGroup(writing, groupId);
  return (await addMember(writing, groupId, userId)) ? { change, groupId } : null;
}

/** Who does not belong to it changes nothing. */
export async function leaveGroup(writing: Writing, change: ChangeOf<"group.left">): Promise<LogEntry | null> {
  const { groupId, userId } = change;
  await requireGroup(writing, groupId);
  const { numDeletedRows } = await writing.kysely
    .deleteFrom("group_member")
    .where("group_id", "=", groupId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n ? { change, groupId } : null;
}
