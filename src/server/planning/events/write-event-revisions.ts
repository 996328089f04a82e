import type { ExpressionBuilder } from "kysely";
import { readDate, type Tables } from "../../database/schema.ts";
import type { Writing } from "../shared-planning.ts";
import type { Queryable } from "../../database/database.ts";

/** What each write of an event sets: calendar programs ignore a change that does not raise the sequence. */
export function revision(now: Date) {
  return (eb: ExpressionBuilder<Tables, "planning_event">) => ({
    sequence: eb("planning_event.sequence", "+", 1),
    changed_at: now,
  });
}

/** The events that a group's deletion hides, and its restoration shows, change with it. */
export async function reviseEvents({ kysely, now }: Writing, groupId: string): Promise<void> {
  await kysely
    .updateTable("planning_event")
    .set(revision(now))
    .set({ timed_at: now })
    .where("group_id", "=", groupId)
    .where("deleted_at", "is", null)
    .execute();
}

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
