import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { type KeyValueStorage, tryToStore } from "../storage/browser-storage.ts";

/** `left-changes.ts` reads it. */
export const LEFT_CHANGES_KEY = "diapason.leftChanges";

/** A change that was made on a page, and that its source has not stored yet. */
export interface UnstoredChange {
  readonly id: string;
  readonly userId: string;
  readonly change: PlanningChange;
  /** When the person made it: milliseconds since 1970. */
  readonly madeAt: number;
}

/** A change that is kept until its source has stored it. */
export interface MadeChange extends Pick<UnstoredChange, "id"> {
  readonly handleStored: () => void;
}

export type KeepUnstored = (made: UnstoredChange) => MadeChange;

/**
 * A pressed button shows at once. Storing the change takes some milliseconds, and longer while the code of the source is
 * still loading. If the page is left meanwhile, it leaves its changes to the next one, in a storage that does not wait.
 */
export function keepUnstoredChanges(
  storage: KeyValueStorage,
  page: Pick<EventTarget, "addEventListener">,
): KeepUnstored {
  const unstored = new Set<UnstoredChange>();

  page.addEventListener("pagehide", () => {
    if (unstored.size === 0) return;
    const former = JSON.parse(storage.getItem(LEFT_CHANGES_KEY) ?? "[]") as readonly unknown[];
    tryToStore(storage, LEFT_CHANGES_KEY, JSON.stringify([...former, ...unstored]));
  });

  return (made) => {
    unstored.add(made);
    return { id: made.id, handleStored: () => void unstored.delete(made) };
  };
}
