import type { Insertable } from "kysely";
import type { Merging } from "#domain/line-up/repairing/replacement.ts";
import type { MessageOutcome, UnsentReason } from "#domain/notifications/message-outcomes.ts";
import type { Database, Queryable } from "../../database/database.ts";
import type { Tables } from "../../database/schema.ts";
import { keptSince } from "./read-messages.ts";

/** A row of `message` that a job fills in. */
export interface Noted {
  readonly id: string;
  /** `null`: it is about the whole message, whose events have no rows of their own. */
  readonly eventId: string | null;
}

/** Rows that a job fills in, all of the same person. Jobs of an earlier version have none. */
export interface NotedRows {
  readonly userId: string;
  readonly noted?: readonly Noted[];
}

/** `personId`: an entrusted person whom the message is about, instead of its recipient. `entrusted`: others, by their ids. */
export interface NotedPayload extends NotedRows {
  readonly personId?: string;
  readonly entrusted?: Readonly<Record<string, Pick<NotedRows, "noted">>>;
}

/** All rows that a job fills in, grouped by person. */
export function rowsOf({ userId, personId = userId, noted = [], entrusted = {} }: NotedPayload): readonly NotedRows[] {
  const others = Object.entries(entrusted).map(([id, told]) => ({ userId: id, noted: told.noted ?? [] }));
  return [{ userId: personId, noted }, ...others];
}

/** Why nothing was sent: one reason for all events of a message, or a reason by event id. */
export type Unsent = UnsentReason | ReadonlyMap<string, UnsentReason>;

/** What became of a message: sent, except about the events in `leftOut`, or not sent at all. */
export type Delivered =
  { readonly type: "sent"; readonly leftOut?: Unsent } | { readonly type: "unsent"; readonly why: Unsent };

/** Rows of one statement: eight values each, far below what both engines allow. */
const ROWS_AT_ONCE = 500;

/** A row whose group is found by its event. */
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

/** Why a message says nothing about an event; `null`: it is about the event. */
function reasonFor(unsent: Unsent | undefined, eventId: string | null): UnsentReason | null {
  if (unsent === undefined || typeof unsent === "string") return unsent ?? null;
  return eventId === null ? null : (unsent.get(eventId) ?? null);
}

function outcomeFor(delivered: Delivered, eventId: string | null): "sent" | UnsentReason {
  if (delivered.type === "sent") return reasonFor(delivered.leftOut, eventId) ?? "sent";
  const { why } = delivered;
  // An event without a reason gets the first reason of the others: usually all have the same.
  const [first = "too_late"] = typeof why === "string" ? [why] : why.values();
  return reasonFor(why, eventId) ?? first;
}

/** Stores what became of a message on one channel. A message that was sent on one channel counts as sent. */
export async function noteDelivered(
  { kysely }: Queryable,
  { userId, noted = [] }: NotedRows,
  delivered: Delivered,
): Promise<void> {
  for (const [outcome, some] of Map.groupBy(noted, ({ eventId }) => outcomeFor(delivered, eventId))) {
    const ids = some.map(({ id }) => id);
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
export async function noteReplaced(queryable: Queryable, replaced: readonly NotedRows[]): Promise<void> {
  for (const rows of replaced) await noteDelivered(queryable, rows, { type: "unsent", why: "too_late" });
}

/** Stores that messages were not sent, because their jobs were removed. @param payloads of these jobs */
export async function noteWithdrawn(queryable: Queryable, payloads: readonly (string | null)[]): Promise<void> {
  for (const payload of payloads) {
    const { userId = "", ...told } = (JSON.parse(payload ?? "{}") as Partial<NotedPayload> | null) ?? {};
    await noteReplaced(queryable, rowsOf({ userId, ...told }));
  }
}

/** Of two rows about one person the higher rank stays: sent, then waiting, then not sent. */
function toldRank(outcome: MessageOutcome): number {
  return ["waiting", "sent"].indexOf(outcome);
}

/** After a merge: where both people have a row of the same message, one of the rows stays. */
export async function uniteMessages({ kysely }: Queryable, { keptId, goneId }: Merging): Promise<void> {
  const pairs = await kysely
    .selectFrom("message as kept")
    .innerJoin("message as gone", "gone.id", "kept.id")
    .select(["kept.id", "kept.outcome as kept_outcome", "gone.outcome as gone_outcome"])
    .where("kept.user_id", "=", keptId)
    .where("gone.user_id", "=", goneId)
    .execute();
  for (const { id, kept_outcome: kept, gone_outcome: gone } of pairs) {
    const worse = toldRank(gone) > toldRank(kept) ? keptId : goneId;
    await kysely.deleteFrom("message").where("id", "=", id).where("user_id", "=", worse).execute();
  }
  await kysely.updateTable("message").set({ user_id: keptId }).where("user_id", "=", goneId).execute();
}

/** Deletes old messages. */
export async function sweepMessages({ kysely }: Database, now: Date): Promise<void> {
  await kysely.deleteFrom("message").where("decided_at", "<", keptSince(now)).execute();
}
