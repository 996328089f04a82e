import { type KeyValueStorage, tryToStore } from "./browser-storage.ts";
import { withLock } from "./with-lock.ts";

/** Counts what was stored in turns, so that a tab can tell whether it sees the latest of it. */
export const REVISION_KEY = "planningRevision";
/** All revisions are equally long: a storage that took one has room for the next. */
const REVISION_DIGITS = 12;
/**
 * Another process sees what was stored within milliseconds, a busy one once it comes to look: so many looks, not so much
 * time, are enough. Whoever emptied the storage meanwhile holds nobody up for longer than a second.
 */
const LOOKS = 20;
const LOOK_EVERY_MS = 50;

export interface TabTurnsSurroundings {
  /** Of the lock. */
  readonly name: string;
  readonly storage: KeyValueStorage;
  /** Where the browser tells what other tabs stored. */
  readonly storageEvents: EventTarget;
  /** Absent where the page has no secure context. */
  readonly locks: Pick<LockManager, "request" | "query"> | undefined;
}

/** How the tabs of one browser take turns at its storage. */
export interface TabTurns {
  /** The storage, as tasks must use it. */
  readonly storage: KeyValueStorage;
  /** Runs `task` while no other tab runs one, on all that was stored in earlier turns. */
  readonly exclusively: <Result>(task: () => Result) => Promise<Result>;
}

/**
 * A lock alone is not enough: a browser of several processes hands it on before it has told the next holder's process
 * what was stored under it (Chromium so loses one write in twenty of two busy tabs). So whoever stored something leaves
 * its revision in the storage and in the name of a lock that its tab goes on holding. Those names are the same for all
 * processes at all times: the next holder waits until its view of the storage has come that far.
 *
 * Where the browser gives no locks (an insecure address, or storage that is blocked) tasks run without.
 */
export function createTabTurns({ name, storage, storageEvents, locks }: TabTurnsSurroundings): TabTurns {
  const markPrefix = `${name}.stored.`;
  let hasStored = false;
  let releaseMark: (() => void) | undefined;

  function seenRevision(): number {
    return Number(storage.getItem(REVISION_KEY)) || 0;
  }

  async function lastRevision(manager: Pick<LockManager, "query">): Promise<number> {
    const { held = [] } = await manager.query();
    const marks = held.map((lock) => lock.name ?? "").filter((lockName) => lockName.startsWith(markPrefix));
    return Math.max(0, ...marks.map((mark) => Number(mark.slice(markPrefix.length))));
  }

  function catchUpWith(revision: number): Promise<void> {
    return new Promise((resolve) => {
      let looks = 0;
      function look(): void {
        if (seenRevision() < revision && looks < LOOKS) return;
        clearInterval(timer);
        storageEvents.removeEventListener("storage", look);
        resolve();
      }
      const timer = setInterval(() => {
        looks += 1;
        look();
      }, LOOK_EVERY_MS);
      storageEvents.addEventListener("storage", look);
      look();
    });
  }

  /** Leaves the mark of a new revision, then takes this tab's former one away. */
  async function leaveMark(manager: Pick<LockManager, "request">, last: number): Promise<void> {
    const revision = String(Math.max(last, seenRevision()) + 1).padStart(REVISION_DIGITS, "0");
    if (!tryToStore(storage, REVISION_KEY, revision)) return;
    const releaseFormer = releaseMark;
    await new Promise<void>((isHeld) => {
      const mark = manager.request(markPrefix + revision, () => {
        isHeld();
        return new Promise<void>((release) => {
          releaseMark = release;
        });
      });
      mark.catch(isHeld);
    });
    releaseFormer?.();
  }

  async function takeTurn<Result>(manager: Pick<LockManager, "request" | "query">, task: () => Result) {
    const last = await lastRevision(manager);
    await catchUpWith(last);
    hasStored = false;
    try {
      return task();
    } finally {
      if (hasStored) await leaveMark(manager, last);
    }
  }

  return {
    storage: {
      getItem: (key) => storage.getItem(key),
      setItem(key, value) {
        storage.setItem(key, value);
        hasStored = true;
      },
      removeItem(key) {
        storage.removeItem(key);
        hasStored = true;
      },
    },
    exclusively<Result>(task: () => Result): Promise<Result> {
      return withLock(locks, name, (isHeld) => (locks && isHeld ? takeTurn(locks, task) : task()));
    },
  };
}
