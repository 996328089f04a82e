import type { ExpressionBuilder } from "kysely";
import type { Tables } from "../../database/schema.ts";
import type { Writing } from "../shared-planning.ts";

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
