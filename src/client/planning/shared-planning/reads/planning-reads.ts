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
  isTemporary,
  isPostponed,
  isWorthRetrying,
  type ServerReadsPorts,
} from "./server-reads.ts";

export interface PlanningReadsPorts extends ServerReadsPorts {
  readonly received: Pick<ReceivedChanges, "withChanges" | "hasAllChangesAfter" | "reached" | "rebased">;
  /** IndexedDB store of the browser's cache. */
  readonly store: UseStore;
  /** The parts that came with the page. They count as fresh, as if the stream were open. */
  readonly first: FirstParts | null;
}

/** `read`: new data has arrived. `status`: a read started or failed. */
export type ReadsEvent = "read" | "status";

/** How long a part is fresh while changes are streamed. Finite, because members receive no changes of other groups. */
const FRESH_MS = 30_000;
/** A list of upcoming events with fewer events is reloaded, before the dashboard has too few to show. */
const UPCOMING_MIN = 2 * UPCOMING_SHOWN;
/**
 * Groups that are read at the same time are reported together, because each report renders the month again (102 times for
 * 100 groups otherwise). After this time, the groups that have arrived are reported without the others.
 */
const GROUPS_BATCH_MS = 1_000;

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
function isTooShort(query: Query, received: Pick<ReceivedChanges, "withChanges">): boolean {
  const read = readOf(query);
  if (requestOf(query).type !== "upcoming" || read === undefined) return false;
  const { part } = received.withChanges(read);
  if (part === read.part || part.type !== "events" || part.scope.type === "event") return false;
  const { scope, events } = part;
  return scope.to !== null && events.filter((event) => isInScope(scope, event)).length < UPCOMING_MIN;
}

function createClient(read: (request: ReadRequest) => Promise<ReadPart>, staleTime: () => number): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => read(requestOf({ queryKey })),
        // Send each request even if the browser reports that it is offline. `createReadRetries` does the retries.
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
    await wait(GROUPS_BATCH_MS);
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
 * The loaded parts of the shared planning. A part is kept fresh while a screen needs it, and cached: in memory until the
 * page is left, and in IndexedDB for the next page.
 */
export function createPlanningReads(ports: PlanningReadsPorts) {
  const { received, first } = ports;
  let isLive = first !== null;
  const staleTime = () => (isLive ? FRESH_MS : 0);
  const client = createClient(createReader(ports), staleTime);
  const cache = client.getQueryCache();
  for (const { request, read } of first?.parts ?? []) client.setQueryData([request], read);
  const stored = persistReads(client, ports);
  const retryFailed = createReadRetries(client, ports);
  const stopRetrying = cache.subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "error") return;
    if (isTemporary(event.query.state.error)) void retryFailed();
  });

  function isStale(query: Query): boolean {
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
      return read ? [received.withChanges(read)] : [];
    });
  }

  return {
    restored: stored.restored,
    save: stored.save,
    forget: stored.forget,
    subscribe: (listener: (event: ReadsEvent) => void): (() => void) => subscribeToReads(client, ports, listener),
    /** Loads a part, and reloads it when it may be out of date; returns a function that stops this. */
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
    /** `true` while changes are streamed: parts stay fresh for longer. */
    setLive(nextIsLive: boolean): void {
      isLive = nextIsLive;
    },
    /** Invalidates the parts for which `isOutdated` returns true. Those in use are read now, the others when needed. */
    refresh: (isOutdated: (read: ReadPart) => boolean) => invalidate(isOutdated),
    /** At the start of the stream: reads parts again that may lack earlier changes (`createReader` does it for reads in progress). */
    refreshIncomplete(): void {
      invalidate((read) => !received.hasAllChangesAfter(read), { cancelRefetch: false });
    },
    /** Drops the parts that no screen needs now. */
    dropUnused(): void {
      client.removeQueries({ type: "inactive" });
    },
    /** The server may answer again: retries the needed parts that failed. */
    retry(): void {
      void client.refetchQueries({ type: "active", predicate: isWorthRetrying }, { cancelRefetch: false });
    },
    /** The user is back: reloads the needed parts that are stale. */
    revisit: (): void => {
      void client.refetchQueries({ type: "active", predicate: isStale }, { cancelRefetch: false });
    },
    /** Reloads lists of upcoming events that received changes made too short. */
    refillUpcoming(): void {
      void client.invalidateQueries({ predicate: (query) => isTooShort(query, received) });
    },
    /** Replaces each part by its `rebased` form, so that the streamed changes can be dropped. */
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

/** Stores the parts in IndexedDB for one user, and restores them on the next page, which shows them until it is online. */
function persistReads(client: QueryClient, { received, store, userId, wait }: PlanningReadsPorts) {
  let isDue = false;
  let isStopped = false;
  const serializeData = (data: unknown) => received.withChanges(data as ReadPart);
  const restored = attempt(async () => {
    const stored = await get<unknown>(userId, store);
    if (stored === undefined) return;
    const state = parseStored(stored);
    if (state === null) await del(userId, store);
    else hydrate(client, state);
  });

  async function saveSoon(): Promise<void> {
    if (isDue || isStopped) return;
    isDue = true;
    // Do not overwrite the stored parts before they are restored.
    await Promise.all([restored, wait(SAVE_DELAY_MS)]);
    isDue = false;
    if (isStopped) return;
    await attempt(() => {
      const clientState = dehydrate(client, { shouldDehydrateQuery, serializeData });
      return set(userId, JSON.stringify({ timestamp: Date.now(), buster: VERSION, clientState }), store);
    });
  }

  return {
    /** Resolves when the stored parts were restored, or could not be. */
    restored,
    /** Stores parts and received changes soon. */
    save: () => void saveSoon(),
    /** Deletes the stored parts, and stores nothing more. */
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

/** Ignores failures of the storage: without it, only the next start of the page is slower. */
async function attempt(task: () => Promise<unknown>): Promise<void> {
  try {
    await task();
  } catch {
    // Nothing else is lost.
  }
}

/** Unlike the library's default, also stores a part whose last reload failed, until it reaches the maximum age. */
function shouldDehydrateQuery({ state }: Query): boolean {
  return state.data !== undefined && Date.now() - state.dataUpdatedAt < MAX_AGE_MS;
}

/** `null` if the stored value has another shape, or is too old. All restored parts count as out of date. */
function parseStored(stored: unknown): DehydratedState | null {
  const checked = StoredClient.safeParse(typeof stored === "string" ? parsedJson(stored) : undefined);
  if (!checked.success || Date.now() - checked.data.timestamp > MAX_AGE_MS) return null;
  const queries = checked.data.clientState.queries.map(({ queryHash, queryKey, state }) => ({
    queryHash,
    queryKey,
    dehydratedAt: state.dataUpdatedAt,
    state: { ...RESTORED_STATE, ...state },
  }));
  return { mutations: [], queries };
}

const RESTORED_STATE = {
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
