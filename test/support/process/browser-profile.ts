import type { KeyValueStorage } from "#client/storage/browser-storage.ts";

/** One tab's view of a browser's storage. */
export interface ProfileTab {
  readonly storage: KeyValueStorage;
  readonly storageEvents: EventTarget;
  readonly exclusively: <Result>(task: () => Result) => Promise<Result>;
}

/** A browser's storage in memory, with what tabs see of each other: `storage` events, and one lock. */
export interface BrowserProfile {
  readonly openTab: () => ProfileTab;
  /** What is stored, by key. */
  readonly stored: Map<string, string>;
  /** From now on nothing larger than what is stored fits: such a write throws as a browser's does. */
  readonly fill: () => void;
  /** Resolves when every task and event that the tabs began has run. */
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

  function tellOthers(writer: EventTarget, key: string, newValue: string | null): void {
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
      // An event asks for a task of its own: twice, so that those have run too.
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
            tellOthers(storageEvents, key, value);
          },
          removeItem(key) {
            if (stored.delete(key)) tellOthers(storageEvents, key, null);
          },
        },
        exclusively,
      };
    },
  };
}
