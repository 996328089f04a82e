import { OPERATIONS } from "#contract/operations.ts";
import type { Trashed } from "#contract/planning/trash.ts";
import type { Mount } from "../../api/operation-route.ts";
import type { SharedPlanning } from "../shared-planning.ts";
import { readTrashedEvents, readTrashedGroups } from "./read-trash.ts";

function compareDeletions(a: Trashed, b: Trashed): number {
  return b.deletedAt.localeCompare(a.deletedAt) || a.id.localeCompare(b.id);
}

/** Routes of the trash. */
export function addTrashRoutes(mount: Mount, { database, now }: SharedPlanning): void {
  mount(OPERATIONS.readTrash, async () => {
    const time = now();
    const [groups, events] = await Promise.all([readTrashedGroups(database, time), readTrashedEvents(database, time)]);
    return [...groups, ...events].toSorted(compareDeletions);
  });
}
