import { API } from "#contract/paths.ts";
import { CHANGE_STREAM, ChangeAuthor } from "#contract/planning/change-stream.ts";
import { PlanningChangeRow } from "#contract/planning/planning-change.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";

export type StreamMessage =
  | { readonly type: "ready" | "reset" | "reload"; readonly position: number }
  | { readonly type: "change"; readonly position: number; readonly change: PlanningChange; readonly by?: string }
  | { readonly type: "beat" }
  /** A change that this page cannot parse: a newer server knows more kinds of change. */
  | { readonly type: "unreadable"; readonly position: number }
  /** A message without a readable position. */
  | { readonly type: "lost" };

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

/**
 * Events of the change stream of a shared planning; `position` is the number of the latest change the stream has
 * reached.
 */
export type LiveEvent =
  /** Connected: what was read at an earlier position may be out of date. */
  | { readonly type: "ready"; readonly position: number }
  /**
   * Missed changes are no longer available, or no single change describes them: everything shown must be read again.
   */
  | { readonly type: "reload"; readonly position: number }
  /** `by`: the id of the user who made it, where the server sends it (`ChangeAuthor`). */
  | { readonly type: "change"; readonly position: number; readonly change: PlanningChange; readonly by?: string }
  /** The server is unreachable; the connection is retried automatically. */
  | { readonly type: "down" }
  /** The right to read has ended, or the planning is no longer shared. */
  | { readonly type: "refused" };

type PositionMessage = Exclude<StreamMessage, { readonly type: "lost" | "beat" }>;

/** How far this page has followed the server's log. */
export function createStreamPosition(start: number | null) {
  let after = start;
  let isAnotherLog = false;

  function reload(position: number): LiveEvent {
    after = position;
    return { type: "reload", position };
  }

  function ready(position: number, hasMissed: boolean): readonly LiveEvent[] {
    isAnotherLog = false;
    const missed = hasMissed ? [reload(position)] : [];
    // The changes between `after` and `position` come next. If the connection ends before them, the next one starts
    // from `after` again.
    after ??= position;
    return [...missed, { type: "ready", position }];
  }

  function change(message: Extract<LiveEvent, { readonly type: "change" }>): readonly LiveEvent[] {
    if (after !== null && message.position <= after) return [];
    after = message.position;
    return [message];
  }

  return {
    /** The path of a stream that continues after this position. */
    address: (): `/api/${string}` => (after === null ? API.changes : `${API.changes}?after=${after}`),
    isKnown: () => after !== null,
    /** Moves the position, and returns the events that are new. */
    take(message: PositionMessage): readonly LiveEvent[] {
      switch (message.type) {
        case "ready":
          return ready(message.position, isAnotherLog);
        case "reset":
          return ready(message.position, true);
        case "reload":
        case "unreadable":
          return [reload(message.position)];
        case "change":
          return change(message);
      }
    },
    /** To be called when the server does not know the position: its log is another one, such as a restored backup's. */
    forget(): void {
      after = null;
      isAnotherLog = true;
    },
  };
}
