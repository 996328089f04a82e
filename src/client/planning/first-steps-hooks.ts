import type { StepsMemory } from "#domain/planning/first-steps.ts";
import { tryToStore } from "../storage/browser-storage.ts";
import { createListeners, useStore } from "../storage/listeners.ts";
import { usePlanningEnvironment } from "./planning-hooks.ts";

const KEY_PREFIX = "firstSteps.";

const listeners = createListeners();
/** Used if the browser's storage is blocked or full. */
const unstored = new Map<string, StepsMemory>();

/** Whether this user has begun or finished the list of first steps (« Premiers pas »), stored in this browser. */
export function useStepsMemory(userId: string): {
  readonly memory: StepsMemory | null;
  readonly remember: (memory: StepsMemory) => void;
} {
  const { storage } = usePlanningEnvironment().device;
  const key = KEY_PREFIX + userId;
  const stored = useStore(listeners.subscribe, () => unstored.get(key) ?? storage.getItem(key));
  return {
    memory: stored === "begun" || stored === "over" ? stored : null,
    remember(memory) {
      if (!tryToStore(storage, key, memory)) unstored.set(key, memory);
      listeners.notify();
    },
  };
}
