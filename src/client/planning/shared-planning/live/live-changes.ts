import { BEAT_EVERY_MS } from "#contract/planning/change-stream.ts";
import { type ChangeStreamEnvironment, followChanges } from "./change-stream.ts";
import type { LiveEvent } from "./stream-message.ts";

/** The change stream of one tab. */
export interface LiveChanges {
  /**
   * Calls `listener` with each event from now on, and at once with the current state (`ready`, `down` or `refused`).
   */
  readonly subscribe: (listener: (event: LiveEvent) => void) => () => void;
  /** Tries to connect now instead of after the current wait, because something else reached the server. */
  readonly retryNow: () => void;
  /** Ends the stream. */
  readonly close: () => void;
}

export interface LiveChangesEnvironment extends ChangeStreamEnvironment {
  /** The position of what the page knows already: changes after it are streamed. `null`: those from now on. */
  readonly start?: number | null;
  /** Whether the user can see the page, and when that changes; `subscribe` returns how to unsubscribe. */
  readonly visibility: {
    readonly isVisible: () => boolean;
    readonly subscribe: (listener: () => void) => () => void;
  };
  /** Called when a beat is overdue, and again while it stays overdue: the server may be unreachable, or only slow. */
  readonly onLate?: () => void;
}

type LiveState = Extract<LiveEvent, { readonly type: "ready" | "down" | "refused" }>;

/** A beat that is later than this is overdue. */
const LATE_MS = 1.5 * BEAT_EVERY_MS;

/**
 * The change stream of a shared planning for this tab. A hidden tab has none: it gets what it missed as soon as it is
 * visible again.
 */
export function createLiveChanges(environment: LiveChangesEnvironment): LiveChanges {
  const { start = null, visibility, onLate, ...server } = environment;
  const listeners = new Set<(event: LiveEvent) => void>();
  /** What a listener that subscribes now is told first. */
  let state: LiveState | null = null;
  let lateTimer: ReturnType<typeof setTimeout> | undefined;
  const stream = followChanges(start, server, { onEvent: receive, onBeat: awaitBeat });
  const stopListening = visibility.subscribe(followVisibility);
  followVisibility();

  /** Restarts the wait for an overdue beat: the server has just sent something. */
  function awaitBeat(): void {
    clearTimeout(lateTimer);
    if (!onLate) return;
    lateTimer = setTimeout(() => {
      awaitBeat();
      onLate();
    }, LATE_MS);
  }

  function followVisibility(): void {
    if (visibility.isVisible()) {
      stream.retryNow();
      awaitBeat();
    } else {
      stream.pause();
      clearTimeout(lateTimer);
    }
  }

  function receive(event: LiveEvent): void {
    if (event.type === "refused") stop();
    else if (event.type !== "down") awaitBeat();
    const isRepeated = event.type === state?.type;
    if (event.type !== "change" && event.type !== "reload") state = event;
    else if (state?.type === "ready") state = { type: "ready", position: event.position };
    if (isRepeated) return;
    for (const listener of listeners) listener(event);
  }

  function stop(): void {
    clearTimeout(lateTimer);
    stopListening();
    stream.close();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (state) listener(state);
      return () => listeners.delete(listener);
    },
    retryNow() {
      if (visibility.isVisible()) stream.retryNow();
    },
    close() {
      listeners.clear();
      stop();
    },
  };
}
