import { type ChangeStream, type ChangeStreamSurroundings, followChanges, type Told } from "./change-stream.ts";
import { hear, NOTHING_HEARD, presentState } from "./hearing.ts";
import type { LiveChanges, LiveEvent } from "./live-event.ts";
import { joinLiveTabs, type LiveTabsSurroundings } from "./live-tabs.ts";

export interface LiveChangesSurroundings extends ChangeStreamSurroundings, Omit<LiveTabsSurroundings, "name"> {
  /** Whoever is signed in: only tabs of the same person share a stream. */
  readonly userId: string;
  /** Calls `listener` whenever the page becomes visible, or the browser believes it is online again; returns how to stop. */
  readonly onReturn: (listener: () => void) => () => void;
}

/**
 * The change stream of a shared planning, once for all tabs of a browser: one tab connects and tells the others. When it
 * closes, another goes on after the last position that it heard. A refusal ends the stream for the tab that met it; the
 * next in line asks for itself.
 */
export function createLiveChanges({ userId, locks, openChannel, onReturn, ...server }: LiveChangesSurroundings) {
  const listeners = new Set<(event: LiveEvent) => void>();
  let hearing = NOTHING_HEARD;
  let stream: ChangeStream | null = null;
  let hasLeft = false;

  const tabs = joinLiveTabs(
    { name: `diapason.live.${userId}`, locks, openChannel },
    { onLead: lead, onFollow: follow, onTold: take, onHello: answer },
  );
  const stopListening = onReturn(retryNow);

  function lead(): void {
    stream ??= followChanges(hearing.position, server, {
      onTold(told) {
        if (told.event.type !== "refused") tabs.tell(told);
        take(told);
      },
      onBeat: () => tabs.tellAlive(),
    });
  }

  function follow(): void {
    stream?.close();
    stream = null;
  }

  function take(told: Told): void {
    const heard = hear(hearing, told);
    hearing = heard.hearing;
    if (hearing.state?.type === "refused") leave();
    for (const event of heard.events) for (const listener of listeners) listener(event);
  }

  function answer(): Told | null {
    stream?.retryNow();
    const event = presentState(hearing);
    return event && { event, after: hearing.position };
  }

  function retryNow(): void {
    if (hasLeft) return;
    if (stream) stream.retryNow();
    else tabs.askLeader();
  }

  function leave(): void {
    hasLeft = true;
    stopListening();
    tabs.leave();
    follow();
  }

  const live: LiveChanges = {
    subscribe(listener) {
      listeners.add(listener);
      const state = presentState(hearing);
      if (state) listener(state);
      return () => listeners.delete(listener);
    },
    retryNow,
    close() {
      listeners.clear();
      leave();
    },
  };
  return live;
}
