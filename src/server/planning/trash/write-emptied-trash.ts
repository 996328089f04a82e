import type { Queryable } from "../../database/database.ts";
import { retentionStart } from "./trash-period.ts";

/** Deletes what can no longer be restored: groups with all their events, events with all their answers. */
export async function emptyTrash({ kysely }: Queryable, now: Date): Promise<void> {
  await kysely.deleteFrom("planning_event").where("deleted_at", "<", retentionStart(now)).execute();
  await kysely.deleteFrom("planning_group").where("deleted_at", "<", retentionStart(now)).execute();
}
