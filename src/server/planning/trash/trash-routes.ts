import { OPERATIONS } from "#contract/operations.ts";
import type { Trashed } from "#contract/trash.ts";
import type { Mount } from "../auth/operation-route.ts";
import type { SharedPlanning } from "./shared-planning.ts";
import { readTrashedEvents, readTrashedGroups } from "./trash-queries.ts";

function compareDeletions(a: Trashed, b: Trashed): number {
  return b.deletedAt.localeCompare(a.deletedAt) || a.id.localeCompare(b.id);
}

/** What was deleted and can be restored. */
export function addTrashRoutes(mount: Mount, { database, now }: SharedPlanning): void {
  mount(OPERATIONS.readTrash, async () => {
    const time = now();
    const [groups, events] = await Promise.all([readTrashedGroups(database, time), readTrashedEvents(database, time)]);
    return [...groups, ...events].toSorted(compareDeletions);
  });
}
