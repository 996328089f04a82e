import { API } from "#contract/paths.ts";
import { BEAT_EVERY_MS, CHANGE_STREAM } from "#contract/planning-change.ts";
import { backOffDelay } from "../../http/back-off.ts";
import type { Fetch } from "../../http/call-api.ts";
import type { LiveEvent } from "./live-event.ts";
import { readStreamMessage, type StreamEventName, type StreamMessage } from "./stream-message.ts";
import { whyStreamIsRefused } from "./stream-refusal.ts";

/** An event, and the position up to which all changes came before it; `null` where none is known. */
export interface Told {
  readonly event: LiveEvent;
  readonly after: number | null;
}

export interface ChangeStreamSurroundings {
  /** Left out: the browser's own. */
  readonly openEventSource?: (path: string) => Pick<EventSource, "addEventListener" | "close" | "readyState">;
  readonly fetchIt?: Fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A number in [0, 1). */
  readonly random: () => number;
}

export interface ChangeStreamListener {
  readonly onTold: (told: Told) => void;
  readonly onBeat: () => void;
}

export interface ChangeStream {
  /** Ends the present wait, and a connection that has been silent for too long. */
  readonly retryNow: () => void;
  readonly close: () => void;
}

type Phase = "waiting" | "connecting" | "open" | "asking" | "closed";

/** Two beats may be late or lost; a connection without a third is a dead one. */
export const SILENCE_MS = 2 * BEAT_EVERY_MS + 5_000;
/** A server that takes longer to say `ready` is as good as silent. */
const CONNECT_MS = 10_000;
/** A connection that lasted so long was a good one; a server that lets in and drops at once is asked ever less often. */
const STEADY_MS = 1_000;
/** `EventSource.CLOSED`: it will not try again by itself. */
const GIVEN_UP = 2;
const EVENT_NAMES = Object.keys(CHANGE_STREAM) as StreamEventName[];

/**
 * Follows the server's changes after `start` (`null`: from now on), until closed or refused. EventSource gives up for
 * good on any answer but 200, so each of its connections is used once, and the next one is ours to make: with back-off,
 * and the position in its address.
 */
export function followChanges(
  start: number | null,
  { openEventSource = openHere, fetchIt, now, random }: ChangeStreamSurroundings,
  { onTold, onBeat }: ChangeStreamListener,
): ChangeStream {
  let phase: Phase = "waiting";
  let after = start;
  /** What was heard belongs to a log that the server does not know: a restored backup's, say. */
  let isAnotherLog = false;
  let retries = 0;
  let openedAt = 0;
  let heardAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: ReturnType<typeof openEventSource> | undefined;

  function enter(next: Phase): void {
    phase = next;
    clearTimeout(timer);
  }

  function connect(): void {
    enter("connecting");
    const opened = openEventSource(addressAfter(after));
    source = opened;
    for (const name of EVENT_NAMES) {
      opened.addEventListener(name, ({ lastEventId, data }: MessageEvent<string>) => {
        heard(readStreamMessage(name, lastEventId, data));
      });
    }
    opened.addEventListener("error", () => {
      if (opened.readyState === GIVEN_UP) void ask();
      else dropped();
    });
    timer = setTimeout(dropped, CONNECT_MS);
  }

  /** A connection ended, or came to nothing. That a good one broke is not told: mostly the next, moments later, is one. */
  function dropped(): void {
    source?.close();
    const wasGood = phase === "open" && now() - openedAt >= STEADY_MS;
    if (wasGood) retries = 0;
    enter("waiting");
    timer = setTimeout(connect, backOffDelay(retries, random()));
    retries += 1;
    if (!wasGood) onTold({ event: { type: "down" }, after });
  }

  async function ask(): Promise<void> {
    source?.close();
    enter("asking");
    const refusal = await whyStreamIsRefused(addressAfter(after), fetchIt);
    if (phase !== "asking") return;
    if (refusal === "ended") {
      enter("closed");
      onTold({ event: { type: "refused" }, after });
    } else if (refusal === "position_unknown" && after !== null) {
      after = null;
      isAnotherLog = true;
      connect();
    } else dropped();
  }

  function heard(message: StreamMessage): void {
    if (message.type === "lost") return dropped();
    heardAt = now();
    if (phase !== "open") openedAt = heardAt;
    enter("open");
    timer = setTimeout(dropped, SILENCE_MS);
    switch (message.type) {
      case "beat":
        return onBeat();
      case "ready":
        return ready(message.position, isAnotherLog);
      case "reset":
        return ready(message.position, true);
      case "reload":
      case "unreadable":
        return reload(message.position);
      case "change":
        onTold({ event: message, after });
        after = Math.max(message.position, after ?? 0);
    }
  }

  function ready(position: number, hasMissed: boolean): void {
    isAnotherLog = false;
    if (hasMissed) reload(position);
    // The changes between the two come next: a connection that ends before them starts from here again.
    after ??= position;
    onTold({ event: { type: "ready", position }, after });
  }

  function reload(position: number): void {
    after = position;
    onTold({ event: { type: "reload", position }, after });
  }

  connect();
  return {
    retryNow() {
      if (phase === "open" && now() - heardAt > SILENCE_MS) dropped();
      if (phase === "waiting") connect();
    },
    close() {
      source?.close();
      enter("closed");
    },
  };
}

function openHere(path: string): EventSource {
  return new EventSource(path);
}

function addressAfter(position: number | null): `/api/${string}` {
  return position === null ? API.changes : `${API.changes}?after=${position}`;
}
