import type { Query, QueryClient } from "@tanstack/query-core";
import {
  type PersistedClient,
  persistQueryClientRestore,
  persistQueryClientSave,
  type Persister,
} from "@tanstack/query-persist-client-core";
import { del, get, set, type UseStore } from "idb-keyval";
import * as z from "zod/mini";
import { Absence, Group, PlannedEvent, RequiredRoles, RolePairs, Wish } from "#contract/planning/planning.ts";
import { parsedJson } from "../../../storage/browser-storage.ts";
import type { ReadPart } from "./known-planning.ts";

interface StoredReadsEnvironment {
  readonly client: QueryClient;
  readonly store: UseStore;
  readonly userId: string;
  /** Returns a part with all later received changes applied. */
  readonly known: (read: ReadPart) => ReadPart;
  readonly wait: (milliseconds: number) => Promise<void>;
}

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
  buster: z.string(),
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
export function keepReads({ client, store, userId, known, wait }: StoredReadsEnvironment) {
  let isDue = false;
  let isStopped = false;
  const persister: Persister = {
    persistClient: (persisted) => set(userId, JSON.stringify(persisted), store),
    restoreClient: async () => readStored(await get<unknown>(userId, store)),
    removeClient: () => del(userId, store),
  };
  const options = { queryClient: client, persister, buster: VERSION, maxAge: MAX_AGE_MS };
  const dehydrateOptions = { shouldDehydrateQuery, serializeData: (data: unknown) => known(data as ReadPart) };
  const restored = attempt(() => persistQueryClientRestore(options));

  async function saveSoon(): Promise<void> {
    if (isDue || isStopped) return;
    isDue = true;
    // The cache must be loaded before it is overwritten.
    await Promise.all([restored, wait(SAVE_DELAY_MS)]);
    isDue = false;
    if (isStopped) return;
    await attempt(() => persistQueryClientSave({ ...options, dehydrateOptions }));
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

/** `undefined` if the stored value has another shape. All restored parts count as out of date. */
function readStored(stored: unknown): PersistedClient | undefined {
  const checked = StoredClient.safeParse(typeof stored === "string" ? parsedJson(stored) : undefined);
  if (!checked.success) return undefined;
  const queries = checked.data.clientState.queries.map(({ queryHash, queryKey, state }) => ({
    queryHash,
    queryKey,
    dehydratedAt: state.dataUpdatedAt,
    state: { ...RESTORED, ...state },
  }));
  return { ...checked.data, clientState: { mutations: [], queries } };
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
