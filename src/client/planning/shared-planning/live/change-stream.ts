import { API } from "#contract/paths.ts";
import { BEAT_EVERY_MS, CHANGE_STREAM, ChangeAuthor, PlanningChangeRow } from "#contract/planning/planning-change.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { backOffDelay } from "../../../http/back-off.ts";
import { type ApiCall, callApi, failureOf, type Fetch } from "../../../http/call-api.ts";
import { parsedJson } from "../../../storage/browser-storage.ts";
import { createListeners } from "../../../storage/listeners.ts";

/**
 * Events of the change stream of a shared planning. `position` is a position of the server's log of changes: the number
 * of the latest change that the stream has reached.
 */
export type LiveEvent =
  /** Connected. Data that was read at an earlier position may be out of date. */
  | { readonly type: "ready"; readonly position: number }
  /**
   * Everything shown must be read again: the server's log no longer has the missed changes, no single change describes
   * what happened, or this page cannot parse a change of a newer server.
   */
  | { readonly type: "reload"; readonly position: number }
  /** `by`: the id of the user who made it, if the server sends it (`ChangeAuthor`). */
  | { readonly type: "change"; readonly position: number; readonly change: PlanningChange; readonly by?: string }
  /** The server is unreachable; the connection is retried automatically. */
  | { readonly type: "down" }
  /** The right to read has ended, or the planning is no longer shared. */
  | { readonly type: "refused" };

type ServerEvent = Exclude<LiveEvent, { readonly type: "down" | "refused" }>;
/** `reset`: the server's log no longer has all changes after the position of this page. */
type PositionMessage = ServerEvent | { readonly type: "reset"; readonly position: number };
/** A parsed message of the stream. `lost`: its position could not be parsed. */
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

/** The position of the latest change that this page received. It drops changes that arrive twice. */
function createStreamPosition(start: number | null) {
  let latest = start;
  let isAnotherLog = false;

  return {
    /** The path of a stream that continues after this position. */
    address: (): `/api/${string}` => (latest === null ? API.changes : `${API.changes}?after=${latest}`),
    isKnown: () => latest !== null,
    /** Moves the position forward, and returns the events that are new. */
    advance(message: PositionMessage): readonly LiveEvent[] {
      const { position } = message;
      if (message.type === "change" || message.type === "reload") {
        if (message.type === "change" && latest !== null && position <= latest) return [];
        latest = position;
        return [message];
      }
      const hasMissedChanges = isAnotherLog || message.type === "reset";
      isAnotherLog = false;
      // `latest` stays, because the server sends the changes between `latest` and `position` next. If the connection ends
      // before that, the next one starts from `latest` again.
      latest = hasMissedChanges ? position : (latest ?? position);
      const ready = { type: "ready", position } as const;
      return hasMissedChanges ? [{ type: "reload", position }, ready] : [ready];
    },
    /** To be called when the server does not know the position: it has another log, for example of a restored backup. */
    forget(): void {
      latest = null;
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

/** `waiting`: for the next retry. `asking`: why the server refused the connection. */
type Phase = "paused" | "waiting" | "connecting" | "open" | "asking" | "closed";
type OpenEventSource = ChangeStreamEnvironment["openEventSource"];

/** A connection that missed five beats is dead. */
export const SILENCE_MS = 5 * BEAT_EVERY_MS;
/** A server that takes longer to send `ready` counts as silent. */
const CONNECT_MS = 10_000;
/** After a connection that lasted this long, the back-off starts again from its shortest wait. */
const STEADY_MS = 1_000;
/** The value of `EventSource.CLOSED`. */
const EVENT_SOURCE_CLOSED = 2;
const EVENT_NAMES = Object.keys(CHANGE_STREAM) as StreamEventName[];

/**
 * Receives the server's changes after position `start` (`null`: from now on). It connects at the first `retryNow`, and
 * reconnects until it is closed or refused. EventSource does not reconnect after a response other than 200. So each
 * EventSource is used for one connection, and this function makes the next one, with back-off and the position in its
 * address.
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
  let latestMessageAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: ReturnType<OpenEventSource> | undefined;

  function enter(next: Phase): void {
    phase = next;
    clearTimeout(timer);
  }

  function connect(): void {
    enter("connecting");
    const onError = (isClosed: boolean) => (isClosed ? void askForReason() : reconnectLater());
    source = openConnection(openEventSource, position.address(), { onMessage: receive, onError });
    timer = setTimeout(reconnectLater, CONNECT_MS);
  }

  /** Reports `down`, except after a good connection: the next one usually opens moments later. */
  function reconnectLater(): void {
    source?.close();
    const wasGood = phase === "open" && now() - openedAt >= STEADY_MS;
    if (wasGood) retries = 0;
    enter("waiting");
    timer = setTimeout(connect, backOffDelay(retries, random()));
    retries += 1;
    if (!wasGood) onEvent({ type: "down" });
  }

  /** The server refused the connection. EventSource does not report the reason; an ordinary call does. */
  async function askForReason(): Promise<void> {
    source?.close();
    enter("asking");
    const refusal = await readStreamRefusal(position.address(), fetchIt);
    if (phase !== "asking") return;
    if (refusal === "ended") {
      enter("closed");
      onEvent({ type: "refused" });
    } else if (refusal === "position_unknown" && position.isKnown()) {
      position.forget();
      connect();
    } else reconnectLater();
  }

  function receive(message: StreamMessage): void {
    if (message.type === "lost") return reconnectLater();
    latestMessageAt = now();
    if (phase !== "open") openedAt = latestMessageAt;
    enter("open");
    timer = setTimeout(reconnectLater, SILENCE_MS);
    if (message.type === "beat") onBeat();
    else for (const event of position.advance(message)) onEvent(event);
  }

  return {
    /** Connects now if it waits or is paused. Also replaces a connection that has been silent for too long. */
    retryNow(): void {
      if (phase === "open" && now() - latestMessageAt > SILENCE_MS) reconnectLater();
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
  /** `isClosed`: the browser will not try again. */
  readonly onError: (isClosed: boolean) => void;
}

function openConnection(open: OpenEventSource, address: string, { onMessage, onError }: ConnectionListener) {
  const opened = open(address);
  for (const name of EVENT_NAMES) {
    opened.addEventListener(name, ({ lastEventId, data }: MessageEvent<string>) => {
      onMessage(readStreamMessage(name, lastEventId, data));
    });
  }
  opened.addEventListener("error", () => onError(opened.readyState === EVENT_SOURCE_CLOSED));
  return opened;
}

/** `ended`: no right to read, or nothing is shared. `temporary`: no response, or the server accepts again. */
type StreamRefusal = "ended" | "position_unknown" | "temporary";

const ENDED_STATUSES: ReadonlySet<number | undefined> = new Set([401, 403, 409]);

/** Asks the server why it refuses a stream at `path`, because EventSource does not report it. */
async function readStreamRefusal(path: ApiCall<void>["path"], fetchIt?: Fetch): Promise<StreamRefusal> {
  const abortion = new AbortController();
  const failure = await failureOf(callApi({ path, signal: abortion.signal }, fetchIt));
  // If the server now accepts the connection, its response is a stream that never ends: stop reading it.
  abortion.abort();
  if (ENDED_STATUSES.has(failure?.status)) return "ended";
  return failure?.code === "position.unknown" ? "position_unknown" : "temporary";
}

interface LiveChangesEnvironment extends ChangeStreamEnvironment {
  /** The log position of the data that came with the page: later changes are streamed. `null`: changes from now on. */
  readonly start?: number | null;
  /** Whether the user can see the page, and when that changes; `subscribe` returns how to unsubscribe. */
  readonly visibility: {
    readonly isVisible: () => boolean;
    readonly subscribe: (listener: () => void) => () => void;
  };
  /** Called when a beat is overdue, and again while it stays overdue: the server may be unreachable, or only slow. */
  readonly onLate?: () => void;
}

/** A beat is overdue after this time. */
const LATE_MS = 1.5 * BEAT_EVERY_MS;

/**
 * The change stream of a shared planning for this tab. A hidden tab has none: it gets what it missed as soon as it is
 * visible again.
 */
export function createLiveChanges(environment: LiveChangesEnvironment) {
  const { start = null, visibility, onLate, ...server } = environment;
  const listeners = createListeners<LiveEvent>();
  /** The latest `ready`, `down` or `refused`: repeated ones are not reported. */
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
    listeners.notify(event);
  }

  function stop(): void {
    clearTimeout(lateTimer);
    stopListening();
    stream.close();
  }

  return {
    /** Calls `listener` with each event from now on; returns how to unsubscribe. */
    subscribe: listeners.subscribe,
    /** Tries to connect now instead of after the current wait, because something else reached the server. */
    retryNow(): void {
      if (visibility.isVisible()) stream.retryNow();
    },
    close: stop,
  };
}

export type LiveChanges = ReturnType<typeof createLiveChanges>;
