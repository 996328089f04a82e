import { API } from "#contract/paths.ts";
import type { LiveEvent } from "./live-event.ts";
import type { StreamMessage } from "./stream-message.ts";

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
