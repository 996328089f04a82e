import { API } from "#contract/paths.ts";
import type { LiveEvent } from "./live-event.ts";
import type { StreamMessage } from "./stream-message.ts";

/** An event, and the log position before it: all changes up to `after` were sent. `null` if unknown. */
export interface StreamedEvent {
  readonly event: LiveEvent;
  readonly after: number | null;
}

/** The messages that move the position. */
export type PositionMessage = Exclude<StreamMessage, { readonly type: "lost" | "beat" }>;

/** How far this page has followed the server's log. */
export interface StreamPosition {
  /** The path of a stream that continues after this position. */
  readonly address: () => `/api/${string}`;
  readonly isKnown: () => boolean;
  /** Adds the current position to an event that does not move it. */
  readonly at: (event: LiveEvent) => StreamedEvent;
  /** Moves the position, and returns the events for the listeners. */
  readonly take: (message: PositionMessage) => readonly StreamedEvent[];
  /** To be called when the server does not know the position: its log is another one, such as a restored backup's. */
  readonly forget: () => void;
}

export function createStreamPosition(start: number | null): StreamPosition {
  let after = start;
  let isAnotherLog = false;

  function at(event: LiveEvent): StreamedEvent {
    return { event, after };
  }

  function reload(position: number): StreamedEvent {
    after = position;
    return at({ type: "reload", position });
  }

  function ready(position: number, hasMissed: boolean): readonly StreamedEvent[] {
    isAnotherLog = false;
    const missed = hasMissed ? [reload(position)] : [];
    // The changes between `after` and `position` come next. If the connection ends before them, the next one starts
    // from `after` again.
    after ??= position;
    return [...missed, at({ type: "ready", position })];
  }

  function change(message: Extract<LiveEvent, { readonly type: "change" }>): StreamedEvent {
    const streamed = at(message);
    after = Math.max(message.position, after ?? 0);
    return streamed;
  }

  return {
    address: () => (after === null ? API.changes : `${API.changes}?after=${after}`),
    isKnown: () => after !== null,
    at,
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
          return [change(message)];
      }
    },
    forget() {
      after = null;
      isAnotherLog = true;
    },
  };
}
