import * as z from "zod/mini";
import { PlanningChangeRow } from "#contract/planning/planning-change.ts";
import { type KeyValueStorage, readStored, tryToStore } from "../storage/browser-storage.ts";
import type { UnstoredChange } from "./planning-source.ts";
import { UNSTORED_CHANGES_KEY } from "./switching-source.ts";

const UnstoredChanges = z.array(
  z.object({ id: z.string(), userId: z.string(), change: PlanningChangeRow, madeAt: z.number() }),
);

/** Removes and returns the changes that `keepUnstoredChanges` wrote when an earlier page was left, oldest first. */
export function takeUnstoredChanges(
  storage: KeyValueStorage,
  isWanted: (change: UnstoredChange) => boolean,
): readonly UnstoredChange[] {
  const unstored = readStored(storage, UNSTORED_CHANGES_KEY, UnstoredChanges);
  if (unstored.status === "missing") return [];
  storage.removeItem(UNSTORED_CHANGES_KEY);
  if (unstored.status === "unreadable") return [];
  const others = unstored.value.filter((change) => !isWanted(change));
  if (others.length > 0) tryToStore(storage, UNSTORED_CHANGES_KEY, JSON.stringify(others));
  return unstored.value.filter(isWanted);
}
