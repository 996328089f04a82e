import {
  dehydrate,
  type DehydratedState,
  hydrate,
  type InvalidateOptions,
  type Query,
  QueryClient,
  QueryObserver,
} from "@tanstack/query-core";
import { del, get, set, type UseStore } from "idb-keyval";
import * as z from "zod/mini";
import { Absence, Group, PlannedEvent, RequiredRoles, RolePairs, Wish } from "#contract/planning/planning.ts";
import { UPCOMING_SHOWN } from "#domain/calendar/calendar.ts";
import { parsedJson } from "../../../storage/browser-storage.ts";
import type { NeedStatus, PlanningNeed } from "../../planning-source.ts";
import type { FirstParts } from "./first-parts.ts";
import { isInScope, isKnown, type ReadPart } from "./known-planning.ts";
import type { ReadRequest } from "./read-part.ts";
import type { ReceivedChanges } from "./received-changes.ts";
import {
  createReader,
  createReadRetries,
  isPassing,
  isPostponed,
  isWorthRetrying,
  type ServerReadsPorts,
} from "./server-reads.ts";

export interface PlanningReadsPorts extends ServerReadsPorts {
  readonly received: Pick<ReceivedChanges, "known" | "isBridged" | "reached" | "rebased">;
  /** IndexedDB store of the browser's cache. */
  readonly store: UseStore;
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
/**
 * Groups that are read at the same time are reported together. After this time, those that have arrived are reported
 * without the others. Each report renders the month: one report per group rendered it 102 times for 100 groups.
 */
const GROUPS_TOGETHER_MS = 1_000;

function requestOf({ queryKey }: Pick<Query, "queryKey">): ReadRequest {
  return queryKey[0] as ReadRequest;
}

function isOfGroup(query: Query): boolean {
  return requestOf(query).type === "group";
}

function readOf({ state }: Pick<Query, "state">): ReadPart | undefined {
  return state.data as ReadPart | undefined;
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

function subscribeToReads(
  client: QueryClient,
  { wait }: Pick<PlanningReadsPorts, "wait">,
  listener: (event: ReadsEvent) => void,
): () => void {
  let isDue = false;

  async function reportSoon(): Promise<void> {
    if (isDue) return;
    isDue = true;
    await wait(GROUPS_TOGETHER_MS);
    if (isDue) reportNow();
  }

  function reportNow(): void {
    isDue = false;
    listener("read");
  }

  return client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated") return;
    if (event.action.type !== "success") listener("status");
    else if (isOfGroup(event.query) && client.isFetching({ predicate: isOfGroup }) > 0) void reportSoon();
    else reportNow();
  });
}

/**
 * The reads of the shared planning: loaded while a screen needs them, cached for the life of the page, and in the browser
 * for the next one.
 */
export function createPlanningReads(ports: PlanningReadsPorts) {
  const { received, first } = ports;
  let isLive = first !== null;
  const staleTime = () => (isLive ? FRESH_MS : 0);
  const client = createClient(createReader(ports), staleTime);
  const cache = client.getQueryCache();
  for (const { request, read } of first?.parts ?? []) client.setQueryData([request], read);
  const stored = keepReads(client, ports);
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
    restored: stored.restored,
    save: stored.save,
    forget: stored.forget,
    subscribe: (listener: (event: ReadsEvent) => void): (() => void) => subscribeToReads(client, ports, listener),
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
      stored.stop();
      stopRetrying();
      client.clear();
    },
  };
}

export type PlanningReads = ReturnType<typeof createPlanningReads>;

/** Version of the stored format; another version is dropped. */
const VERSION = "1";
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
/** Changes within this time are stored together. */
const SAVE_DELAY_MS = 300;

const Days = z.object({
  type: z.literal("days"),
  groupId: z.nullable(z.string()),
  from: z.string(),
  to: z.nullable(z.string()),
});
const KnownGroup = z.object({
  memberIds: z.array(z.string()),
  combinablePairs: RolePairs,
  requiredRoles: z.exactOptional(RequiredRoles),
  eventCount: z.int(),
});

const StoredRead: z.ZodMiniType<ReadPart> = z.object({
  position: z.int(),
  part: z.union([
    z.object({ type: z.literal("groups"), groups: z.array(Group) }),
    z.object({
      type: z.literal("events"),
      scope: z.union([Days, z.object({ type: z.literal("event"), eventId: z.string() })]),
      events: z.array(PlannedEvent),
    }),
    z.object({ type: z.literal("absences"), absences: z.array(Absence) }),
    z.object({ type: z.literal("wish"), userId: z.string(), most: z.nullable(Wish) }),
    z.object({ type: z.literal("group"), groupId: z.string(), known: z.nullable(KnownGroup) }),
  ]),
});

const StoredClient = z.object({
  timestamp: z.number(),
  buster: z.literal(VERSION),
  clientState: z.object({
    queries: z.array(
      z.object({
        queryHash: z.string(),
        queryKey: z.array(z.catchall(z.object({ type: z.string() }), z.unknown())),
        state: z.object({ data: StoredRead, dataUpdatedAt: z.number() }),
      }),
    ),
  }),
});

/** The browser's cache of the shared planning for one user, shown until the server answers. */
function keepReads(client: QueryClient, { received, store, userId, wait }: PlanningReadsPorts) {
  let isDue = false;
  let isStopped = false;
  const serializeData = (data: unknown) => received.known(data as ReadPart);
  const restored = attempt(async () => {
    const stored = await get<unknown>(userId, store);
    if (stored === undefined) return;
    const state = readStored(stored);
    if (state === null) await del(userId, store);
    else hydrate(client, state);
  });

  async function saveSoon(): Promise<void> {
    if (isDue || isStopped) return;
    isDue = true;
    // The cache must be loaded before it is overwritten.
    await Promise.all([restored, wait(SAVE_DELAY_MS)]);
    isDue = false;
    if (isStopped) return;
    await attempt(() => {
      const clientState = dehydrate(client, { shouldDehydrateQuery, serializeData });
      return set(userId, JSON.stringify({ timestamp: Date.now(), buster: VERSION, clientState }), store);
    });
  }

  return {
    /** Resolves when the cache was loaded, or could not be. */
    restored,
    /** Stores parts and received changes soon. */
    save: () => void saveSoon(),
    /** Deletes the cache, and stores nothing more. */
    forget: async (): Promise<void> => {
      isStopped = true;
      await restored;
      await attempt(() => del(userId, store));
    },
    stop(): void {
      isStopped = true;
    },
  };
}

/** The cache only saves time: if it cannot be stored or read, the page works without it. */
async function attempt(task: () => Promise<unknown>): Promise<void> {
  try {
    await task();
  } catch {
    // Only a faster start is lost.
  }
}

/** Also stores parts that could not be read again while the server was silent, up to the maximum age. */
function shouldDehydrateQuery({ state }: Query): boolean {
  return state.data !== undefined && Date.now() - state.dataUpdatedAt < MAX_AGE_MS;
}

/** `null` if the stored value has another shape, or is too old. All restored parts count as out of date. */
function readStored(stored: unknown): DehydratedState | null {
  const checked = StoredClient.safeParse(typeof stored === "string" ? parsedJson(stored) : undefined);
  if (!checked.success || Date.now() - checked.data.timestamp > MAX_AGE_MS) return null;
  const queries = checked.data.clientState.queries.map(({ queryHash, queryKey, state }) => ({
    queryHash,
    queryKey,
    dehydratedAt: state.dataUpdatedAt,
    state: { ...RESTORED, ...state },
  }));
  return { mutations: [], queries };
}

const RESTORED = {
  status: "success",
  fetchStatus: "idle",
  isInvalidated: true,
  dataUpdateCount: 0,
  error: null,
  errorUpdateCount: 0,
  errorUpdatedAt: 0,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  fetchMeta: null,
} as const;
