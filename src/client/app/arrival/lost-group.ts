import type { LostGroup } from "../../planning/selected-group.ts";
import { createListeners } from "../../storage/listeners.ts";

const listeners = createListeners();
let lost: LostGroup | null = null;

/** The selected group that is gone, until the user has read the notice about it. */
export const lostGroup = {
  subscribe: listeners.subscribe,
  get: (): LostGroup | null => lost,
  set(group: LostGroup | null): void {
    lost = group;
    listeners.notify();
  },
};
