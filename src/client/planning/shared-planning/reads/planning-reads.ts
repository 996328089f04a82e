import { UPCOMING_SHOWN } from "#domain/calendar/calendar.ts";
import { ApiError, type Fetch } from "../../../http/call-api.ts";
import { createListeners } from "../../../storage/listeners.ts";
import type { NeedStatus, PlanningNeed } from "../../planning-source.ts";
import { isSessionRefusal, isSilence, type ServerContact } from "../contact/server-contact.ts";
import type { FirstParts } from "./first-parts.ts";
import { formerIfEqual, isInScope, isKnown, type ReadPart } from "./known-planning.ts";
import { addressOf, readPart, type ReadRequest } from "./read-part.ts";
import type { ReceivedChanges } from "./received-changes.ts";
import { createStoredReads, type StoredReadsPorts } from "./stored-reads.ts";

export interface PlanningReadsPorts extends StoredReadsPorts {
  readonly received: Pick<ReceivedChanges, "withChanges" | "hasAllChangesAfter" | "reached" | "rebased">;
  /** The parts that came with the page. They count as fresh, as if the stream were open. */
  readonly first: FirstParts | null;
  readonly contact: ServerContact;
  readonly fetchIt?: Fetch | undefined;
  readonly onSessionRefused: () => void;
  /** Whether changes are streamed: parts then stay fresh for longer. */
  readonly isLive: () => boolean;
}

/** A part that a screen needs, or needed before. */
interface CachedPart {
  readonly request: ReadRequest;
  /** How many screens need it now. */
  holders: number;
  /** The result of the latest successful read. */
  read: ReadPart | null;
  /** When it was read: milliseconds since 1970. */
  readAt: number;
  /** Whether `read` may lack changes. */
  isOutdated: boolean;
  /** Why the latest read failed; `null` if it succeeded. */
  error: unknown;
  /** The read in progress. */
  reading: Promise<ReadPart> | null;
}

type LoadedPart = CachedPart & { readonly read: ReadPart };

function newPart(request: ReadRequest): CachedPart {
  return { request, holders: 0, read: null, readAt: 0, isOutdated: false, error: null, reading: null };
}

/** How long a part is fresh while changes are streamed. Finite, because members receive no changes of other groups. */
const FRESH_MS = 30_000;
/** A list of upcoming events with fewer events is reloaded, before the dashboard has too few to show. */
const UPCOMING_MIN = 2 * UPCOMING_SHOWN;
/**
 * Groups that are read at the same time are reported together, because each report renders the month again (102 times for
 * 100 groups otherwise). After this time, the groups that have arrived are reported without the others.
 */
const GROUPS_BATCH_MS = 1_000;

function isPostponed(error: unknown): boolean {
  return error instanceof ApiError && error.code === "request.too_many";
}

/** Whether a retry may succeed without any user action. */
function isTemporary({ error }: CachedPart): boolean {
  return isPostponed(error) || (error instanceof ApiError && isSilence(error));
}

/** Whether received changes made a list of upcoming events too short. */
function isTooShort({ request, read }: CachedPart, { withChanges }: Pick<ReceivedChanges, "withChanges">): boolean {
  if (request.type !== "upcoming" || read === null) return false;
  const { part } = withChanges(read);
  if (part === read.part || part.type !== "events" || part.scope.type === "event") return false;
  const { scope, events } = part;
  return scope.to !== null && events.filter((event) => isInScope(scope, event)).length < UPCOMING_MIN;
}

/** Whether the part must be read when a screen needs it. */
function isStale({ read, readAt, isOutdated }: CachedPart, isLive: boolean): boolean {
  return read === null || isOutdated || Date.now() - readAt >= (isLive ? FRESH_MS : 0);
}

function isGroupInProgress({ request, reading }: CachedPart): boolean {
  return request.type === "group" && reading !== null;
}

interface LoadingPorts extends PlanningReadsPorts {
  /** Called when new data has arrived. */
  readonly onLoaded: () => void;
  /** Called when a read started or failed. */
  readonly onStatus: () => void;
}

/** Reads parts from the server, and retries those in use that failed. */
function createLoading(cache: ReadonlyMap<string, CachedPart>, ports: LoadingPorts) {
  const { onLoaded, onStatus, received, contact, userId, fetchIt, onSessionRefused, wait } = ports;
  let isRetrying = false;
  let isReportDue = false;

  function readNow(request: ReadRequest): Promise<ReadPart> {
    return contact.watch(readPart(request, { userId, reached: received.reached(), fetchIt }));
  }

  /** If the stream started while a part was being read, the part may lack changes from before: it is then read once more. */
  async function readComplete(request: ReadRequest): Promise<ReadPart> {
    const read = await readNow(request);
    return received.hasAllChangesAfter(read) ? read : readNow(request);
  }

  async function load(part: CachedPart): Promise<void> {
    if (part.reading !== null) return;
    const reading = readComplete(part.request);
    part.reading = reading;
    onStatus();
    const [result] = await Promise.allSettled([reading]);
    // Another read replaced this one.
    if (part.reading !== reading) return;
    part.reading = null;
    if (result.status === "fulfilled") {
      const read = { ...result.value, part: formerIfEqual(part.read?.part, result.value.part) };
      Object.assign(part, { read, readAt: Date.now(), isOutdated: false, error: null });
      reportLoaded(part);
    } else {
      part.error = result.reason;
      onStatus();
      if (isSessionRefusal(part.error)) onSessionRefused();
      if (isTemporary(part)) void retryFailed();
    }
  }

  function needed(isWanted: (part: CachedPart) => boolean): CachedPart[] {
    return [...cache.values()].filter((part) => part.holders > 0 && isWanted(part));
  }

  /** Loads the parts in use to which `isDue` applies. */
  async function loadNeeded(isDue: (part: CachedPart) => boolean): Promise<void> {
    await Promise.all(needed(isDue).map(load));
  }

  /**
   * Retries all temporarily failed reads together until none is left. It waits as long as the server asked (`Retry-After`),
   * or with back-off.
   */
  async function retryFailed(): Promise<void> {
    if (isRetrying) return;
    isRetrying = true;
    for (let retry = 0; ; retry += 1) {
      const failed = needed(isTemporary);
      if (failed.length === 0) break;
      const seconds = Math.max(...failed.map(({ error }) => (error as ApiError).retryAfter ?? 0));
      await (seconds > 0 ? wait(seconds * 1000) : contact.pause(retry));
      await loadNeeded(isTemporary);
    }
    isRetrying = false;
  }

  function reportLoaded({ request }: CachedPart): void {
    if (request.type === "group" && [...cache.values()].some(isGroupInProgress)) void reportSoon();
    else reportNow();
  }

  async function reportSoon(): Promise<void> {
    if (isReportDue) return;
    isReportDue = true;
    await wait(GROUPS_BATCH_MS);
    if (isReportDue) reportNow();
  }

  function reportNow(): void {
    isReportDue = false;
    onLoaded();
  }

  return { load, loadNeeded };
}

/** Reads parts again that may lack changes: those in use now, the others when needed. */
function createReloading(
  cache: ReadonlyMap<string, CachedPart>,
  { load, loadNeeded }: ReturnType<typeof createLoading>,
  { received, isLive }: Pick<PlanningReadsPorts, "received" | "isLive">,
) {
  function reload(part: CachedPart): void {
    part.isOutdated = true;
    if (part.holders > 0) void load(part);
  }

  /** Like `reload`. A read in progress may lack the change that is the reason for this one, so it is replaced. */
  function restart(part: CachedPart): void {
    part.reading = null;
    reload(part);
  }

  return {
    /** Reloads the parts for which `isOutdated` returns true. */
    refresh(isOutdated: (read: ReadPart) => boolean): void {
      for (const part of cache.values()) if (part.read && isOutdated(part.read)) restart(part);
    },
    /** At the start of the stream: reloads parts that may lack earlier changes. `load` itself repeats reads in progress. */
    refreshIncomplete(): void {
      for (const part of cache.values()) if (part.read && !received.hasAllChangesAfter(part.read)) reload(part);
    },
    /** Reloads lists of upcoming events that received changes made too short. */
    refillUpcoming(): void {
      for (const part of cache.values()) if (isTooShort(part, received)) restart(part);
    },
    /** The server may answer again: retries the needed parts that failed, unless it asked to wait. */
    retry(): void {
      void loadNeeded(({ error }) => error !== null && !isPostponed(error));
    },
    /** The user is back: reloads the needed parts that are stale. */
    revisit: (): void => {
      void loadNeeded((part) => isStale(part, isLive()) && !isPostponed(part.error));
    },
  };
}

/**
 * The loaded parts of the shared planning. A part is kept fresh while a screen needs it, and cached: in memory until the
 * page is left, and in IndexedDB for the next page.
 */
export function createPlanningReads(ports: PlanningReadsPorts) {
  const { received, first, isLive } = ports;
  const listeners = createListeners();
  /** By the address of their call. */
  const cache = new Map<string, CachedPart>();
  const stored = createStoredReads(ports, () =>
    loadedParts().map((part) => ({ ...part, read: received.withChanges(part.read) })),
  );
  const loading = createLoading(cache, { ...ports, onLoaded: reportChanges, onStatus: listeners.notify });
  const reloading = createReloading(cache, loading, ports);
  let isRestored = false;

  function cached(request: ReadRequest): CachedPart {
    const address = addressOf(request);
    const part = cache.get(address) ?? newPart(request);
    cache.set(address, part);
    return part;
  }

  function loadedParts(): LoadedPart[] {
    return [...cache.values()].filter((part): part is LoadedPart => part.read !== null);
  }

  function parts(): readonly ReadPart[] {
    return loadedParts().map(({ read }) => received.withChanges(read));
  }

  /** To be called when received changes have changed the parts. */
  function reportChanges(): void {
    stored.save();
    listeners.notify();
  }

  async function restore(): Promise<void> {
    for (const { request, read, readAt } of await stored.restored) {
      const part = cached(request);
      if (part.read === null) Object.assign(part, { read, readAt, isOutdated: true });
    }
    isRestored = true;
    // A part whose read failed meanwhile now shows restored data instead of the failure: read it again.
    reloading.revisit();
    listeners.notify();
  }

  for (const { request, read } of first?.parts ?? []) Object.assign(cached(request), { read, readAt: Date.now() });
  // They are stored for a next visit without the server.
  if (first) stored.save();
  void restore();

  return {
    /** Calls the listener when a part or the status of a need may have changed. */
    subscribe: listeners.subscribe,
    reportChanges,
    ...reloading,
    forget: stored.forget,
    /** Loads a part, and reloads it when it may be out of date; returns a function that stops this. */
    hold: (request: ReadRequest): (() => void) => {
      const part = cached(request);
      part.holders += 1;
      if (isStale(part, isLive())) void loading.load(part);
      return () => {
        part.holders -= 1;
      };
    },
    statusOf: (need: PlanningNeed): NeedStatus => {
      const cachedPart = cache.get(addressOf(need));
      const known = parts().map(({ part }) => part);
      if (cachedPart?.read || isKnown(need, known)) return "ready";
      return isRestored && cachedPart && cachedPart.error !== null ? "failed" : "loading";
    },
    /** All loaded parts, with the changes received since applied. */
    parts,
    /** Drops the parts that no screen needs now. */
    dropUnused(): void {
      for (const [address, { holders }] of cache) if (holders === 0) cache.delete(address);
    },
    /** Replaces each part by its `rebased` form, so that the streamed changes can be dropped. */
    rebase(): void {
      for (const part of cache.values()) if (part.read && !part.isOutdated) part.read = received.rebased(part.read);
    },
    dispose(): void {
      stored.stop();
      cache.clear();
    },
  };
}

export type PlanningReads = ReturnType<typeof createPlanningReads>;
