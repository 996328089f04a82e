import { del, get, set, type UseStore } from "idb-keyval";
import * as z from "zod/mini";
import { Absence, Group, PlannedEvent, RequiredRoles, RolePairs, Wish } from "#contract/planning/planning.ts";
import { parsedJson } from "../../../storage/browser-storage.ts";
import type { ReadPart } from "./known-planning.ts";
import type { ReadRequest } from "./read-part.ts";

/** A part as it is stored: with all received changes applied. */
interface StoredPart {
  readonly request: ReadRequest;
  readonly read: ReadPart;
  /** Milliseconds since 1970. */
  readonly readAt: number;
}

export interface StoredReadsPorts {
  /** IndexedDB store of the browser's cache. */
  readonly store: UseStore;
  /** Also sent as a header with each read; the server refuses another user's session. */
  readonly userId: string;
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

/** The form in which a query library stored the parts in earlier versions of this page. */
const StoredReads = z.object({
  timestamp: z.number(),
  buster: z.literal(VERSION),
  clientState: z.object({
    queries: z.array(
      z.object({
        queryKey: z.array(z.catchall(z.object({ type: z.string() }), z.unknown())),
        state: z.object({ data: StoredRead, dataUpdatedAt: z.number() }),
      }),
    ),
  }),
});

/**
 * Stores the parts in IndexedDB for one user, and restores them on the next page, which shows them until it is online.
 * @param partsNow the parts to be stored
 */
export function createStoredReads({ store, userId, wait }: StoredReadsPorts, partsNow: () => readonly StoredPart[]) {
  let isDue = false;
  let isStopped = false;
  const restored = restore();

  async function restore(): Promise<readonly StoredPart[]> {
    // Without the storage, only the next start of the page is slower: its failures are ignored.
    const stored = await get<unknown>(userId, store).catch(() => undefined);
    return stored === undefined ? [] : parseStored(stored);
  }

  async function saveSoon(): Promise<void> {
    if (isDue || isStopped) return;
    isDue = true;
    // Do not overwrite the stored parts before they are restored.
    await Promise.all([restored, wait(SAVE_DELAY_MS)]);
    isDue = false;
    if (!isStopped) await set(userId, textOf(partsNow()), store).catch(() => undefined);
  }

  return {
    /** The parts that an earlier page stored; none if they are too old, or cannot be read. */
    restored,
    /** Stores parts and received changes soon. */
    save: () => void saveSoon(),
    /** Deletes the stored parts, and stores nothing more. */
    forget: async (): Promise<void> => {
      isStopped = true;
      await restored;
      await del(userId, store).catch(() => undefined);
    },
    stop(): void {
      isStopped = true;
    },
  };
}

function textOf(parts: readonly StoredPart[]): string {
  const queries = parts
    .filter(({ readAt }) => Date.now() - readAt < MAX_AGE_MS)
    .map(({ request, read, readAt }) => ({
      queryHash: JSON.stringify([request]),
      queryKey: [request],
      state: { data: read, dataUpdatedAt: readAt },
    }));
  return JSON.stringify({ timestamp: Date.now(), buster: VERSION, clientState: { queries } });
}

function parseStored(stored: unknown): StoredPart[] {
  const checked = StoredReads.safeParse(typeof stored === "string" ? parsedJson(stored) : undefined);
  if (!checked.success || Date.now() - checked.data.timestamp > MAX_AGE_MS) return [];
  return checked.data.clientState.queries.map(({ queryKey: [request], state }) => ({
    request: request as unknown as ReadRequest,
    read: state.data,
    readAt: state.dataUpdatedAt,
  }));
}
