import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { createListeners } from "../../storage/listeners.ts";

/** Who deleted which group or event of a shared planning, as far as the change stream reported it to this page. */
export function createDeleters() {
  const listeners = createListeners();
  const known = new Map<string, string>();
  return {
    subscribe: listeners.subscribe,
    of: (id: string) => known.get(id) ?? null,
    note(change: PlanningChange, by: string): void {
      if (change.type === "group.deleted") known.set(change.groupId, by);
      else if (change.type === "event.deleted") known.set(change.eventId, by);
      else return;
      listeners.notify();
    },
  };
}

export type Deleters = ReturnType<typeof createDeleters>;
