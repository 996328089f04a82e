import * as z from "zod/mini";
import { UserRow } from "#contract/accounts.ts";
import type { ClientErrorCode, ErrorCode } from "#contract/errors.ts";
import { API } from "#contract/paths.ts";
import { ApiError } from "../http/api-error.ts";
import { backOffDelay } from "../http/back-off.ts";
import { callApi, type Fetch } from "../http/call-api.ts";
import type { KeptPeople } from "./kept-people.ts";

export interface PeopleSnapshot {
  /** `loading` until the list, or the reason why there is none, is known. */
  readonly status: "loading" | "ready" | "failed";
  /** Everybody who has an account, as last loaded. */
  readonly people: readonly UserRow[];
  /** Why the last loading failed; `null` when it did not. */
  readonly problem: ErrorCode | ClientErrorCode | null;
}

/** The user list of whoever is signed in. */
export interface People {
  readonly snapshot: () => PeopleSnapshot;
  readonly subscribe: (listener: () => void) => () => void;
  /** Loads the list again, after a change to it; resolves when that is done, well or not. */
  readonly reload: () => Promise<void>;
  /**
   * Shows a change before the server tells it; `reload` then brings what is true. A loading under way, which may not
   * know of the change, no longer counts.
   */
  readonly update: (change: (people: readonly UserRow[]) => readonly UserRow[]) => void;
  /** From now on `store` keeps the list for when the server is silent; returns how to stop, which empties it. */
  readonly keepIn: (store: KeptPeople) => () => void;
}

interface PeopleSurroundings {
  readonly fetchIt?: Fetch;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** A number in [0, 1) */
  readonly random: () => number;
}

const UserRows = z.array(UserRow);
/** Silence is asked again before it is told: 200, 400 and 800 ms bridge a server that restarts. */
const RETRIES = 3;

/** The list is worth showing without what is kept, and without a place to keep it. */
async function attempt<Result>(task: () => Promise<Result>): Promise<Result | null> {
  try {
    return await task();
  } catch {
    return null;
  }
}

export function createPeople({ fetchIt, wait, random }: PeopleSurroundings): People {
  const listeners = new Set<() => void>();
  let snapshot: PeopleSnapshot = { status: "loading", people: [], problem: null };
  /** The loading whose answer counts: an earlier one that comes late does not undo it. */
  let latest = 0;
  let isSilent = false;
  let kept: KeptPeople | null = null;

  function show(next: PeopleSnapshot): void {
    snapshot = next;
    for (const listener of listeners) listener();
  }

  function isKnown(): boolean {
    return snapshot.status === "ready";
  }

  async function showKept(): Promise<void> {
    if (!isSilent || isKnown() || kept === null) return;
    const people = await attempt(kept.read);
    if (people !== null && !isKnown()) show({ ...snapshot, status: "ready", people });
  }

  async function load(retry = 0): Promise<readonly UserRow[]> {
    try {
      return await callApi({ path: API.users, answer: UserRows }, fetchIt);
    } catch (error) {
      isSilent = error instanceof ApiError && error.code === "server.unreachable";
      if (!isSilent || retry === RETRIES) throw error;
      await showKept();
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
      if (turn !== latest) return;
      show({ status: "ready", people, problem: null });
      await keep();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // What was loaded before is still the best there is.
      const status = isKnown() ? "ready" : "failed";
      if (turn === latest) show({ ...snapshot, status, problem: error.code });
    }
  }

  return {
    snapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reload,
    update(change) {
      latest += 1;
      show({ ...snapshot, people: change(snapshot.people) });
    },
    keepIn(store) {
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
