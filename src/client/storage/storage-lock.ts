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

/** Storage key: the number of tasks that stored something. With it, a tab checks whether it sees the latest values. */
export const REVISION_KEY = "planningRevision";
/** All revisions have the same length: replacing one needs no more room, even in a full storage. */
const REVISION_DIGITS = 12;
/**
 * A process of the browser sees the values of another one within milliseconds, or later if it is busy. So the wait is limited
 * by a number of checks, not by a time. If the user has cleared the storage meanwhile, the wait ends after a second.
 */
const CHECKS_MAX = 20;
const CHECK_EVERY_MS = 50;

interface StorageLockEnvironment {
  readonly name: string;
  readonly storage: KeyValueStorage;
  /** Receives `storage` events: values that other tabs stored. */
  readonly storageEvents: EventTarget;
  /** Absent if the page has no secure context. */
  readonly locks: Pick<LockManager, "request" | "query"> | undefined;
}

/**
 * Exclusive access to the storage that the tabs of one browser share.
 *
 * A lock alone is not enough. A tab may get it before it sees the values that the former tab stored, if the tabs are in
 * different processes: with two busy tabs, Chromium lost one write in twenty. So a task that stored something increases a
 * revision. It writes the revision to the storage, and its tab holds another lock (the mark) with the revision in its name.
 * All tabs see the names of held locks immediately. So the next task knows the latest revision from the mark, and waits until
 * it sees this revision in the storage.
 *
 * If the browser has no locks (insecure address, blocked storage), tasks run without one.
 */
export function createStorageLock({ name, storage, storageEvents, locks }: StorageLockEnvironment) {
  const markPrefix = `${name}.stored.`;
  let hasStored = false;
  let releaseMark: (() => void) | undefined;

  function visibleRevision(): number {
    return Number(storage.getItem(REVISION_KEY)) || 0;
  }

  async function latestRevision(manager: Pick<LockManager, "query">): Promise<number> {
    const { held = [] } = await manager.query();
    const marks = held.map((lock) => lock.name ?? "").filter((lockName) => lockName.startsWith(markPrefix));
    return Math.max(0, ...marks.map((mark) => Number(mark.slice(markPrefix.length))));
  }

  /** Waits until the storage shows `revision`, or a later one. */
  function catchUpWith(revision: number): Promise<void> {
    return new Promise((resolve) => {
      let checks = 0;
      function check(): void {
        if (visibleRevision() < revision && checks < CHECKS_MAX) return;
        clearInterval(timer);
        storageEvents.removeEventListener("storage", check);
        resolve();
      }
      const timer = setInterval(() => {
        checks += 1;
        check();
      }, CHECK_EVERY_MS);
      storageEvents.addEventListener("storage", check);
      check();
    });
  }

  /** Stores the next revision and takes its mark, then releases this tab's former mark. */
  async function increaseRevision(manager: Pick<LockManager, "request">, latest: number): Promise<void> {
    const revision = String(Math.max(latest, visibleRevision()) + 1).padStart(REVISION_DIGITS, "0");
    if (!tryToStore(storage, REVISION_KEY, revision)) return;
    const releaseFormer = releaseMark;
    await new Promise<void>((resolve) => {
      const mark = manager.request(markPrefix + revision, () => {
        resolve();
        return new Promise<void>((release) => {
          releaseMark = release;
        });
      });
      mark.catch(() => resolve());
    });
    releaseFormer?.();
  }

  async function runUpToDate<Result>(manager: Pick<LockManager, "request" | "query">, task: () => Result) {
    const latest = await latestRevision(manager);
    await catchUpWith(latest);
    hasStored = false;
    try {
      return task();
    } finally {
      if (hasStored) await increaseRevision(manager, latest);
    }
  }

  return {
    /** The storage to be used inside tasks: it records whether a task stored something. */
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
      return withLock(locks, name, (isHeld) => (locks && isHeld ? runUpToDate(locks, task) : task()));
    },
  };
}

export type StorageLock = ReturnType<typeof createStorageLock>;
