import { type Query, QueryClient, QueryObserver } from "@tanstack/query-core";
import { ApiError } from "../../http/api-error.ts";
import type { Fetch } from "../../http/call-api.ts";
import type { NeedStatus, PlanningNeed } from "../planning-source.ts";
import type { HeardChanges } from "./heard-changes.ts";
import { isKnown } from "./known-planning.ts";
import { isInScope, type ReadPart } from "./planning-part.ts";
import { type Reading, readPart } from "./read-part.ts";
import { isSilence, type ServerContact } from "./server-contact.ts";
import { isSessionRefusal } from "./session-refusal.ts";

interface PlanningReadsSurroundings {
  readonly heard: HeardChanges;
  readonly contact: ServerContact;
  /** Whose session it must be. */
  readonly userId: string;
  readonly fetchIt?: Fetch | undefined;
  /** Whether changes are heard as they happen. */
  readonly isLive: () => boolean;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly onSessionRefused: () => void;
  readonly onRead: () => void;
  /** Something is being read, or could not be. */
  readonly onStatus: () => void;
}

/** What was read of the shared planning: while somebody needs it, and for the life of the page. */
export interface PlanningReads {
  readonly client: QueryClient;
  /** Reads it, and again whenever it may be out of date; returns how to stop. */
  readonly hold: (reading: Reading) => () => void;
  readonly statusOf: (need: PlanningNeed) => NeedStatus;
  /** Everything that was read, with what was heard since. */
  readonly parts: () => readonly ReadPart[];
  /** Reads again what `isOutdated`: at once what is held, the rest when it is next needed. */
  readonly refresh: (isOutdated: (read: ReadPart) => boolean) => void;
  /** Drops what nobody holds. */
  readonly dropUnheld: () => void;
  /** The server may answer again: what is held and could not be read is asked for at once. */
  readonly retry: () => void;
  /** Somebody looks again: so is what was read a while ago. */
  readonly revisit: () => void;
  /** What was heard may have left fewer coming events than are shown. */
  readonly refillUpcoming: () => void;
  /** Works what was heard into what was read. */
  readonly rebase: () => void;
  readonly dispose: () => void;
}

/** Who looks at it again sooner is shown what was read; members do not hear of changes in groups that they are not in. */
const FRESH_MS = 30_000;
/** A list of coming events is read again before it has fewer than the dashboard shows. */
const UPCOMING_KEPT = 6;

function readingOf({ queryKey }: Pick<Query, "queryKey">): Reading {
  return queryKey[0] as Reading;
}

function readOf({ state }: Pick<Query, "state">): ReadPart | undefined {
  return state.data as ReadPart | undefined;
}

function isFailed({ state }: Query): boolean {
  return state.status === "error";
}

/** Whether the server named the time of the next try. */
function isPostponed(error: unknown): boolean {
  return error instanceof ApiError && error.code === "request.too_many";
}

function isWorthRetrying(query: Query): boolean {
  return isFailed(query) && !isPostponed(query.state.error);
}

/** Whether a later try may succeed without anybody doing anything. */
function isPassing(error: unknown): boolean {
  return isPostponed(error) || (error instanceof ApiError && isSilence(error));
}

export function createPlanningReads(surroundings: PlanningReadsSurroundings): PlanningReads {
  const { heard, contact, userId, fetchIt, isLive, wait, onSessionRefused, onRead, onStatus } = surroundings;
  const staleTime = () => (isLive() ? FRESH_MS : 0);
  let isRetrying = false;
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => readBridged(readingOf({ queryKey })),
        // Whether there is a network is found out by trying; how to try again is decided here, for all at once.
        networkMode: "always",
        retry: false,
        gcTime: Number.POSITIVE_INFINITY,
        staleTime,
      },
    },
  });
  const cache = client.getQueryCache();

  const stopListening = cache.subscribe((event) => {
    if (event.type !== "updated") return;
    if (event.action.type === "error" && isPassing(event.query.state.error)) void retryFailed();
    if (event.action.type === "success") onRead();
    else onStatus();
  });

  /** What was asked for before the stream began may be older than the first change heard: it is asked for once more. */
  async function readBridged(reading: Reading): Promise<ReadPart> {
    try {
      const part = await readNow(reading);
      return heard.isBridged(part) ? part : await readNow(reading);
    } catch (error) {
      if (isSessionRefusal(error)) onSessionRefused();
      throw error;
    }
  }

  function readNow(reading: Reading): Promise<ReadPart> {
    return contact.watch(readPart(reading, { userId, reached: heard.reached(), fetchIt }));
  }

  function passingFailures(): Query[] {
    return cache.findAll({ type: "active", predicate: (query) => isFailed(query) && isPassing(query.state.error) });
  }

  async function retryFailed(): Promise<void> {
    if (isRetrying) return;
    isRetrying = true;
    for (let retry = 0, failed = passingFailures(); failed.length > 0; retry += 1, failed = passingFailures()) {
      const seconds = Math.max(...failed.map(({ state }) => (state.error as ApiError).retryAfter ?? 0));
      await (seconds > 0 ? wait(seconds * 1000) : contact.pause(retry));
      const hashes = new Set(passingFailures().map(({ queryHash }) => queryHash));
      await client.refetchQueries({ predicate: ({ queryHash }) => hashes.has(queryHash) }, { cancelRefetch: false });
    }
    isRetrying = false;
  }

  function isOld(query: Query): boolean {
    return query.isStaleByTime(staleTime()) && !isPostponed(query.state.error);
  }

  function isShort(query: Query): boolean {
    const read = readOf(query);
    if (readingOf(query).type !== "upcoming" || read === undefined) return false;
    const { part } = heard.known(read);
    if (part === read.part || part.type !== "events" || part.scope.type === "event") return false;
    const { scope, events } = part;
    return scope.to !== null && events.filter((event) => isInScope(scope, event)).length < UPCOMING_KEPT;
  }

  function knownParts(): readonly ReadPart[] {
    return cache.getAll().flatMap((query) => {
      const read = readOf(query);
      return read ? [heard.known(read)] : [];
    });
  }

  return {
    client,
    hold(reading) {
      return new QueryObserver(client, { queryKey: [reading] }).subscribe(() => undefined);
    },
    statusOf(need) {
      const query = cache.find({ queryKey: [need] });
      if (query?.state.data !== undefined) return "ready";
      const parts = knownParts().map(({ part }) => part);
      if (isKnown(need, parts)) return "ready";
      return query && query.state.errorUpdateCount > 0 ? "failed" : "loading";
    },
    parts: knownParts,
    refresh(isOutdated) {
      const predicate = (query: Query) => {
        const read = readOf(query);
        return read !== undefined && isOutdated(read);
      };
      void client.invalidateQueries({ predicate });
    },
    dropUnheld() {
      client.removeQueries({ type: "inactive" });
    },
    retry() {
      void client.refetchQueries({ type: "active", predicate: isWorthRetrying }, { cancelRefetch: false });
    },
    revisit() {
      void client.refetchQueries({ type: "active", predicate: isOld }, { cancelRefetch: false });
    },
    refillUpcoming() {
      void client.invalidateQueries({ predicate: isShort });
    },
    rebase() {
      for (const query of cache.getAll()) {
        const read = readOf(query);
        const isUsable = read !== undefined && !query.state.isInvalidated;
        if (isUsable) query.setData(heard.rebased(read), { manual: true, updatedAt: query.state.dataUpdatedAt });
      }
    },
    dispose() {
      stopListening();
      client.clear();
    },
  };
}
