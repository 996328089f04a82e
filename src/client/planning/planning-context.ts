import { createContext, use, useSyncExternalStore } from "react";
import type { Listeners } from "../storage/listeners.ts";
import type { PlanningDevice } from "./local-source.ts";
import type { PlanningSnapshot, PlanningSource } from "./planning-source.ts";
import type { SelectedGroup } from "./selected-group.ts";
import type { Sharing } from "./sharing.ts";

/** What the planning hooks stand on. */
export interface PlanningSurroundings {
  readonly source: PlanningSource;
  readonly selectedGroup: SelectedGroup;
  /** Whether the viewer may see the events of every group (`event.see_other_groups`). */
  readonly seesAllGroups: boolean;
  /** Which planning counts: for those screens that say so, or change it. */
  readonly sharing: Sharing;
  /** Where this browser keeps a planning of its own. */
  readonly device: PlanningDevice;
  /** Tells when a shared planning says that people changed; returns how to stop. */
  readonly subscribeToPeople: Listeners["subscribe"];
}

export const PlanningContext = createContext<PlanningSurroundings | null>(null);

export function usePlanningSurroundings(): PlanningSurroundings {
  const surroundings = use(PlanningContext);
  if (surroundings === null) throw new Error("No PlanningProvider above this component");
  return surroundings;
}

/** The planning as it is now; the same object until something changes. */
export function useSnapshot(): PlanningSnapshot {
  const { source } = usePlanningSurroundings();
  return useSyncExternalStore(source.subscribe, source.snapshot);
}
