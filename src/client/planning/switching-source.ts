import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import { backOffDelay } from "../http/back-off.ts";
import { type KeyValueStorage, tryToStore } from "../storage/browser-storage.ts";
import { createListeners } from "../storage/listeners.ts";
import {
  type DisposableSource,
  EMPTY_SNAPSHOT,
  type MadeChange,
  type PlanningNeed,
  type PlanningSnapshot,
  type PlanningSource,
  type PlanningView,
  type UnstoredChange,
} from "./planning-source.ts";
import type { Sharing } from "./sharing.ts";

/** Storage key: changes that an earlier page left (`left-changes.ts` reads it). */
export const LEFT_CHANGES_KEY = "diapason.leftChanges";

/** The planning in use: the team's, as this user sees it; `null`: this browser's own. */
interface Wanted {
  readonly userId: string | null;
}

interface SwitchingSourceEnvironment {
  readonly sharing: Pick<Sharing, "state" | "subscribe">;
  readonly person: { readonly id: () => string | null; readonly subscribe: (listener: () => void) => () => void };
  /**
   * What came with the page of the team's planning for this user; `null` if nothing did. It is shown until the source
   * is ready. Rejects if its code cannot be loaded now.
   */
  readonly firstView: (userId: string) => Promise<PlanningView | null>;
  /** Resolves once the browser has painted what is shown now. */
  readonly painted: () => Promise<void>;
  /** Loads the code of one of the two plannings, and returns how to open it; rejects if it cannot be loaded now. */
  readonly load: (wanted: Wanted) => Promise<() => DisposableSource>;
  /** Keeps a change in case the page is left before the source has stored it. */
  readonly keepUnstored: (userId: string, change: SubmittedChange) => MadeChange;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly random: () => number;
}

export interface SwitchingSource extends PlanningSource {
  /** Resolves once it is known whether data of the planning came with the page. */
  readonly looked: () => Promise<void>;
}

interface ActiveNeed {
  readonly need: PlanningNeed;
  stop: (() => void) | undefined;
}

/** Shown while a source is opened, and where nobody is signed in. */
export const OPENING: PlanningView = { snapshot: () => EMPTY_SNAPSHOT, statusOf: () => "loading", eventCount: () => 0 };

const OFFLINE: PlanningSnapshot = { ...EMPTY_SNAPSHOT, connection: { status: "offline", unsent: 0 } };

/** Shown if the code of the source cannot be loaded: the server is unreachable. */
const UNREACHABLE: PlanningView = { ...OPENING, snapshot: () => OFFLINE, statusOf: () => "failed" };

/** `null` while unknown, or while nobody is signed in. */
function wantedNow({ sharing, person }: Pick<SwitchingSourceEnvironment, "sharing" | "person">): Wanted | null {
  const userId = person.id();
  if (sharing.state() === "local") return { userId: null };
  return sharing.state() === "shared" && userId !== null ? { userId } : null;
}

/** What screens need, whichever source is in use. */
function createCarriedNeeds() {
  const needs = new Set<ActiveNeed>();
  let source: Pick<PlanningSource, "need"> | null = null;

  return {
    add: (need: PlanningNeed): (() => void) => {
      const active: ActiveNeed = { need, stop: source?.need(need) };
      needs.add(active);
      return () => {
        needs.delete(active);
        active.stop?.();
      };
    },
    /** The next source gets all needs, and the former one none any more. */
    carryTo(next: typeof source): void {
      source = next;
      for (const active of needs) {
        active.stop?.();
        active.stop = next?.need(active.need);
      }
    },
  };
}

/**
 * The planning in use: this browser's own, or the team's once it is shared (each signed-in user has their own view of
 * it). On a switch the needs of the screens are carried over, so screens do not notice.
 */
export function createSwitchingSource(environment: SwitchingSourceEnvironment): SwitchingSource {
  const { sharing, person, firstView, painted, load, keepUnstored, wait, random } = environment;
  const listeners = createListeners();
  const needs = createCarriedNeeds();
  let wanted: Wanted | null = null;
  let source: DisposableSource | null = null;
  let opening = OPENING;
  let looking = Promise.resolve();
  let stopListening: (() => void) | undefined;

  function close(): void {
    stopListening?.();
    needs.carryTo(null);
    source?.dispose();
    source = null;
    opening = OPENING;
  }

  function open(next: DisposableSource): void {
    source = next;
    stopListening = next.subscribe(listeners.notify);
    needs.carryTo(next);
    listeners.notify();
  }

  /** The code that sends and receives is loaded after the first view was painted: nobody waits for it. */
  async function openShared(asked: Wanted, userId: string): Promise<void> {
    looking = lookAtFirst(asked, userId);
    await looking;
    if (opening !== OPENING) await painted();
    if (wanted === asked) return loadSource(asked);
  }

  async function lookAtFirst(asked: Wanted, userId: string): Promise<void> {
    const view = await firstView(userId).catch(() => null);
    if (wanted !== asked || view === null) return;
    opening = view;
    listeners.notify();
  }

  async function loadSource(asked: Wanted, retry = 0): Promise<void> {
    const create = await load(asked).catch(() => null);
    if (wanted !== asked) return;
    if (create !== null) return open(create());
    if (opening === OPENING) opening = UNREACHABLE;
    listeners.notify();
    await wait(backOffDelay(retry, random()));
    if (wanted === asked) return loadSource(asked, retry + 1);
  }

  /** What screens show: the first view until the source has read what was not sent. */
  function shown(): PlanningView {
    if (source === null) return opening;
    return source.snapshot().status === "ready" || opening.snapshot().status === "loading" ? source : opening;
  }

  function follow(): void {
    const next = wantedNow(environment);
    if (next?.userId === wanted?.userId) return;
    close();
    wanted = next;
    listeners.notify();
    if (next !== null) void (next.userId === null ? loadSource(next) : openShared(next, next.userId));
  }

  /** Resolves with the planning in use, once there is one. */
  function opened(): Promise<DisposableSource> {
    if (source !== null) return Promise.resolve(source);
    return new Promise((resolve) => {
      const stop = listeners.subscribe(() => {
        if (source === null) return;
        stop();
        resolve(source);
      });
    });
  }

  sharing.subscribe(follow);
  person.subscribe(follow);
  follow();

  return {
    looked: () => looking,
    snapshot: () => shown().snapshot(),
    subscribe: listeners.subscribe,
    need: needs.add,
    statusOf: (need) => shown().statusOf(need),
    eventCount: (groupId) => shown().eventCount(groupId),
    dismiss: (refusalId) => source?.dismiss(refusalId),
    async submit(change) {
      const userId = person.id();
      const made = userId === null ? undefined : keepUnstored(userId, change);
      const outcome = await (await opened()).submit(change, made);
      made?.handleStored();
      return outcome;
    },
    applyPersonChange: async (change) => (await opened()).applyPersonChange(change),
  };
}

/**
 * Keeps each change until its source has stored it, which takes longer while the source's code is loading. If the page is
 * left before, the change is written to a synchronous storage, where the next page finds it.
 */
export function keepUnstoredChanges(storage: KeyValueStorage, page: Pick<EventTarget, "addEventListener">) {
  const unstored = new Set<UnstoredChange>();

  page.addEventListener("pagehide", () => {
    if (unstored.size === 0) return;
    const former = JSON.parse(storage.getItem(LEFT_CHANGES_KEY) ?? "[]") as readonly unknown[];
    tryToStore(storage, LEFT_CHANGES_KEY, JSON.stringify([...former, ...unstored]));
  });

  return (made: UnstoredChange): MadeChange => {
    unstored.add(made);
    return { id: made.id, handleStored: () => void unstored.delete(made) };
  };
}
