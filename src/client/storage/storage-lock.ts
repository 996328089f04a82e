import { type KeyValueStorage, tryToStore } from "./browser-storage.ts";

/**
 * Runs `task` while no other tab holds the lock `name`. If the browser has no locks (insecure address) or refuses them
 * (blocked storage), it runs without one, and `isHeld` is false.
 */
export async function withLock<Result>(
  locks: Pick<LockManager, "request"> | undefined,
  name: string,
  task: (isHeld: boolean) => Result | Promise<Result>,
): Promise<Result> {
  if (!locks) return task(false);
  let isStarted = false;
  try {
    return await locks.request(name, () => {
      isStarted = true;
      return task(true);
    });
  } catch (error) {
    if (isStarted) throw error;
    return task(false);
  }
}

/** Storage key: counts the tasks that stored something, so that a tab can check whether it sees the latest values. */
export const REVISION_KEY = "planningRevision";
/** All revisions have the same length, so that replacing one never needs more room. */
const REVISION_DIGITS = 12;
/**
 * Another process normally sees stored values within milliseconds; a busy one may need longer. So the wait is limited
 * by a number of checks, not by time. If the storage was emptied meanwhile, the wait ends after a second.
 */
const LOOKS = 20;
const LOOK_EVERY_MS = 50;

interface StorageLockEnvironment {
  readonly name: string;
  readonly storage: KeyValueStorage;
  /** Receives `storage` events: values that other tabs stored. */
  readonly storageEvents: EventTarget;
  /** Absent where the page has no secure context. */
  readonly locks: Pick<LockManager, "request" | "query"> | undefined;
}

/**
 * Exclusive access to the storage that the tabs of one browser share. A lock alone is not enough: a browser with several
 * processes grants it to the next process before that one sees what was stored under it (with two busy tabs, Chromium loses
 * one write in twenty). So a task that stored something writes a revision to the storage, and to the name of a lock that
 * its tab keeps holding. All processes see the same lock names at any time: the next task waits until its view of the
 * storage has reached that revision.
 *
 * Where the browser has no locks (insecure address, blocked storage), tasks run without one.
 */
export function createStorageLock({ name, storage, storageEvents, locks }: StorageLockEnvironment) {
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

  /** Takes the mark of a new revision, then releases this tab's former one. */
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
    /** The storage for use inside tasks: it records that something was stored. */
    storage: {
      getItem: (key: string) => storage.getItem(key),
      setItem(key: string, value: string): void {
        storage.setItem(key, value);
        hasStored = true;
      },
      removeItem(key: string): void {
        storage.removeItem(key);
        hasStored = true;
      },
    },
    /** Runs `task` while no other tab runs one, and after all values of earlier tasks are visible here. */
    exclusively: <Result>(task: () => Result): Promise<Result> => {
      return withLock(locks, name, (isHeld) => (locks && isHeld ? takeTurn(locks, task) : task()));
    },
  };
}

export type StorageLock = ReturnType<typeof createStorageLock>;
