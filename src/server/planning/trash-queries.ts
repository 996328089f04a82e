import type { Queryable } from "../database/database.ts";

/** Forgets what was deleted before `time`: groups with all their events, events with all their answers. */
export async function emptyTrash({ kysely }: Queryable, time: Date): Promise<void> {
  await kysely.deleteFrom("planning_event").where("deleted_at", "<", time).execute();
  await kysely.deleteFrom("planning_group").where("deleted_at", "<", time).execute();
}
