import { CHANGE_STREAM, ChangeAuthor } from "#contract/planning/change-stream.ts";
import { PlanningChangeRow } from "#contract/planning/planning-change.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";

/** One event of the stream, parsed. */
export type StreamMessage =
  | { readonly type: "ready" | "reset" | "reload"; readonly position: number }
  | { readonly type: "change"; readonly position: number; readonly change: PlanningChange; readonly by?: string }
  | { readonly type: "beat" }
  /** A change that this page cannot parse: a newer server knows more kinds of change. */
  | { readonly type: "unreadable"; readonly position: number }
  /** A message without a readable position. */
  | { readonly type: "lost" };

/** The name of an event of `CHANGE_STREAM`. */
export type StreamEventName = keyof typeof CHANGE_STREAM;

/** Parses one event from its `id` and `data` as received. Never throws. */
export function readStreamMessage(name: StreamEventName, id: string, data: string): StreamMessage {
  if (name === CHANGE_STREAM.beat) return { type: "beat" };
  const position = positionOf(id);
  if (position === null) return { type: "lost" };
  if (name !== CHANGE_STREAM.change) return { type: name, position };
  const value = parsed(data);
  const row = PlanningChangeRow.safeParse(value);
  if (!row.success) return { type: "unreadable", position };
  const by = ChangeAuthor.safeParse(value).data?.by;
  return { type: "change", position, change: row.data, ...(by !== undefined && { by }) };
}

function positionOf(id: string): number | null {
  const position = Number(id);
  return /^\d+$/.test(id) && Number.isSafeInteger(position) ? position : null;
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
