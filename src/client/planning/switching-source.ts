import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import { backOffDelay } from "../http/back-off.ts";
import { type KeyValueStorage, tryToStore } from "../storage/browser-storage.ts";
import { createListeners } from "../storage/listeners.ts";
import {
  type DisposableSource,
  EMPTY_SNAPSHOT,
  type UnstoredHandle,
  type PlanningNeed,
  type PlanningSnapshot,
  type PlanningSource,
  type PlanningView,
  type UnstoredChange,
} from "./planning-source.ts";
import type { Sharing } from "./sharing.ts";

/** Storage key: changes that no source had stored when the page was left (`unstored-changes.ts` reads them). */
export const UNSTORED_CHANGES_KEY = "diapason.leftChanges";

/** Which planning to use: the team's, as this user sees it; with `null`, this browser's own. */
interface PlanningChoice {
  readonly userId: string | null;
}

interface SwitchingSourceEnvironment {
  readonly sharing: Pick<Sharing, "state" | "subscribe">;
  readonly person: { readonly id: () => string | null; readonly subscribe: (listener: () => void) => () => void };
  /**
   * The parts of the team's planning that came with the page for this user; `null` if there are none. They are shown until
   * the source is ready. Rejects if the code that reads them cannot be loaded.
   */
  readonly firstView: (userId: string) => Promise<PlanningView | null>;
  /** Resolves once the browser has painted the current screen. */
  readonly painted: () => Promise<void>;
  /** Loads the code of one of the two sources, and returns a function that creates it. Rejects if loading fails. */
  readonly load: (choice: PlanningChoice) => Promise<() => DisposableSource>;
  /** Remembers a change until the source has stored it, in case the page is left before. */
  readonly keepUnstored: (userId: string, change: SubmittedChange) => UnstoredHandle;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly random: () => number;
}

export interface SwitchingSource extends PlanningSource {
  /** Resolves once the first view is shown, or it is known that there is none. */
  readonly firstViewChecked: () => Promise<void>;
}

interface ActiveNeed {
  readonly need: PlanningNeed;
  stop: (() => void) | undefined;
}

/** Shown while a source is opened, and while nobody is signed in. */
export const OPENING: PlanningView = { snapshot: () => EMPTY_SNAPSHOT, statusOf: () => "loading", eventCount: () => 0 };

const OFFLINE: PlanningSnapshot = { ...EMPTY_SNAPSHOT, connection: { status: "offline", unsent: 0 } };

/** Shown if the code of the source cannot be loaded: the server is unreachable. */
const UNREACHABLE: PlanningView = { ...OPENING, snapshot: () => OFFLINE, statusOf: () => "failed" };

/** `null` while it is unknown whether the planning is shared, or while nobody is signed in. */
function chooseNow({ sharing, person }: Pick<SwitchingSourceEnvironment, "sharing" | "person">): PlanningChoice | null {
  const userId = person.id();
  if (sharing.state() === "local") return { userId: null };
  return sharing.state() === "shared" && userId !== null ? { userId } : null;
}

/** The needs of all mounted screens. They outlive a source: the next one gets them (`moveTo`). */
function createActiveNeeds() {
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
    /** Ends all needs at the former source, and starts them at the next one. */
    moveTo(next: typeof source): void {
      source = next;
      for (const active of needs) {
        active.stop?.();
        active.stop = next?.need(active.need);
      }
    },
  };
}

/**
 * The planning that screens use: this browser's own, or the team's once it is shared, as the signed-in user sees it. It
 * loads the code of the source in use, and moves the needs of the screens to it.
 */
export function createSwitchingSource(environment: SwitchingSourceEnvironment): SwitchingSource {
  const { sharing, person, firstView, painted, load, keepUnstored, wait, random } = environment;
  const listeners = createListeners();
  const needs = createActiveNeeds();
  let current: PlanningChoice | null = null;
  let source: DisposableSource | null = null;
  /** Shown until the source is ready. */
  let placeholder = OPENING;
  let firstViewShown = Promise.resolve();
  let stopListening: (() => void) | undefined;

  function close(): void {
    stopListening?.();
    needs.moveTo(null);
    source?.dispose();
    source = null;
    placeholder = OPENING;
  }

  function open(next: DisposableSource): void {
    source = next;
    stopListening = next.subscribe(listeners.notify);
    needs.moveTo(next);
    listeners.notify();
  }

  /** Loads the code of the source only after the first view was painted, so that loading it does not delay the paint. */
  async function openShared(choice: PlanningChoice, userId: string): Promise<void> {
    firstViewShown = showFirstView(choice, userId);
    await firstViewShown;
    if (placeholder !== OPENING) await painted();
    if (current === choice) return loadSource(choice);
  }

  async function showFirstView(choice: PlanningChoice, userId: string): Promise<void> {
    const view = await firstView(userId).catch(() => null);
    if (current !== choice || view === null) return;
    placeholder = view;
    listeners.notify();
  }

  async function loadSource(choice: PlanningChoice, retry = 0): Promise<void> {
    const create = await load(choice).catch(() => null);
    if (current !== choice) return;
    if (create !== null) return open(create());
    if (placeholder === OPENING) placeholder = UNREACHABLE;
    listeners.notify();
    await wait(backOffDelay(retry, random()));
    if (current === choice) return loadSource(choice, retry + 1);
  }

  function switchIfNeeded(): void {
    const next = chooseNow(environment);
    if (next?.userId === current?.userId) return;
    close();
    current = next;
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

  sharing.subscribe(switchIfNeeded);
  person.subscribe(switchIfNeeded);
  switchIfNeeded();

  return {
    firstViewChecked: () => firstViewShown,
    snapshot: () => shownView(source, placeholder).snapshot(),
    subscribe: listeners.subscribe,
    need: needs.add,
    statusOf: (need) => shownView(source, placeholder).statusOf(need),
    eventCount: (groupId) => shownView(source, placeholder).eventCount(groupId),
    dismiss: (refusalId) => source?.dismiss(refusalId),
    async submit(change) {
      const userId = person.id();
      const handle = userId === null ? undefined : keepUnstored(userId, change);
      const target = await opened();
      // Another user signed in meanwhile. The change stays unstored, for the next page of its author.
      if (person.id() !== userId) return { status: "stored" };
      const outcome = await target.submit(change, handle);
      handle?.markStored();
      return outcome;
    },
    applyPersonChange: async (change) => (await opened()).applyPersonChange(change),
  };
}

/** The view that screens show: a first view stays until the source has read the unsent changes of this user. */
function shownView(source: PlanningView | null, placeholder: PlanningView): PlanningView {
  if (source === null) return placeholder;
  const hasFirstView = placeholder.snapshot().status === "ready";
  return hasFirstView && source.snapshot().status !== "ready" ? placeholder : source;
}

/**
 * Returns a function that remembers a change until its source has stored it: at the start of a page, the source's code may
 * still be loading. If the user leaves the page before, the change is written to a synchronous storage for the next page.
 */
export function keepUnstoredChanges(storage: KeyValueStorage, page: Pick<EventTarget, "addEventListener">) {
  const unstored = new Set<UnstoredChange>();

  page.addEventListener("pagehide", () => {
    if (unstored.size === 0) return;
    const former = JSON.parse(storage.getItem(UNSTORED_CHANGES_KEY) ?? "[]") as readonly unknown[];
    tryToStore(storage, UNSTORED_CHANGES_KEY, JSON.stringify([...former, ...unstored]));
  });

  return (change: UnstoredChange): UnstoredHandle => {
    unstored.add(change);
    return { id: change.id, markStored: () => void unstored.delete(change) };
  };
}
