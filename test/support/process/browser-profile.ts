import type { KeyValueStorage } from "#client/storage/browser-storage.ts";

/** One tab's view of a browser's storage. */
export interface ProfileTab {
  readonly storage: KeyValueStorage;
  readonly storageEvents: EventTarget;
  /** Runs `task` while no other tab runs one. */
  readonly exclusively: <Result>(task: () => Result) => Promise<Result>;
}

/** A browser's storage in memory, shared by its tabs, which get each other's `storage` events and share one lock. */
export interface BrowserProfile {
  readonly openTab: () => ProfileTab;
  /** What is stored, by key. */
  readonly stored: Map<string, string>;
  /** Sets the quota to what is stored now. A write that needs more throws, as in a browser. */
  readonly fill: () => void;
  /** Resolves when every task and event that the tabs have started so far has run. */
  readonly settled: () => Promise<void>;
}

/** Characters, keys included. */
function sizeOf(stored: ReadonlyMap<string, string>): number {
  return [...stored].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
}

export function createBrowserProfile(initial: Readonly<Record<string, string>> = {}): BrowserProfile {
  const stored = new Map(Object.entries(initial));
  const tabs: EventTarget[] = [];
  let lastTask: Promise<unknown> = Promise.resolve();
  let quota = Number.POSITIVE_INFINITY;

  function notifyOthers(writer: EventTarget, key: string, newValue: string | null): void {
    const event = Object.assign(new Event("storage"), { key, newValue });
    for (const tab of tabs) if (tab !== writer) queueMicrotask(() => tab.dispatchEvent(event));
  }

  function exclusively<Result>(task: () => Result): Promise<Result> {
    const turn = lastTask.then(task);
    lastTask = turn.catch(() => undefined);
    return turn;
  }

  return {
    stored,
    fill() {
      quota = sizeOf(stored);
    },
    async settled() {
      // The listener of an event may start a task: the second call waits for these.
      await exclusively(() => undefined);
      await exclusively(() => undefined);
    },
    openTab() {
      const storageEvents = new EventTarget();
      tabs.push(storageEvents);
      return {
        storageEvents,
        storage: {
          getItem: (key) => stored.get(key) ?? null,
          setItem(key, value) {
            if (sizeOf(new Map(stored).set(key, value)) > quota) throw new DOMException("full", "QuotaExceededError");
            if (stored.get(key) === value) return;
            stored.set(key, value);
            notifyOthers(storageEvents, key, value);
          },
          removeItem(key) {
            if (stored.delete(key)) notifyOthers(storageEvents, key, null);
          },
        },
        exclusively,
      };
    },
  };
}
