import { PublicConfig } from "#contract/config.ts";
import { API } from "#contract/paths.ts";
import { ApiError } from "../http/api-error.ts";
import { backOffDelay } from "../http/back-off.ts";
import { callApi, type Fetch } from "../http/call-api.ts";
import { type KeyValueStorage, tryToStore } from "../storage/browser-storage.ts";
import { createListeners } from "../storage/listeners.ts";
import { PLANNING_KEYS } from "./stored-planning.ts";

/** Holds the last known answer: `local` or `shared`. */
export const SHARING_KEY = "sharing";
/** How often the server is asked when nothing else calls for it. */
const LOOK_EVERY_MS = 5 * 60_000;

/** Whose planning counts: this browser's own, or the team's. */
export type KnownSharing = "local" | "shared";

/** Which planning this device works on. */
export interface Sharing {
  /** `unknown` on a fresh device until the server has answered: nothing may be planned before. */
  readonly state: () => KnownSharing | "unknown";
  readonly subscribe: (listener: () => void) => () => void;
  /** Asks the server; whether it answered. Where it is silent a device that never knew goes on by itself. */
  readonly check: () => Promise<boolean>;
  /** Something else told it: a publication, a refused call. */
  readonly learn: (state: KnownSharing) => void;
}

interface SharingSurroundings {
  readonly storage: KeyValueStorage;
  /** Where the browser tells what other tabs stored. */
  readonly storageEvents: EventTarget;
  readonly fetchIt?: Fetch;
}

function asKnown(text: string | null): KnownSharing | null {
  return text === "local" || text === "shared" ? text : null;
}

/** Who has planned on this device before is shown that at once, whatever the server will say. */
function hasPlanned(storage: KeyValueStorage): boolean {
  return storage.getItem(PLANNING_KEYS.groups) !== null || storage.getItem(PLANNING_KEYS.events) !== null;
}

export function createSharing({ storage, storageEvents, fetchIt }: SharingSurroundings): Sharing {
  const listeners = createListeners();
  let state: KnownSharing | "unknown" =
    asKnown(storage.getItem(SHARING_KEY)) ?? (hasPlanned(storage) ? "local" : "unknown");
  /** Grows with each thing learnt, so that an answer to an earlier question is known as such. */
  let turn = 0;

  function follow(next: KnownSharing): void {
    turn += 1;
    if (next === state) return;
    state = next;
    listeners.notify();
  }

  function learn(next: KnownSharing): void {
    tryToStore(storage, SHARING_KEY, next);
    follow(next);
  }

  storageEvents.addEventListener("storage", (event) => {
    const { key, newValue } = event as StorageEvent;
    const told = key === SHARING_KEY ? asKnown(newValue) : null;
    if (told !== null) follow(told);
  });

  return {
    state: () => state,
    subscribe: listeners.subscribe,
    learn,
    async check() {
      const asked = turn;
      try {
        const { sharing } = await callApi({ path: API.config, answer: PublicConfig }, fetchIt);
        if (asked === turn) learn(sharing ? "shared" : "local");
        return true;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (state === "unknown") follow("local");
        return false;
      }
    },
  };
}

interface SharingWatchSurroundings {
  readonly page: Pick<Document, "addEventListener" | "visibilityState">;
  /** A number in [0, 1) */
  readonly random: () => number;
}

/**
 * Asks at once, by a periodic tick and when the page becomes visible again; a silent server is asked again with
 * back-off. For the life of the page.
 */
export function watchSharing({ check }: Pick<Sharing, "check">, { page, random }: SharingWatchSurroundings): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retries = 0;

  async function look(): Promise<void> {
    if (page.visibilityState === "hidden") return;
    retries = (await check()) ? 0 : retries + 1;
    clearTimeout(timer);
    timer = setTimeout(() => void look(), retries === 0 ? LOOK_EVERY_MS : backOffDelay(retries - 1, random()));
  }

  page.addEventListener("visibilitychange", () => void look());
  void look();
}
