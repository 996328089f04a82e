import { applyChange, type Planning, type PlanningChange, refusalOf, SEED_GROUPS } from "#domain/planning.ts";
import type { KeyValueStorage } from "../storage/browser-storage.ts";
import { createListeners } from "../storage/listeners.ts";
import { setAside } from "../storage/stored-value.ts";
import type { PlanningSnapshot, PlanningSource, SubmitOutcome } from "./planning-source.ts";
import { createStoredPlanning, EVENTS_KEY, GROUPS_KEY } from "./stored-planning.ts";

/** How long creating, renaming and deleting a group seems to take (specification §4). */
export const GROUP_CHANGE_DELAY_MS = 1_000;

export interface LocalSourceSurroundings {
  readonly storage: KeyValueStorage;
  /** Where the browser tells what other tabs stored. */
  readonly storageEvents: EventTarget;
  /** Runs `task` while no other tab runs one. */
  readonly exclusively: <Result>(task: () => Result) => Promise<Result>;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Milliseconds since 1970; names what is set aside. */
  readonly now: () => number;
}

interface LoadedPlanning {
  readonly planning: Planning;
  /** False where something unreadable had to stay in its place: nothing may be written over it. */
  readonly isWritable: boolean;
}

const STORAGE_FULL: SubmitOutcome = { status: "refused", code: "storage.full" };
const NO_EVENTS: Planning["events"] = [];
const UNKNOWN: PlanningSnapshot = { status: "loading", planning: { groups: [], events: NO_EVENTS }, setAside: [] };

/** The specification's planning: it lives in this browser's storage, and its tabs stay in step. */
export function createLocalSource(surroundings: LocalSourceSurroundings): PlanningSource {
  const { storage, storageEvents, exclusively, wait, now } = surroundings;
  const stored = createStoredPlanning(storage);
  const listeners = createListeners();
  let snapshot = firstSnapshot();

  /** What can be shown before the lock is had: everything, when all of it can be read. */
  function firstSnapshot(): PlanningSnapshot {
    const { lists, unreadable } = stored.read();
    const { groups, events = NO_EVENTS } = lists;
    if (groups === undefined || unreadable.length > 0) return UNKNOWN;
    return { status: "ready", planning: { groups, events }, setAside: [] };
  }

  function show({ groups, events }: Planning, newlySetAside: readonly string[] = []): void {
    const { status, planning } = snapshot;
    const isKnown = status === "ready" && planning.groups === groups && planning.events === events;
    if (isKnown && newlySetAside.length === 0) return;
    const setAsideKeys = [...new Set([...snapshot.setAside, ...newlySetAside])];
    snapshot = { status: "ready", planning: { groups, events }, setAside: setAsideKeys };
    listeners.notify();
  }

  /**
   * The planning as stored now. What cannot be read is set aside, and a new planning's groups are stored. Only under
   * the lock.
   */
  function load(): LoadedPlanning {
    const { lists, unreadable } = stored.read();
    const { groups = SEED_GROUPS, events = NO_EVENTS } = lists;
    const planning = { groups, events };
    const setAsideNow = unreadable.filter((key) => setAside(storage, key, now()));
    const isWritable = setAsideNow.length === unreadable.length;
    if (isWritable && (lists.groups === undefined || unreadable.length > 0)) stored.write(planning);
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
    return { status: "done" };
  }

  storageEvents.addEventListener("storage", (event) => {
    const { key } = event as StorageEvent;
    if (key === null || key === GROUPS_KEY || key === EVENTS_KEY) void exclusively(load);
  });
  void exclusively(load);

  return {
    snapshot: () => snapshot,
    subscribe: listeners.subscribe,
    async submit(wanted) {
      if (wanted.type.startsWith("group.")) await wait(GROUP_CHANGE_DELAY_MS);
      return exclusively(() => change(wanted));
    },
  };
}
