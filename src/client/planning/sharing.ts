import { type PlainDate, plainDate } from "#domain/calendar/calendar.ts";
import { backOffDelay } from "../http/back-off.ts";
import { ApiError, type Fetch } from "../http/call-api.ts";
import { knownPublicConfig, readPublicConfig } from "../http/public-config.ts";
import { type KeyValueStorage, tryToStore } from "../storage/browser-storage.ts";
import { createListeners } from "../storage/listeners.ts";
import { PLANNING_KEYS } from "./local/planning-keys.ts";

/** Where the days of a planning begin: in the team's time zone, or on this device. */
export interface WallClock {
  /** IANA name. */
  readonly timeZone: string;
  readonly dateAt: (moment: Date) => PlainDate;
  /** The date and time: `2026-11-28 01:30`. */
  readonly shownAt: (moment: Date) => string;
}

/** Reads the time zone each time: a device may travel. */
export const DEVICE_CLOCK: WallClock = {
  get timeZone() {
    return new Intl.DateTimeFormat().resolvedOptions().timeZone;
  },
  dateAt: (moment) => plainDate(moment.getFullYear(), moment.getMonth() + 1, moment.getDate()),
  shownAt: (moment) => `${DEVICE_CLOCK.dateAt(moment)} ${moment.toTimeString().slice(0, 5)}`,
};

/** The clock of a time zone; that of the device where none is named, or this browser does not know it. */
export function clockOf(timeZone: string | null): WallClock {
  if (timeZone === null) return DEVICE_CLOCK;
  try {
    // Swedish writes dates as ISO 8601 does.
    const format = new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "short" });
    const shownAt = (moment: Date) => format.format(moment);
    return { timeZone, shownAt, dateAt: (moment) => shownAt(moment).slice(0, 10) };
  } catch {
    return DEVICE_CLOCK;
  }
}

/** Storage key: what was last known, `local` or `shared`. */
export const SHARING_KEY = "sharing";
/** Storage key: the name of the team's time zone, for visits without the server. */
const TIME_ZONE_KEY = "teamTimeZone";
/** How often the server is asked while nothing else requires it. */
const CHECK_EVERY_MS = 5 * 60_000;

/** Which planning is in use: this browser's own, or the team's. */
type KnownSharing = "local" | "shared";

/** Polling interval while a screen shows that nothing is shared yet. The call is cheap: it reads one row. */
const AWAIT_EVERY_MS = 5_000;

interface SharingEnvironment {
  readonly storage: KeyValueStorage;
  /** Receives `storage` events: values that other tabs stored. */
  readonly storageEvents: EventTarget;
  readonly fetchIt?: Fetch;
}

function asKnown(text: string | null): KnownSharing | null {
  return text === "local" || text === "shared" ? text : null;
}

/** A device that already has a planning shows it at once, before the server answers. */
function hasPlanned(storage: KeyValueStorage): boolean {
  return storage.getItem(PLANNING_KEYS.groups) !== null || storage.getItem(PLANNING_KEYS.events) !== null;
}

/** Which planning this device works on. */
export function createSharing({ storage, storageEvents, fetchIt }: SharingEnvironment) {
  const listeners = createListeners();
  let state: KnownSharing | "unknown" =
    asKnown(storage.getItem(SHARING_KEY)) ?? (hasPlanned(storage) ? "local" : "unknown");
  let teamClock = clockOf(knownPublicConfig()?.timeZone ?? storage.getItem(TIME_ZONE_KEY));
  /** Number of updates: a late response to an earlier question is ignored. */
  let updates = 0;

  function follow(next: KnownSharing): void {
    updates += 1;
    if (next === state) return;
    state = next;
    listeners.notify();
  }

  function learnTimeZone(name: string): void {
    if (teamClock.timeZone === name) return;
    teamClock = clockOf(name);
    listeners.notify();
  }

  function learn(next: KnownSharing): void {
    tryToStore(storage, SHARING_KEY, next);
    follow(next);
  }

  storageEvents.addEventListener("storage", (event) => {
    const { key, newValue } = event as StorageEvent;
    const known = key === SHARING_KEY ? asKnown(newValue) : null;
    if (known !== null) follow(known);
  });

  return {
    /** `unknown` on a fresh device until the server has responded: nothing may be planned before. */
    state: () => state,
    clock: (): WallClock => (state === "shared" ? teamClock : DEVICE_CLOCK),
    subscribe: listeners.subscribe,
    /** Sets what another call learned: a publication, or a refusal. */
    learn,
    /** Asks the server; returns whether it answered. If it is silent, a device that never knew uses its local planning. */
    async check(): Promise<boolean> {
      const before = updates;
      try {
        const { sharing, timeZone } = await readPublicConfig(fetchIt);
        learnTimeZone(timeZone);
        if (sharing) tryToStore(storage, TIME_ZONE_KEY, timeZone);
        if (updates === before) learn(sharing ? "shared" : "local");
        return true;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (state === "unknown") follow("local");
        return false;
      }
    },
  };
}

export type Sharing = ReturnType<typeof createSharing>;

interface SharingWatchEnvironment {
  readonly page: Pick<Document, "addEventListener" | "visibilityState">;
  readonly random: () => number;
}

/**
 * Asks at once, periodically and when the page becomes visible again; retries a silent server with back-off. For the
 * life of the page.
 */
export function watchSharing({ check }: Pick<Sharing, "check">, { page, random }: SharingWatchEnvironment): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retries = 0;

  async function checkAndSchedule(): Promise<void> {
    if (page.visibilityState === "hidden") return;
    retries = (await check()) ? 0 : retries + 1;
    clearTimeout(timer);
    timer = setTimeout(
      () => void checkAndSchedule(),
      retries === 0 ? CHECK_EVERY_MS : backOffDelay(retries - 1, random()),
    );
  }

  page.addEventListener("visibilitychange", () => void checkAndSchedule());
  void checkAndSchedule();
}

/** Asks every few seconds while the page is visible; returns how to stop. */
export function awaitSharing({ check }: Pick<Sharing, "check">, page: Pick<Document, "visibilityState">): () => void {
  const timer = setInterval(() => {
    if (page.visibilityState === "visible") void check();
  }, AWAIT_EVERY_MS);
  return () => clearInterval(timer);
}
