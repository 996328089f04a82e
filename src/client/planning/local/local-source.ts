import { EMPTY_PLANNING, eventsOfGroup, type Planning, SEED_GROUPS } from "#domain/planning.ts";
import { applyChange, type PlanningChange, refusalOf } from "#domain/planning-change.ts";
import { undoingOf } from "#domain/undoing.ts";
import type { KeyValueStorage } from "../storage/browser-storage.ts";
import { createListeners } from "../storage/listeners.ts";
import { setAside } from "../storage/stored-value.ts";
import type { DisposableSource, PlanningSnapshot, SubmitOutcome } from "./planning-source.ts";
import { createStoredPlanning, type KeptPlanning, PLANNING_KEYS } from "./stored-planning.ts";

/** How long creating, renaming and deleting a group seems to take (specification §4); what is taken back is there at once. */
export const GROUP_CHANGE_DELAY_MS = 1_000;

/** Where this browser keeps its planning. */
export interface PlanningDevice {
  readonly storage: KeyValueStorage;
  /** Where the browser tells what other tabs stored. */
  readonly storageEvents: EventTarget;
  /** Runs `task` while no other tab runs one. */
  readonly exclusively: <Result>(task: () => Result) => Promise<Result>;
  /** Milliseconds since 1970; names what is set aside. */
  readonly now: () => number;
}

export interface LocalSourceSurroundings extends PlanningDevice {
  readonly wait: (milliseconds: number) => Promise<void>;
}

interface LoadedPlanning {
  readonly planning: Planning;
  /** False where something unreadable had to stay in its place: nothing may be written over it. */
  readonly isWritable: boolean;
}

const STORAGE_FULL: SubmitOutcome = { status: "refused", code: "storage.full" };
const DISPOSED: SubmitOutcome = { status: "refused", code: "planning.already_shared" };
const DELAYED: ReadonlySet<PlanningChange["type"]> = new Set(["group.created", "group.renamed", "group.deleted"]);
const KEYS: ReadonlySet<string> = new Set(Object.values(PLANNING_KEYS));
/** What a browser starts with. */
export const NEW_PLANNING: Planning = { ...EMPTY_PLANNING, groups: SEED_GROUPS };
const UNKNOWN: PlanningSnapshot = {
  status: "loading",
  planning: EMPTY_PLANNING,
  setAside: [],
  connection: null,
  lateRefusals: [],
};

function isSame(shown: KeptPlanning, { groups, events, combinablePairs }: KeptPlanning): boolean {
  return shown.groups === groups && shown.events === events && shown.combinablePairs === combinablePairs;
}

/** The specification's planning: it lives in this browser's storage, and its tabs stay in step. */
export function createLocalSource(surroundings: LocalSourceSurroundings): DisposableSource {
  const { storage, storageEvents, exclusively, wait, now } = surroundings;
  const stored = createStoredPlanning(storage);
  const listeners = createListeners();
  let snapshot = firstSnapshot();
  let isDisposed = false;

  /** What can be shown before the lock is had: everything, when all of it can be read. */
  function firstSnapshot(): PlanningSnapshot {
    const { parts, unreadable } = stored.read();
    if (parts.groups === undefined || unreadable.length > 0) return UNKNOWN;
    return { ...UNKNOWN, status: "ready", planning: { ...EMPTY_PLANNING, ...parts } };
  }

  function show(planning: Planning, newlySetAside: readonly string[] = []): void {
    const isKnown = snapshot.status === "ready" && isSame(snapshot.planning, planning);
    if (isKnown && newlySetAside.length === 0) return;
    const setAsideKeys = [...new Set([...snapshot.setAside, ...newlySetAside])];
    snapshot = { ...UNKNOWN, status: "ready", planning, setAside: setAsideKeys };
    listeners.notify();
  }

  /**
   * The planning as stored now. What cannot be read is set aside, and a new planning's groups are stored. Only under
   * the lock.
   */
  function load(): LoadedPlanning {
    const { parts, unreadable } = stored.read();
    const planning = { ...NEW_PLANNING, ...parts };
    const setAsideNow = unreadable.filter((key) => setAside(storage, key, now()));
    const isWritable = setAsideNow.length === unreadable.length;
    if (isWritable && (parts.groups === undefined || unreadable.length > 0)) stored.write(planning);
    show(planning, setAsideNow);
    return { planning, isWritable };
  }

  function change(wanted: PlanningChange): SubmitOutcome {
    const { planning, isWritable } = load();
    const refusal = refusalOf(planning, wanted);
    if (refusal !== null) return { status: "refused", code: refusal };
    const changed = applyChange(planning, wanted);
    if (!isWritable || !stored.write(changed)) return STORAGE_FULL;
    show(changed);
    const undo = undoingOf(planning, wanted);
    return { status: "done", ...(undo && { undo }) };
  }

  /** A turn may come when this planning counts no more: nothing of it is written then. */
  function reload(): void {
    void exclusively(() => {
      if (!isDisposed) load();
    });
  }

  function handleStorage(event: Event): void {
    const { key } = event as StorageEvent;
    if (key === null || KEYS.has(key)) reload();
  }

  storageEvents.addEventListener("storage", handleStorage);
  reload();

  return {
    snapshot: () => snapshot,
    subscribe: listeners.subscribe,
    need: () => () => undefined,
    dismiss: () => undefined,
    statusOf: () => (snapshot.status === "ready" ? "ready" : "loading"),
    eventCount: (groupId) => eventsOfGroup(snapshot.planning, groupId).length,
    async submit(wanted) {
      if (DELAYED.has(wanted.type)) await wait(GROUP_CHANGE_DELAY_MS);
      return exclusively(() => (isDisposed ? DISPOSED : change(wanted)));
    },
    dispose() {
      isDisposed = true;
      storageEvents.removeEventListener("storage", handleStorage);
    },
  };
}
