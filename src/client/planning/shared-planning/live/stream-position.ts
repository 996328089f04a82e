import { API } from "#contract/paths.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import type { StreamMessage } from "./stream-message.ts";

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

/** The messages that move the position. */
export type PositionMessage = Exclude<StreamMessage, { readonly type: "lost" | "beat" }>;

/** How far this page has followed the server's log. */
export interface StreamPosition {
  /** The path of a stream that continues after this position. */
  readonly address: () => `/api/${string}`;
  readonly isKnown: () => boolean;
  /** Moves the position, and returns the events that are new. */
  readonly take: (message: PositionMessage) => readonly LiveEvent[];
  /** To be called when the server does not know the position: its log is another one, such as a restored backup's. */
  readonly forget: () => void;
}

export function createStreamPosition(start: number | null): StreamPosition {
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
    address: () => (after === null ? API.changes : `${API.changes}?after=${after}`),
    isKnown: () => after !== null,
    take(message) {
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
    forget() {
      after = null;
      isAnotherLog = true;
    },
  };
}
