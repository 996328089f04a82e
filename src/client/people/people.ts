import type { TeamRow } from "#contract/accounts/users.ts";
import type { ClientErrorCode, ErrorCode } from "#contract/errors.ts";
import { API } from "#contract/paths.ts";
import { backOffDelay } from "../http/back-off.ts";
import { ApiError, callApi, type Fetch, lazySchema } from "../http/call-api.ts";
import { firstResponses } from "../http/first-responses.ts";
import { createListeners } from "../storage/listeners.ts";
import type { KeptPeople } from "./kept-people.ts";

export interface PeopleSnapshot {
  /** `loading` until the list is loaded, or loading has failed. */
  readonly status: "loading" | "ready" | "failed";
  readonly people: readonly TeamRow[];
  readonly problem: ErrorCode | ClientErrorCode | null;
}

interface PeopleEnvironment {
  readonly fetchIt?: Fetch;
  readonly first?: readonly TeamRow[] | null;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly random: () => number;
}

const UserRows = lazySchema("UserRows");
/** Retries before a silent server is reported: 200, 400 and 800 ms bridge a restart. */
const RETRIES = 3;

/** The list that came with the page; `null` if none did, or it was dropped. */
export function firstPeople(): readonly TeamRow[] | null {
  return (firstResponses.peek(API.users)?.body as readonly TeamRow[] | undefined) ?? null;
}

/** To be called once the list is shown: a user who signs in later on this page loads their own. */
export function dropFirstPeople(): void {
  firstResponses.take(API.users);
}

/** `null` if `task` fails: the list also works without a stored copy. */
async function attempt<Result>(task: () => Promise<Result>): Promise<Result | null> {
  try {
    return await task();
  } catch {
    return null;
  }
}

export function createPeople({ fetchIt, first = null, wait, random }: PeopleEnvironment) {
  const listeners = createListeners();
  let snapshot: PeopleSnapshot = { status: first ? "ready" : "loading", people: first ?? [], problem: null };
  /** Number of the latest load: results of earlier ones are ignored, unless nothing is known yet. */
  let latest = 0;
  let isSilent = false;
  let kept: KeptPeople | null = null;

  function show(next: PeopleSnapshot): void {
    snapshot = next;
    listeners.notify();
  }

  function isKnown(): boolean {
    return snapshot.status === "ready";
  }

  async function showKept(): Promise<void> {
    if (!isSilent || isKnown() || kept === null) return;
    const people = await attempt(kept.read);
    if (people !== null && !isKnown()) show({ ...snapshot, status: "ready", people });
  }

  async function load(retry = 0): Promise<readonly TeamRow[]> {
    try {
      return await callApi({ path: API.users, response: UserRows }, fetchIt);
    } catch (error) {
      isSilent = error instanceof ApiError && error.code === "server.unreachable";
      if (!isSilent || retry === RETRIES) throw error;
      void showKept();
      await wait(backOffDelay(retry, random()));
      return load(retry + 1);
    }
  }

  async function keep(): Promise<void> {
    const { people, problem } = snapshot;
    const store = kept;
    if (store !== null && isKnown() && problem === null) await attempt(() => store.keep(people));
  }

  async function reload(): Promise<void> {
    latest += 1;
    const turn = latest;
    try {
      const people = await load();
      if (turn !== latest && isKnown()) return;
      show({ status: "ready", people, problem: null });
      void keep();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The list loaded before is still usable.
      const status = isKnown() ? "ready" : "failed";
      if (turn === latest) show({ ...snapshot, status, problem: error.code });
    }
  }

  return {
    snapshot: () => snapshot,
    subscribe: listeners.subscribe,
    reload,
    /**
     * Shows a change before the server confirms it; `reload` then fetches the server's list. A load already under way
     * may not contain the change, so its result is ignored.
     */
    update: (change: (people: readonly TeamRow[]) => readonly TeamRow[]): void => {
      latest += 1;
      show({ ...snapshot, people: change(snapshot.people) });
    },
    /** Stores the list in `store`, for use while the server is silent; returns how to stop, which empties `store`. */
    keepIn: (store: KeptPeople): (() => void) => {
      kept = store;
      void keep();
      void showKept();
      return () => {
        kept = null;
        void attempt(store.forget);
      };
    },
  };
}

export type People = ReturnType<typeof createPeople>;
