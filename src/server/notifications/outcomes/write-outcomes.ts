import type { Insertable } from "kysely";
import type { Merging } from "#domain/line-up/repairing/replacement.ts";
import type { MessageOutcome, UnsentReason } from "#domain/notifications/message-outcomes.ts";
import type { Database, Queryable } from "../../database/database.ts";
import type { Tables } from "../../database/schema.ts";
import { keptSince } from "./read-messages.ts";

/** Identifies a row of the table `message`, in which the outcome of a job is recorded. */
export interface OutcomeRow {
  readonly id: string;
  /** `null`: the row stands for all events of the message. */
  readonly eventId: string | null;
}

/** The rows of one person in which a job records its outcome. Jobs of an earlier version have none. */
export interface OutcomeRows {
  readonly userId: string;
  readonly noted?: readonly OutcomeRow[];
}

/** The part of a job's payload that says where its outcome is recorded. `userId` is the recipient. */
export interface OutcomePayload extends OutcomeRows {
  /** The entrusted person whom `noted` is about; left out: the recipient. */
  readonly personId?: string;
  /** The rows of further entrusted people, by the ids of these people. */
  readonly entrusted?: Readonly<Record<string, Pick<OutcomeRows, "noted">>>;
}

/** All rows in which a job records its outcome, one entry for each person. */
export function outcomeRowsOf(payload: OutcomePayload): readonly OutcomeRows[] {
  const { userId, personId = userId, noted = [], entrusted = {} } = payload;
  const others = Object.entries(entrusted).map(([id, rows]) => ({ userId: id, noted: rows.noted ?? [] }));
  return [{ userId: personId, noted }, ...others];
}

/** What became of a message: `outcome`, except for the events of `leftOut`. */
export interface DeliveryOutcome {
  readonly outcome: "sent" | UnsentReason;
  /** Reasons by event id. */
  readonly leftOut?: ReadonlyMap<string, UnsentReason>;
}

/** How many rows one statement inserts. Each has eight values, so it stays far below the limits of both engines. */
const ROWS_AT_ONCE = 500;

/** `addMessages` adds the group of the row's event. */
export type NewMessage = Omit<Insertable<Tables["message"]>, "group_id">;

/** Adds rows, except those of events that no longer exist. */
export async function addMessages({ kysely }: Queryable, rows: readonly NewMessage[]): Promise<void> {
  if (rows.length === 0) return;
  const eventIds = [...new Set(rows.map((row) => row.event_id))];
  const events = await kysely
    .selectFrom("planning_event")
    .select(["id", "group_id"])
    .where("id", "in", eventIds)
    .execute();
  const groupOf = new Map(events.map(({ id, group_id: groupId }) => [id, groupId]));
  const added = rows.flatMap((row) => {
    const groupId = groupOf.get(row.event_id);
    return groupId === undefined ? [] : [{ ...row, group_id: groupId }];
  });
  for (let start = 0; start < added.length; start += ROWS_AT_ONCE) {
    await kysely
      .insertInto("message")
      .values(added.slice(start, start + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Stores the outcome of a message on one channel. A message that was sent on one channel counts as sent. */
export async function recordOutcome(
  { kysely }: Queryable,
  { userId, noted = [] }: OutcomeRows,
  { outcome: usualOutcome, leftOut }: DeliveryOutcome,
): Promise<void> {
  const outcomeOf = (eventId: string | null) => (eventId === null ? null : leftOut?.get(eventId)) ?? usualOutcome;
  for (const [outcome, rows] of Map.groupBy(noted, ({ eventId }) => outcomeOf(eventId))) {
    const ids = rows.map(({ id }) => id);
    await kysely
      .updateTable("message")
      .set({ outcome })
      .where("user_id", "=", userId)
      .where("id", "in", ids)
      .where("outcome", "!=", "sent")
      .execute();
  }
}

/** Stores that messages were not sent, because newer ones replaced them. */
export async function recordReplaced(queryable: Queryable, replaced: readonly OutcomeRows[]): Promise<void> {
  for (const rows of replaced) await recordOutcome(queryable, rows, { outcome: "too_late" });
}

/** Stores that messages were not sent, because their jobs were removed. @param payloads of these jobs */
export async function recordWithdrawn(queryable: Queryable, payloads: readonly (string | null)[]): Promise<void> {
  for (const payload of payloads) {
    const { userId = "", ...others } = (JSON.parse(payload ?? "{}") as Partial<OutcomePayload> | null) ?? {};
    await recordReplaced(queryable, outcomeRowsOf({ userId, ...others }));
  }
}

/** When two rows are merged, the one with the higher rank stays: sent (1), waiting (0), not sent (-1). */
function outcomeRank(outcome: MessageOutcome): number {
  return ["waiting", "sent"].indexOf(outcome);
}

/** After a merge of two people: `keptId` gets the messages of `goneId`. If both have the same message, one row stays. */
export async function mergeMessageRows({ kysely }: Queryable, { keptId, goneId }: Merging): Promise<void> {
  const pairs = await kysely
    .selectFrom("message as kept")
    .innerJoin("message as gone", "gone.id", "kept.id")
    .select(["kept.id", "kept.outcome as kept_outcome", "gone.outcome as gone_outcome"])
    .where("kept.user_id", "=", keptId)
    .where("gone.user_id", "=", goneId)
    .execute();
  for (const { id, kept_outcome: kept, gone_outcome: gone } of pairs) {
    const droppedId = outcomeRank(gone) > outcomeRank(kept) ? keptId : goneId;
    await kysely.deleteFrom("message").where("id", "=", id).where("user_id", "=", droppedId).execute();
  }
  await kysely.updateTable("message").set({ user_id: keptId }).where("user_id", "=", goneId).execute();
}

/** Deletes old messages. */
export async function sweepMessages({ kysely }: Database, now: Date): Promise<void> {
  await kysely.deleteFrom("message").where("decided_at", "<", keptSince(now)).execute();
}
