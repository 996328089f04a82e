import * as z from "zod/mini";
import { PlanningChangeRow } from "#contract/planning/planning-change.ts";
import { type KeyValueStorage, readStored, tryToStore } from "../storage/browser-storage.ts";
import type { UnstoredChange } from "./planning-source.ts";
import { LEFT_CHANGES_KEY } from "./switching-source.ts";

const LeftChanges = z.array(
  z.object({ id: z.string(), userId: z.string(), change: PlanningChangeRow, madeAt: z.number() }),
);

/** Takes the changes that an earlier page had not stored when it was left, oldest first. */
export function takeLeftChanges(
  storage: KeyValueStorage,
  isWanted: (change: UnstoredChange) => boolean,
): readonly UnstoredChange[] {
  const left = readStored(storage, LEFT_CHANGES_KEY, LeftChanges);
  if (left.status === "missing") return [];
  storage.removeItem(LEFT_CHANGES_KEY);
  if (left.status === "unreadable") return [];
  const others = left.value.filter((change) => !isWanted(change));
  if (others.length > 0) tryToStore(storage, LEFT_CHANGES_KEY, JSON.stringify(others));
  return left.value.filter(isWanted);
}
