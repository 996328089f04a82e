import { API } from "#contract/paths.ts";
import { BEAT_EVERY_MS, CHANGE_STREAM, ChangeAuthor, PlanningChangeRow } from "#contract/planning/planning-change.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { backOffDelay } from "../../../http/back-off.ts";
import { type ApiCall, callApi, failureOf, type Fetch } from "../../../http/call-api.ts";
import { parsedJson } from "../../../storage/browser-storage.ts";

/**
 * Events of the change stream of a shared planning; `position` is the number of the latest change the stream has
 * reached.
 */
export type LiveEvent =
  /** Connected: what was read at an earlier position may be out of date. */
  | { readonly type: "ready"; readonly position: number }
  /**
   * Missed changes are no longer available, no single change describes them, or a newer server made one that this page
   * cannot parse: everything shown must be read again.
   */
  | { readonly type: "reload"; readonly position: number }
  /** `by`: the id of the user who made it, where the server sends it (`ChangeAuthor`). */
  | { readonly type: "change"; readonly position: number; readonly change: PlanningChange; readonly by?: string }
  /** The server is unreachable; the connection is retried automatically. */
  | { readonly type: "down" }
  /** The right to read has ended, or the planning is no longer shared. */
  | { readonly type: "refused" };

type ServerEvent = Exclude<LiveEvent, { readonly type: "down" | "refused" }>;
type PositionMessage = ServerEvent | { readonly type: "reset"; readonly position: number };
/** What a stream sends. `lost`: without a readable position. */
export type StreamMessage = PositionMessage | { readonly type: "beat" } | { readonly type: "lost" };

type StreamEventName = keyof typeof CHANGE_STREAM;

/** Parses one event from its `id` and `data` as received. Never throws. */
export function readStreamMessage(name: StreamEventName, id: string, data: string): StreamMessage {
  if (name === CHANGE_STREAM.beat) return { type: "beat" };
  const position = positionOf(id);
  if (position === null) return { type: "lost" };
  if (name !== CHANGE_STREAM.change) return { type: name, position };
  const value = parsedJson(data);
  const row = PlanningChangeRow.safeParse(value);
  if (!row.success) return { type: "reload", position };
  const by = ChangeAuthor.safeParse(value).data?.by;
  return { type: "change", position, change: row.data, ...(by !== undefined && { by }) };
}

function positionOf(id: string): number | null {
  const position = Number(id);
  return /^\d+$/.test(id) && Number.isSafeInteger(position) ? position : null;
}

/** How far this page has followed the server's log. */
function createStreamPosition(start: number | null) {
  let after = start;
  let isAnotherLog = false;

  return {
    /** The path of a stream that continues after this position. */
    address: (): `/api/${string}` => (after === null ? API.changes : `${API.changes}?after=${after}`),
    isKnown: () => after !== null,
    /** Moves the position, and returns the events that are new. */
    take(message: PositionMessage): readonly LiveEvent[] {
      const { position } = message;
      switch (message.type) {
        case "ready":
        case "reset": {
          const hasMissed = isAnotherLog || message.type === "reset";
          isAnotherLog = false;
          // The changes between `after` and `position` come next. If the connection ends before them, the next one
          // starts from `after` again.
          after = hasMissed ? position : (after ?? position);
          return [...(hasMissed ? [{ type: "reload", position } as const] : []), { type: "ready", position }];
        }
        case "change":
          if (after !== null && position <= after) return [];
          after = position;
          return [message];
        case "reload":
          after = position;
          return [message];
      }
    },
    /** To be called when the server does not know the position: its log is another one, such as a restored backup's. */
    forget(): void {
      after = null;
      isAnotherLog = true;
    },
  };
}

interface ChangeStreamEnvironment {
  readonly openEventSource: (path: string) => Pick<EventSource, "addEventListener" | "close" | "readyState">;
  readonly fetchIt?: Fetch;
  readonly now: () => number;
  readonly random: () => number;
}

interface ChangeStreamListener {
  readonly onEvent: (event: LiveEvent) => void;
  readonly onBeat: () => void;
}

type Phase = "paused" | "waiting" | "connecting" | "open" | "asking" | "closed";
type OpenEventSource = ChangeStreamEnvironment["openEventSource"];

/** A connection that missed five beats is dead. */
export const SILENCE_MS = 5 * BEAT_EVERY_MS;
/** A server that takes longer to send `ready` counts as silent. */
const CONNECT_MS = 10_000;
/** A connection that lasted this long was good: the next wait is short. After shorter ones the waits grow. */
const STEADY_MS = 1_000;
/** `EventSource.CLOSED`: the browser will not try again. */
const GIVEN_UP = 2;
const EVENT_NAMES = Object.keys(CHANGE_STREAM) as StreamEventName[];

/**
 * Follows the server's changes after `start` (`null`: from now on), from the first `retryNow` until closed or refused.
 * EventSource stops for good on any response but 200. So each EventSource is used for one connection, and the next
 * connection is made here, with back-off and with the position in its address.
 */
export function followChanges(
  start: number | null,
  { openEventSource, fetchIt, now, random }: ChangeStreamEnvironment,
  { onEvent, onBeat }: ChangeStreamListener,
) {
  const position = createStreamPosition(start);
  let phase: Phase = "paused";
  let retries = 0;
  let openedAt = 0;
  let receivedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: ReturnType<OpenEventSource> | undefined;

  function enter(next: Phase): void {
    phase = next;
    clearTimeout(timer);
  }

  function connect(): void {
    enter("connecting");
    const onError = (isGivenUp: boolean) => (isGivenUp ? void askWhy() : drop());
    source = openConnection(openEventSource, position.address(), { onMessage: receive, onError });
    timer = setTimeout(drop, CONNECT_MS);
  }

  /**
   * The connection ended or never opened. The end of a good one is not reported, because the next usually opens moments
   * later.
   */
  function drop(): void {
    source?.close();
    const wasGood = phase === "open" && now() - openedAt >= STEADY_MS;
    if (wasGood) retries = 0;
    enter("waiting");
    timer = setTimeout(connect, backOffDelay(retries, random()));
    retries += 1;
    if (!wasGood) onEvent({ type: "down" });
  }

  /** The server refused the connection. EventSource does not report the reason; an ordinary call does. */
  async function askWhy(): Promise<void> {
    source?.close();
    enter("asking");
    const refusal = await whyStreamIsRefused(position.address(), fetchIt);
    if (phase !== "asking") return;
    if (refusal === "ended") {
      enter("closed");
      onEvent({ type: "refused" });
    } else if (refusal === "position_unknown" && position.isKnown()) {
      position.forget();
      connect();
    } else drop();
  }

  function receive(message: StreamMessage): void {
    if (message.type === "lost") return drop();
    receivedAt = now();
    if (phase !== "open") openedAt = receivedAt;
    enter("open");
    timer = setTimeout(drop, SILENCE_MS);
    if (message.type === "beat") onBeat();
    else for (const event of position.take(message)) onEvent(event);
  }

  return {
    /** Ends the current wait or pause. Also drops a connection that has been silent for too long. */
    retryNow(): void {
      if (phase === "open" && now() - receivedAt > SILENCE_MS) drop();
      if (phase === "waiting" || phase === "paused") connect();
    },
    /** Closes the connection until `retryNow`, which continues after the last change received. */
    pause(): void {
      if (phase === "closed") return;
      source?.close();
      enter("paused");
    },
    close(): void {
      source?.close();
      enter("closed");
    },
  };
}

export type ChangeStream = ReturnType<typeof followChanges>;

interface ConnectionListener {
  readonly onMessage: (message: StreamMessage) => void;
  readonly onError: (isGivenUp: boolean) => void;
}

function openConnection(open: OpenEventSource, address: string, { onMessage, onError }: ConnectionListener) {
  const opened = open(address);
  for (const name of EVENT_NAMES) {
    opened.addEventListener(name, ({ lastEventId, data }: MessageEvent<string>) => {
      onMessage(readStreamMessage(name, lastEventId, data));
    });
  }
  opened.addEventListener("error", () => onError(opened.readyState === GIVEN_UP));
  return opened;
}

/** `ended`: no right to read, or nothing is shared. `passing`: no response, or the server accepts again. */
type StreamRefusal = "ended" | "position_unknown" | "passing";

const ENDED: ReadonlySet<number | undefined> = new Set([401, 403, 409]);

/** Asks the server why it refuses a stream at `path`, because EventSource does not report it. */
async function whyStreamIsRefused(path: ApiCall<void>["path"], fetchIt?: Fetch): Promise<StreamRefusal> {
  const asking = new AbortController();
  const failure = await failureOf(callApi({ path, signal: asking.signal }, fetchIt));
  // If the server accepts after all, its response is a stream that never ends: stop reading it.
  asking.abort();
  if (ENDED.has(failure?.status)) return "ended";
  return failure?.code === "position.unknown" ? "position_unknown" : "passing";
}

interface LiveChangesEnvironment extends ChangeStreamEnvironment {
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

const LATE_MS = 1.5 * BEAT_EVERY_MS;

/**
 * The change stream of a shared planning for this tab. A hidden tab has none: it gets what it missed as soon as it is
 * visible again.
 */
export function createLiveChanges(environment: LiveChangesEnvironment) {
  const { start = null, visibility, onLate, ...server } = environment;
  const listeners = new Set<(event: LiveEvent) => void>();
  /** Reported once, however many connections fail or are replaced: `ready`, `down` or `refused`. */
  let state: LiveEvent["type"] | null = null;
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
    if (event.type !== "change" && event.type !== "reload") {
      if (event.type === state) return;
      state = event.type;
    }
    for (const listener of listeners) listener(event);
  }

  function stop(): void {
    clearTimeout(lateTimer);
    stopListening();
    stream.close();
  }

  return {
    /** Calls `listener` with each event from now on; returns how to unsubscribe. */
    subscribe(listener: (event: LiveEvent) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Tries to connect now instead of after the current wait, because something else reached the server. */
    retryNow(): void {
      if (visibility.isVisible()) stream.retryNow();
    },
    close: (): void => {
      listeners.clear();
      stop();
    },
  };
}

export type LiveChanges = ReturnType<typeof createLiveChanges>;
