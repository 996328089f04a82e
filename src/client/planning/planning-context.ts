import { createContext, use } from "react";
import type { PlanningSource } from "./planning-source.ts";
import type { SelectedGroup } from "./selected-group.ts";

/** What the planning hooks stand on. */
export interface PlanningSurroundings {
  readonly source: PlanningSource;
  readonly selectedGroup: SelectedGroup;
  /** Whether the viewer may see the events of every group (`event.see_other_groups`). */
  readonly seesAllGroups: boolean;
}

export const PlanningContext = createContext<PlanningSurroundings | null>(null);

export function usePlanningSurroundings(): PlanningSurroundings {
  const surroundings = use(PlanningContext);
  if (surroundings === null) throw new Error("No PlanningProvider above this component");
  return surroundings;
}
