import { findGroup, type Group } from "#domain/planning/planning.ts";
import { type KeyValueStorage, tryToStore } from "../storage/browser-storage.ts";
import { createListeners } from "../storage/listeners.ts";
import type { PlanningSource } from "./planning-source.ts";

const SELECTED_GROUP_KEY = "selectedGroup";

/**
 * The selected group of this browser: stored and synchronised between tabs. If nothing can be stored, the selection
 * lasts until the page is left, so that a full storage does not lock anybody out of the dashboard.
 */
export function createSelectedGroup(storage: KeyValueStorage, storageEvents: EventTarget) {
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
    select: (groupId: string | null): void => {
      if (groupId === null || !tryToStore(storage, SELECTED_GROUP_KEY, groupId)) storage.removeItem(SELECTED_GROUP_KEY);
      follow(groupId);
    },
  };
}

export type SelectedGroup = ReturnType<typeof createSelectedGroup>;

/** A selected group that is missing in the planning, and the reason if it is known. */
export type LostGroup =
  | { readonly reason: "deleted"; readonly group: Group }
  /** It belonged to this browser's own planning, which the team's planning has replaced. */
  | { readonly reason: "not_shared"; readonly group: Group }
  /** This page never had the group, so it does not know its name. */
  | { readonly reason: "unknown" };

/**
 * Clears the selection and calls `onDrop` when the selected group is missing in the planning: it was deleted, or belongs to
 * another planning. Returns a function that stops this.
 */
export function dropSelectionOfDeletedGroups(
  source: Pick<PlanningSource, "snapshot" | "subscribe">,
  selectedGroup: SelectedGroup,
  onDrop: (lost: LostGroup) => void = () => {},
): () => void {
  let lastFound: { readonly group: Group; readonly isShared: boolean } | null = null;
  function check(): void {
    const { status, planning, connection } = source.snapshot();
    const isShared = connection !== null;
    const groupId = selectedGroup.id();
    if (status !== "ready") return;
    // If another tab noticed it first, it has already cleared the selection for all tabs.
    const selectedId = groupId ?? lastFound?.group.id;
    if (selectedId === undefined) return;
    const group = findGroup(planning, selectedId);
    if (group) {
      lastFound = { group, isShared };
      return;
    }
    const former = lastFound?.group.id === selectedId ? lastFound : null;
    lastFound = null;
    if (former === null) onDrop({ reason: "unknown" });
    else onDrop({ reason: former.isShared === isShared ? "deleted" : "not_shared", group: former.group });
    if (groupId !== null) selectedGroup.select(null);
  }
  check();
  const stops = [source.subscribe(check), selectedGroup.subscribe(check)];
  return () => {
    for (const stop of stops) stop();
  };
}
