import type { Queryable } from "../../database/database.ts";
import { readDate } from "../../database/schema.ts";

/** What calendar programs go by when an event changed. */
export interface EventRevision {
  readonly sequence: number;
  /** `null`: nobody knows when it changed. */
  readonly changedAt: Date | null;
}

/** The revision of each event of a group, by its id. */
export async function readRevisions({ kysely }: Queryable, groupId: string): Promise<Map<string, EventRevision>> {
  const rows = await kysely
    .selectFrom("planning_event")
    .select(["id", "sequence", "changed_at"])
    .where("group_id", "=", groupId)
    .execute();
  return new Map(
    rows.map(({ id, sequence, changed_at: stored }) => [
      id,
      { sequence, changedAt: stored === null ? null : readDate(stored) },
    ]),
  );
}
