import { CHANGE_STREAM, PlanningChangeRow } from "#contract/planning-change.ts";
import type { PlanningChange } from "#domain/planning-change.ts";

/** What one event of the stream says. */
export type StreamMessage =
  | { readonly type: "ready" | "reset" | "reload"; readonly position: number }
  | { readonly type: "change"; readonly position: number; readonly change: PlanningChange }
  | { readonly type: "beat" }
  /** Something has changed, and this page cannot read what: a newer server knows more kinds of change. */
  | { readonly type: "unreadable"; readonly position: number }
  /** Not even its place in the log is known. */
  | { readonly type: "lost" };

/** The name of an event of `CHANGE_STREAM`. */
export type StreamEventName = keyof typeof CHANGE_STREAM;

/** `id` and `data` as they came. Never throws. */
export function readStreamMessage(name: StreamEventName, id: string, data: string): StreamMessage {
  if (name === CHANGE_STREAM.beat) return { type: "beat" };
  const position = positionOf(id);
  if (position === null) return { type: "lost" };
  if (name !== CHANGE_STREAM.change) return { type: name, position };
  const row = PlanningChangeRow.safeParse(parsed(data));
  return row.success ? { type: "change", position, change: row.data } : { type: "unreadable", position };
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
