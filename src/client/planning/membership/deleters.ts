import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { createListeners, type Listeners } from "../../storage/listeners.ts";

/** Who deleted which group or event of a shared planning, as far as the change stream reported it to this page. */
export interface Deleters {
  readonly subscribe: Listeners["subscribe"];
  /** The id of the user who deleted this group or event; `null` if unknown. */
  readonly of: (id: string) => string | null;
  /** Records a streamed `change` made by the user with the id `by`. */
  readonly note: (change: PlanningChange, by: string) => void;
}

export function createDeleters(): Deleters {
  const listeners = createListeners();
  const known = new Map<string, string>();
  return {
    subscribe: listeners.subscribe,
    of: (id) => known.get(id) ?? null,
    note(change, by) {
      if (change.type === "group.deleted") known.set(change.groupId, by);
      else if (change.type === "event.deleted") known.set(change.eventId, by);
      else return;
      listeners.notify();
    },
  };
}
