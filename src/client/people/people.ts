import type { TeamRow } from "#contract/accounts/users.ts";
import type { ClientErrorCode, ErrorCode } from "#contract/errors.ts";
import { API } from "#contract/paths.ts";
import { backOffDelay } from "../http/back-off.ts";
import { ApiError, callApi, type Fetch, lazySchema } from "../http/call-api.ts";
import { firstResponses } from "../http/first-responses.ts";
import { createListeners } from "../storage/listeners.ts";
import type { StoredPeople } from "./stored-people.ts";

export interface PeopleSnapshot {
  /** `loading` until the list is loaded or loading has failed. */
  readonly status: "loading" | "ready" | "failed";
  readonly people: readonly TeamRow[];
  /** Why the latest load failed; `null` if it did not. */
  readonly problem: ErrorCode | ClientErrorCode | null;
}

interface PeopleEnvironment {
  readonly fetchIt?: Fetch;
  /** The list that came with the page. */
  readonly first?: readonly TeamRow[] | null;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly random: () => number;
}

const loadUserRows = lazySchema("UserRows");
/** Retries before the failure is shown. Their waits of 200, 400 and 800 ms are enough for a restart of the server. */
const RETRIES = 3;

/** The list that came with the page; `null` if none came, or it was dropped. */
export function firstPeople(): readonly TeamRow[] | null {
  return (firstResponses.peek(API.users)?.body as readonly TeamRow[] | undefined) ?? null;
}

/** To be called once the list is shown: another user who signs in later on this page must not get it. */
export function dropFirstPeople(): void {
  firstResponses.take(API.users);
}

/** The page works without a stored copy of the list. */
const toNull = () => null;

/** The user list of this page. It retries failed loads, and shows the stored copy while the server is unreachable. */
export function createPeople({ fetchIt, first = null, wait, random }: PeopleEnvironment) {
  const listeners = createListeners();
  let snapshot: PeopleSnapshot = { status: first ? "ready" : "loading", people: first ?? [], problem: null };
  /** Number of the latest load. Results of earlier loads are ignored, unless there is no list yet. */
  let latestLoad = 0;
  let isUnreachable = false;
  let stored: StoredPeople | null = null;

  function show(next: PeopleSnapshot): void {
    snapshot = next;
    listeners.notify();
  }

  function isReady(): boolean {
    return snapshot.status === "ready";
  }

  async function showStored(): Promise<void> {
    if (!isUnreachable || isReady() || stored === null) return;
    const people = await stored.read().catch(toNull);
    if (people !== null && !isReady()) show({ ...snapshot, status: "ready", people });
  }

  async function load(retry = 0): Promise<readonly TeamRow[]> {
    try {
      return await callApi({ path: API.users, response: loadUserRows }, fetchIt);
    } catch (error) {
      isUnreachable = error instanceof ApiError && error.code === "server.unreachable";
      if (!isUnreachable || retry === RETRIES) throw error;
      void showStored();
      await wait(backOffDelay(retry, random()));
      return load(retry + 1);
    }
  }

  async function writeStored(): Promise<void> {
    const { people, problem } = snapshot;
    const store = stored;
    if (store !== null && isReady() && problem === null) await store.write(people).catch(toNull);
  }

  async function reload(): Promise<void> {
    latestLoad += 1;
    const number = latestLoad;
    try {
      const people = await load();
      if (number !== latestLoad && isReady()) return;
      show({ status: "ready", people, problem: null });
      void writeStored();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // A list that was loaded before stays usable.
      const status = isReady() ? "ready" : "failed";
      if (number === latestLoad) show({ ...snapshot, status, problem: error.code });
    }
  }

  return {
    snapshot: () => snapshot,
    subscribe: listeners.subscribe,
    reload,
    /**
     * Shows a change before the server confirms it (optimistic update). `reload` then gets the server's list. The result of a
     * load that is in progress is ignored, because it may not contain the change.
     */
    update: (change: (people: readonly TeamRow[]) => readonly TeamRow[]): void => {
      latestLoad += 1;
      show({ ...snapshot, people: change(snapshot.people) });
    },
    /** Stores the list in `store`, for use while the server is unreachable. The returned function ends this and empties it. */
    storeIn: (store: StoredPeople): (() => void) => {
      stored = store;
      void writeStored();
      void showStored();
      return () => {
        stored = null;
        void store.forget().catch(toNull);
      };
    },
  };
}

export type People = ReturnType<typeof createPeople>;
