import type { UserRecord } from "../../api/user-record.ts";
import type { ChangeOf } from "#domain/planning/planning-change.ts";
import type { WrittenChange } from "../changes/written-change.ts";
import { keepForNews } from "../events/write-event-news.ts";
import { reviseEvents } from "../events/write-event-revisions.ts";
import { requireGroup } from "../groups/write-groups.ts";
import type { Writing } from "../shared-planning.ts";

/** Deletes a group. Its events are hidden as long as it is deleted. */
export async function deleteGroup(
  writing: Writing,
  change: ChangeOf<"group.deleted">,
  { id: actorId }: UserRecord,
): Promise<WrittenChange> {
  const { groupId } = change;
  const group = await requireGroup(writing, groupId);
  const deletion = { deleted_at: writing.now, deleted_by: actorId };
  await keepForNews(writing, groupId, null);
  await writing.kysely.updateTable("planning_group").set(deletion).where("id", "=", groupId).execute();
  await reviseEvents(writing, groupId);
  return { entry: { change, groupId }, act: { type: change.type, group } };
}
