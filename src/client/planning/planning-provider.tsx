import { type ReactNode, useMemo } from "react";
import { PlanningContext, type PlanningSurroundings } from "./planning-context.ts";

type PlanningProviderProps = PlanningSurroundings & { readonly children: ReactNode };

/** Gives the screens below it their planning; they reach it through `planning-hooks.ts` only. */
export function PlanningProvider({ children, ...surroundings }: PlanningProviderProps) {
  const { source, selectedGroup, seesAllGroups, sharing, device, subscribeToPeople } = surroundings;
  const kept = useMemo(
    () => ({ source, selectedGroup, seesAllGroups, sharing, device, subscribeToPeople }),
    [source, selectedGroup, seesAllGroups, sharing, device, subscribeToPeople],
  );
  return <PlanningContext value={kept}>{children}</PlanningContext>;
}
