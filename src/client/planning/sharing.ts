import { type PlainDate, plainDate } from "#domain/calendar/calendar.ts";
import { backOffDelay } from "../http/back-off.ts";
import { ApiError, type Fetch } from "../http/call-api.ts";
import { knownPublicConfig, readPublicConfig } from "../http/public-config.ts";
import { type KeyValueStorage, tryToStore } from "../storage/browser-storage.ts";
import { createListeners } from "../storage/listeners.ts";
import type { LocalPlanning } from "./local/planning-keys.ts";

/** The clock that defines « today » in a planning: that of the team's time zone, or that of this device. */
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

/** Dates and times in a time zone. Throws `RangeError` for a time zone that this browser does not know. */
function shownIn(timeZone: string): WallClock["shownAt"] {
  // A page's first date takes `Intl` 11 ms, a phone four times that, and `Temporal` 0.4 ms. Safari 26 has no `Temporal`,
  // and browsers may get it part by part.
  if ("Temporal" in globalThis && "ZonedDateTime" in Temporal) {
    const epoch = new Temporal.ZonedDateTime(0n, timeZone);
    return (moment) =>
      epoch
        .add({ milliseconds: moment.getTime() })
        .toPlainDateTime()
        .toString({ smallestUnit: "minute" })
        .replace("T", " ");
  }
  // Swedish writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "short" });
  return (moment) => format.format(moment);
}

/** The clock of a time zone. For `null`, or a time zone that this browser does not know: the clock of the device. */
export function clockOf(timeZone: string | null): WallClock {
  if (timeZone === null) return DEVICE_CLOCK;
  try {
    const shownAt = shownIn(timeZone);
    return { timeZone, shownAt, dateAt: (moment) => shownAt(moment).slice(0, 10) };
  } catch {
    return DEVICE_CLOCK;
  }
}

/** Storage key: the last known state, `local` or `shared`. */
export const SHARING_KEY = "sharing";
/** Storage key: the name of the team's time zone, for visits without the server. */
const TIME_ZONE_KEY = "teamTimeZone";
/** Usual polling interval. */
const CHECK_EVERY_MS = 5 * 60_000;
/** Polling interval while a screen shows that nothing is shared yet. The call is cheap: it reads one row. */
const AWAIT_EVERY_MS = 5_000;

/** Which planning is in use: this browser's own, or the team's. */
type KnownSharing = "local" | "shared";

interface SharingEnvironment {
  readonly storage: KeyValueStorage;
  /** Receives `storage` events: values that other tabs stored. */
  readonly storageEvents: EventTarget;
  readonly fetchIt?: Fetch;
}

function parseSharing(text: string | null): KnownSharing | null {
  return text === "local" || text === "shared" ? text : null;
}

/** Whether this browser has a planning of its own. It is shown at once, before the server answers. */
function hasOwnPlanning(storage: KeyValueStorage): boolean {
  const parts = ["groups", "events"] as const satisfies (keyof LocalPlanning)[];
  return parts.some((part) => storage.getItem(part) !== null);
}

/** Whether this device uses its own planning or the team's, and the clock of that planning. */
export function createSharing({ storage, storageEvents, fetchIt }: SharingEnvironment) {
  const listeners = createListeners();
  let state: KnownSharing | "unknown" =
    parseSharing(storage.getItem(SHARING_KEY)) ?? (hasOwnPlanning(storage) ? "local" : "unknown");
  let teamZone = knownPublicConfig()?.timeZone ?? storage.getItem(TIME_ZONE_KEY);
  /** `null` until it is first read. A page's first date format can take 11 ms, and the sign-in form shows no date. */
  let teamClock: WallClock | null = null;
  /** Number of updates. A response is ignored if it was requested before the latest update. */
  let updateCount = 0;

  function update(next: KnownSharing): void {
    updateCount += 1;
    if (next === state) return;
    state = next;
    listeners.notify();
  }

  function setTimeZone(name: string): void {
    if (teamZone === name) return;
    teamZone = name;
    teamClock = null;
    listeners.notify();
  }

  function setState(next: KnownSharing): void {
    tryToStore(storage, SHARING_KEY, next);
    update(next);
  }

  storageEvents.addEventListener("storage", (event) => {
    const { key, newValue } = event as StorageEvent;
    const known = key === SHARING_KEY ? parseSharing(newValue) : null;
    if (known !== null) update(known);
  });

  return {
    /** `unknown` on a new device until the server has responded. No planning may be changed before. */
    state: () => state,
    clock: (): WallClock => (state === "shared" ? (teamClock ??= clockOf(teamZone)) : DEVICE_CLOCK),
    subscribe: listeners.subscribe,
    /** To be called when the response to another call shows the state: the planning was published, or is not shared. */
    setState,
    /** Asks the server; returns whether it responded. If not, a new device starts with a planning of its own. */
    async check(): Promise<boolean> {
      const countBefore = updateCount;
      try {
        const { sharing, timeZone } = await readPublicConfig(fetchIt);
        setTimeZone(timeZone);
        if (sharing) tryToStore(storage, TIME_ZONE_KEY, timeZone);
        if (updateCount === countBefore) setState(sharing ? "shared" : "local");
        return true;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (state === "unknown") update("local");
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
 * Asks the server whether the planning is shared: at once, periodically, and when the page becomes visible again. Retries
 * with back-off if it does not respond. Never ends.
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

/** Asks the server every few seconds while the page is visible; returns a function that stops this. */
export function awaitSharing({ check }: Pick<Sharing, "check">, page: Pick<Document, "visibilityState">): () => void {
  const timer = setInterval(() => {
    if (page.visibilityState === "visible") void check();
  }, AWAIT_EVERY_MS);
  return () => clearInterval(timer);
}
