import type { SubmitOutcome } from "#contract/planning/planning-change.ts";
import { applyChange, type PlanningChange, refusalOf } from "#domain/planning/planning-change.ts";
import { EMPTY_PLANNING, eventsOfGroup, type Planning } from "#domain/planning/planning.ts";
import { createAbsenceView } from "#domain/planning/shown-absences.ts";
import { undoingOf } from "#domain/planning/undoing.ts";
import { type KeyValueStorage, setAside } from "../../storage/browser-storage.ts";
import { createListeners } from "../../storage/listeners.ts";
import { takeUnstoredChanges } from "../unstored-changes.ts";
import { type DisposableSource, EMPTY_SNAPSHOT, type PlanningSnapshot } from "../planning-source.ts";
import { isPlanningKey, type LocalPlanning, PLANNING_PARTS } from "./planning-keys.ts";
import { createStoredPlanning, NEW_PLANNING } from "./stored-planning.ts";

/** Simulated duration of creating, renaming and deleting a group (specification §4). Undo has no delay. */
export const GROUP_CHANGE_DELAY_MS = 1_000;

export interface PlanningDevice {
  readonly storage: KeyValueStorage;
  /** Receives `storage` events: values that other tabs stored. */
  readonly storageEvents: EventTarget;
  /** Runs `task` while no other tab of this browser runs one. */
  readonly exclusively: <Result>(task: () => Result) => Promise<Result>;
  /** Milliseconds since 1970. Also names the keys to which unreadable values are moved. */
  readonly now: () => number;
}

export interface LocalSourceEnvironment extends PlanningDevice {
  readonly wait: (milliseconds: number) => Promise<void>;
}

interface LoadedPlanning {
  readonly planning: Planning;
  /** False if an unreadable value could not be moved: it must not be overwritten. */
  readonly isWritable: boolean;
}

const STORAGE_FULL: SubmitOutcome = { status: "refused", code: "storage.full" };
const DISPOSED: SubmitOutcome = { status: "refused", code: "planning.already_shared" };
const DELAYED: ReadonlySet<PlanningChange["type"]> = new Set(["group.created", "group.renamed", "group.deleted"]);

function isSame(shown: LocalPlanning | null, planning: LocalPlanning): boolean {
  return shown !== null && PLANNING_PARTS.every((part) => shown[part] === planning[part]);
}

/** The planning of one browser, before the team shares one. All tabs share it in `localStorage` (specification §3). */
export function createLocalSource(environment: LocalSourceEnvironment): DisposableSource {
  const { storage, storageEvents, exclusively, wait, now } = environment;
  const stored = createStoredPlanning(storage);
  const listeners = createListeners();
  const withAbsences = createAbsenceView();
  /** The planning of the snapshot as it is stored: without the answers that absences imply. */
  let shown: Planning | null = null;
  let snapshot = firstSnapshot();
  let isDisposed = false;

  /** The snapshot until the lock is granted: the stored planning, if all of it can be read. */
  function firstSnapshot(): PlanningSnapshot {
    const { parts, unreadable } = stored.read();
    if (parts.groups === undefined || unreadable.length > 0) return EMPTY_SNAPSHOT;
    shown = { ...EMPTY_PLANNING, ...parts };
    return { ...EMPTY_SNAPSHOT, status: "ready", planning: withAbsences(shown) };
  }

  function show(planning: Planning, newlySetAside: readonly string[] = []): void {
    if (isSame(shown, planning) && newlySetAside.length === 0) return;
    const setAsideKeys = [...new Set([...snapshot.setAside, ...newlySetAside])];
    shown = planning;
    snapshot = { ...EMPTY_SNAPSHOT, status: "ready", planning: withAbsences(planning), setAside: setAsideKeys };
    listeners.notify();
  }

  /** Reads the planning, moves unreadable values to other keys, and stores the first groups. To be called under the lock. */
  function load(): LoadedPlanning {
    const { parts, unreadable } = stored.read();
    const planning = { ...NEW_PLANNING, ...parts };
    const setAsideNow = unreadable.filter((key) => setAside(storage, key, now()));
    const isWritable = setAsideNow.length === unreadable.length;
    if (isWritable && (parts.groups === undefined || unreadable.length > 0)) stored.write(planning);
    show(planning, setAsideNow);
    return { planning, isWritable };
  }

  function applyAndStore(change: PlanningChange): SubmitOutcome {
    const { planning, isWritable } = load();
    const refusal = refusalOf(planning, change);
    if (refusal !== null) return { status: "refused", code: refusal };
    const changed = applyChange(planning, change);
    if (!isWritable || !stored.write(changed)) return STORAGE_FULL;
    show(changed);
    const undo = undoingOf(planning, change);
    return { status: "done", ...(undo && { undo }) };
  }

  /** Waits for the lock between tabs. Writes nothing if another planning replaced this one meanwhile. */
  function changeExclusively(change: PlanningChange): Promise<SubmitOutcome> {
    return exclusively(() => (isDisposed ? DISPOSED : applyAndStore(change)));
  }

  function reload(): void {
    void exclusively(() => {
      if (!isDisposed) load();
    });
  }

  function handleStorage(event: Event): void {
    if (isPlanningKey((event as StorageEvent).key)) reload();
  }

  storageEvents.addEventListener("storage", handleStorage);
  reload();
  // The changes of any user that an earlier page had not stored when it was left.
  for (const unstored of takeUnstoredChanges(storage, () => true)) void changeExclusively(unstored.change);

  return {
    snapshot: () => snapshot,
    subscribe: listeners.subscribe,
    // Everything is loaded already.
    need: () => () => undefined,
    dismiss: () => undefined,
    statusOf: () => (snapshot.status === "ready" ? "ready" : "loading"),
    eventCount: (groupId) => eventsOfGroup(snapshot.planning, groupId).length,
    async submit(change) {
      if (DELAYED.has(change.type)) await wait(GROUP_CHANGE_DELAY_MS);
      return changeExclusively(change);
    },
    applyPersonChange: changeExclusively,
    dispose() {
      isDisposed = true;
      storageEvents.removeEventListener("storage", handleStorage);
    },
  };
}
