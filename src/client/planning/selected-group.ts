import { findGroup } from "#domain/planning.ts";
import { type KeyValueStorage, tryToStore } from "../storage/browser-storage.ts";
import { createListeners } from "../storage/listeners.ts";
import type { PlanningSource } from "./planning-source.ts";

/** Holds the bare id of the selected group (specification §3). */
const SELECTED_GROUP_KEY = "selectedGroup";

export interface SelectedGroup {
  readonly id: () => string | null;
  readonly subscribe: (listener: () => void) => () => void;
  readonly select: (groupId: string | null) => void;
}

/**
 * The selected group of this browser: stored, and in step with its other tabs. Where nothing can be stored the choice
 * holds until the page is left, so that a full storage keeps nobody out of the dashboard.
 */
export function createSelectedGroup(storage: KeyValueStorage, storageEvents: EventTarget): SelectedGroup {
  const listeners = createListeners();
  let current = storage.getItem(SELECTED_GROUP_KEY);

  function follow(groupId: string | null): void {
    if (groupId === current) return;
    current = groupId;
    listeners.notify();
  }

  storageEvents.addEventListener("storage", (event) => {
    const { key } = event as StorageEvent;
    if (key === SELECTED_GROUP_KEY || key === null) follow(storage.getItem(SELECTED_GROUP_KEY));
  });

  return {
    id: () => current,
    subscribe: listeners.subscribe,
    select(groupId) {
      if (groupId === null || !tryToStore(storage, SELECTED_GROUP_KEY, groupId)) storage.removeItem(SELECTED_GROUP_KEY);
      follow(groupId);
    },
  };
}

/** Clears the selection whenever its group is not in the planning: deleted here, in another tab, or since last time. */
export function dropSelectionOfDeletedGroups(source: PlanningSource, selectedGroup: SelectedGroup): () => void {
  function check(): void {
    const { status, planning } = source.snapshot();
    const groupId = selectedGroup.id();
    if (status === "ready" && groupId !== null && !findGroup(planning, groupId)) selectedGroup.select(null);
  }
  check();
  const stops = [source.subscribe(check), selectedGroup.subscribe(check)];
  return () => {
    for (const stop of stops) stop();
  };
}
