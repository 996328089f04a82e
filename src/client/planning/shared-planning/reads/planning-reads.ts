import { type InvalidateOptions, type Query, QueryClient, QueryObserver } from "@tanstack/query-core";
import { UPCOMING_SHOWN } from "#domain/calendar/calendar.ts";
import { ApiError } from "../../../http/api-error.ts";
import type { Fetch } from "../../../http/call-api.ts";
import type { NeedStatus, PlanningNeed } from "../../planning-source.ts";
import { isSessionRefusal, isSilence, type ServerContact } from "../contact/server-contact.ts";
import type { FirstParts } from "./first-parts.ts";
import { isInScope, isKnown, type ReadPart } from "./known-planning.ts";
import { type ReadRequest, readPart } from "./read-part.ts";
import type { ReceivedChanges } from "./received-changes.ts";

interface ReaderPorts {
  readonly received: Pick<ReceivedChanges, "known" | "isBridged" | "reached" | "rebased">;
  readonly contact: Pick<ServerContact, "watch" | "pause">;
  /** Sent as a header; the server refuses another user's session. */
  readonly userId: string;
  readonly fetchIt?: Fetch | undefined;
  readonly onSessionRefused: () => void;
}

interface PlanningReadsPorts extends ReaderPorts {
  readonly wait: (milliseconds: number) => Promise<void>;
  /** What came with the page; it counts as fresh, as if the stream were open. */
  readonly first: FirstParts | null;
}

/** `read`: there is new data. `status`: a read started or failed. */
export type ReadsEvent = "read" | "status";

/**
 * With a stream, a part is not reloaded sooner than this. It is finite, because members receive no changes of other
 * groups.
 */
const FRESH_MS = 30_000;
/** A list of upcoming events is reloaded when it has fewer events than this, before the dashboard runs short. */
const UPCOMING_KEPT = 2 * UPCOMING_SHOWN;

function requestOf({ queryKey }: Pick<Query, "queryKey">): ReadRequest {
  return queryKey[0] as ReadRequest;
}

function readOf({ state }: Pick<Query, "state">): ReadPart | undefined {
  return state.data as ReadPart | undefined;
}

function isFailed({ state }: Query): boolean {
  return state.status === "error";
}

function isPostponed(error: unknown): boolean {
  return error instanceof ApiError && error.code === "request.too_many";
}

/** Whether a later retry may succeed without any user action. */
function isPassing(error: unknown): boolean {
  return isPostponed(error) || (error instanceof ApiError && isSilence(error));
}

function mayPass(query: Query): boolean {
  return isFailed(query) && isPassing(query.state.error);
}

function isWorthRetrying(query: Query): boolean {
  return isFailed(query) && !isPostponed(query.state.error);
}

/** Whether received changes made a list of upcoming events too short. */
function isShort(query: Query, received: Pick<ReceivedChanges, "known">): boolean {
  const read = readOf(query);
  if (requestOf(query).type !== "upcoming" || read === undefined) return false;
  const { part } = received.known(read);
  if (part === read.part || part.type !== "events" || part.scope.type === "event") return false;
  const { scope, events } = part;
  return scope.to !== null && events.filter((event) => isInScope(scope, event)).length < UPCOMING_KEPT;
}

/**
 * Returns a function that reads one part. A read that began before the stream may miss the changes before the first
 * streamed one, so it is repeated once.
 */
function createReader({ received, contact, userId, fetchIt, onSessionRefused }: ReaderPorts) {
  function readNow(request: ReadRequest): Promise<ReadPart> {
    return contact.watch(readPart(request, { userId, reached: received.reached(), fetchIt }));
  }

  return async (request: ReadRequest): Promise<ReadPart> => {
    try {
      const part = await readNow(request);
      return received.isBridged(part) ? part : await readNow(request);
    } catch (error) {
      if (isSessionRefusal(error)) onSessionRefused();
      throw error;
    }
  };
}

function createClient(read: (request: ReadRequest) => Promise<ReadPart>, staleTime: () => number): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => read(requestOf({ queryKey })),
        // Always try, whatever the browser reports about the network. `createReadRetries` retries all reads together.
        networkMode: "always",
        retry: false,
        gcTime: Number.POSITIVE_INFINITY,
        staleTime,
      },
    },
  });
}

/** The reads of the shared planning: loaded while a screen needs them, and cached for the life of the page. */
export function createPlanningReads(ports: PlanningReadsPorts) {
  const { received, first } = ports;
  let isLive = first !== null;
  const staleTime = () => (isLive ? FRESH_MS : 0);
  const client = createClient(createReader(ports), staleTime);
  const cache = client.getQueryCache();
  for (const { request, read } of first?.parts ?? []) client.setQueryData([request], read);
  const retryFailed = createReadRetries(client, ports);
  const stopRetrying = cache.subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "error") return;
    if (isPassing(event.query.state.error)) void retryFailed();
  });

  function isOld(query: Query): boolean {
    return query.isStaleByTime(staleTime()) && !isPostponed(query.state.error);
  }

  function invalidate(isOutdated: (read: ReadPart) => boolean, options?: InvalidateOptions): void {
    const predicate = (query: Query) => {
      const read = readOf(query);
      return read !== undefined && isOutdated(read);
    };
    void client.invalidateQueries({ predicate }, options);
  }

  function parts(): readonly ReadPart[] {
    return cache.getAll().flatMap((query) => {
      const read = readOf(query);
      return read ? [received.known(read)] : [];
    });
  }

  return {
    client,
    subscribe: (listener: (event: ReadsEvent) => void): (() => void) =>
      cache.subscribe((event) => {
        if (event.type === "updated") listener(event.action.type === "success" ? "read" : "status");
      }),
    /** Loads a part, and reloads it whenever it may be out of date; returns how to stop. */
    hold: (request: ReadRequest): (() => void) =>
      new QueryObserver(client, { queryKey: [request] }).subscribe(() => undefined),
    statusOf(need: PlanningNeed): NeedStatus {
      const query = cache.find({ queryKey: [need] });
      if (query?.state.data !== undefined) return "ready";
      const known = parts().map(({ part }) => part);
      if (isKnown(need, known)) return "ready";
      return query && query.state.errorUpdateCount > 0 ? "failed" : "loading";
    },
    /** All loaded parts, with the changes received since applied. */
    parts,
    /** While changes are streamed, a part stays fresh for longer. */
    setLive(nextIsLive: boolean): void {
      isLive = nextIsLive;
    },
    /** Invalidates the parts for which `isOutdated` returns true: held ones are read now, the others when next needed. */
    refresh: (isOutdated: (read: ReadPart) => boolean) => invalidate(isOutdated),
    /** The stream has started: reads again what was read too long before it. Reads under way check that themselves. */
    bridge(): void {
      invalidate((read) => !received.isBridged(read), { cancelRefetch: false });
    },
    dropUnheld(): void {
      client.removeQueries({ type: "inactive" });
    },
    /** The server may answer again: retries the held parts that failed. */
    retry(): void {
      void client.refetchQueries({ type: "active", predicate: isWorthRetrying }, { cancelRefetch: false });
    },
    /** The user is back: reloads the held parts that are stale. */
    revisit: (): void => {
      void client.refetchQueries({ type: "active", predicate: isOld }, { cancelRefetch: false });
    },
    /** Reloads lists of upcoming events that received changes made too short. */
    refillUpcoming(): void {
      void client.invalidateQueries({ predicate: (query) => isShort(query, received) });
    },
    rebase(): void {
      for (const query of cache.getAll()) {
        const read = readOf(query);
        const isUsable = read !== undefined && !query.state.isInvalidated;
        if (isUsable) query.setData(received.rebased(read), { manual: true, updatedAt: query.state.dataUpdatedAt });
      }
    },
    dispose(): void {
      stopRetrying();
      client.clear();
    },
  };
}

export type PlanningReads = ReturnType<typeof createPlanningReads>;

/**
 * Retries together all reads that failed temporarily, until none is left: after the time that the server named, or
 * after growing pauses. Call the returned function to start the retries; a call while they run does nothing.
 */
function createReadRetries(
  client: QueryClient,
  { contact, wait }: Pick<PlanningReadsPorts, "contact" | "wait">,
): () => Promise<void> {
  let isRetrying = false;

  function passingFailures(): Query[] {
    return client.getQueryCache().findAll({ type: "active", predicate: mayPass });
  }

  return async () => {
    if (isRetrying) return;
    isRetrying = true;
    for (let retry = 0, failed = passingFailures(); failed.length > 0; retry += 1, failed = passingFailures()) {
      const seconds = Math.max(...failed.map(({ state }) => (state.error as ApiError).retryAfter ?? 0));
      await (seconds > 0 ? wait(seconds * 1000) : contact.pause(retry));
      const hashes = new Set(passingFailures().map(({ queryHash }) => queryHash));
      await client.refetchQueries({ predicate: ({ queryHash }) => hashes.has(queryHash) }, { cancelRefetch: false });
    }
    isRetrying = false;
  };
}
