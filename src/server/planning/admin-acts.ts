import type { AdminAct } from "#contract/journal.ts";
import { requireEventRow } from "./event-change-queries.ts";
import { requireGroupRow } from "./group-change-queries.ts";
import type { Writing } from "./shared-planning.ts";
import type { WantedChange } from "./wanted-change.ts";

/**
 * What the journal keeps of a change, with the names from before it; `null` for what somebody does with their own answer
 * or membership. To be asked before the change is made.
 */
export async function adminActOf(writing: Writing, wanted: WantedChange, actorId: string): Promise<AdminAct | null> {
  const { type } = wanted;
  switch (type) {
    case "group.created":
      return { type, group: wanted.group };
    case "group.renamed": {
      const { id, name } = await requireGroupRow(writing, wanted.groupId);
      return { type, group: { id, name: wanted.name }, formerName: name };
    }
    case "group.deleted":
    case "group.restored":
    case "group.pairs_set":
      return { type, group: await requireGroupRow(writing, wanted.groupId) };
    case "group.left": {
      const { groupId, userId } = wanted;
      if (userId === actorId) return null;
      return { type: "group.member_removed", group: await requireGroupRow(writing, groupId), userId };
    }
    case "event.created": {
      const { id, name, date } = wanted.event;
      return { type, event: { id, name, date } };
    }
    case "event.deleted":
    case "event.restored":
      return { type, event: await requireEventRow(writing, wanted.eventId) };
    case "group.joined":
    case "availability.set":
      return null;
  }
}
