import { BEAT_EVERY_MS } from "#contract/planning/change-stream.ts";
import { type ChangeStream, type ChangeStreamEnvironment, followChanges } from "./change-stream.ts";
import { advance, NO_PROGRESS, currentState, type StreamProgress } from "./stream-progress.ts";
import type { LiveChanges, LiveEvent } from "./live-event.ts";
import { joinLiveTabs, type LiveTabsEnvironment } from "./live-tabs.ts";
import type { StreamedEvent } from "./stream-position.ts";

export interface LiveChangesEnvironment extends ChangeStreamEnvironment, Omit<LiveTabsEnvironment, "name"> {
  /** The signed-in user: only tabs of the same user share a stream. */
  readonly userId: string;
  /** The position of what the page knows already: changes after it are streamed. `null`: those from now on. */
  readonly start?: number | null;
  /**
   * Calls `listener` whenever the page becomes visible, or the browser reports that it is online again; returns how to
   * unsubscribe.
   */
  readonly onReturn: (listener: () => void) => () => void;
  /** Called when a beat is overdue, and again while it stays overdue: the server may be unreachable, or only slow. */
  readonly onLate?: () => void;
}

/** A beat that is later than this is overdue. */
const LATE_MS = 1.5 * BEAT_EVERY_MS;

/**
 * The change stream of a shared planning, one for all tabs of a browser: one tab connects and broadcasts to the others.
 * When it closes, another continues after the last position that it received. A refusal ends the stream only for the
 * tab that received it; the next tab in line connects for itself.
 */
export function createLiveChanges(environment: LiveChangesEnvironment): LiveChanges {
  const { userId, start = null, locks, openChannel, onReturn, onLate, ...server } = environment;
  const listeners = new Set<(event: LiveEvent) => void>();
  let progress: StreamProgress = { ...NO_PROGRESS, position: start };
  let stream: ChangeStream | null = null;
  let hasLeft = false;
  let lateTimer: ReturnType<typeof setTimeout> | undefined;

  const tabs = joinLiveTabs(
    { name: `diapason.live.${userId}`, locks, openChannel },
    { onLead: lead, onFollow: follow, onEvent: receive, onAlive: noteServerAlive, onHello: currentEvent },
  );
  const stopListening = onReturn(retryNow);
  noteServerAlive();

  /** Restarts the wait for an overdue beat: the server has just sent something. */
  function noteServerAlive(): void {
    clearTimeout(lateTimer);
    if (!onLate || hasLeft) return;
    lateTimer = setTimeout(() => {
      noteServerAlive();
      onLate();
    }, LATE_MS);
  }

  function lead(): void {
    stream ??= followChanges(progress.position, server, {
      onEvent(streamed) {
        if (streamed.event.type !== "refused") tabs.broadcast(streamed);
        receive(streamed);
      },
      onBeat() {
        noteServerAlive();
        tabs.broadcastAlive();
      },
    });
  }

  function follow(): void {
    stream?.close();
    stream = null;
  }

  function receive(streamed: StreamedEvent): void {
    if (streamed.event.type !== "down") noteServerAlive();
    const next = advance(progress, streamed);
    progress = next.progress;
    if (progress.state?.type === "refused") leave();
    for (const event of next.events) for (const listener of listeners) listener(event);
  }

  function currentEvent(): StreamedEvent | null {
    stream?.retryNow();
    const event = currentState(progress);
    return event && { event, after: progress.position };
  }

  function retryNow(): void {
    if (hasLeft) return;
    if (stream) stream.retryNow();
    else tabs.askLeader();
  }

  function leave(): void {
    hasLeft = true;
    clearTimeout(lateTimer);
    stopListening();
    tabs.leave();
    follow();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      const state = currentState(progress);
      if (state) listener(state);
      return () => listeners.delete(listener);
    },
    retryNow,
    close() {
      listeners.clear();
      leave();
    },
  };
}
