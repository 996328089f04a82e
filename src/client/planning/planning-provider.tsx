import { type ReactNode, useMemo } from "react";
import { PlanningContext, type PlanningSurroundings } from "./planning-context.ts";

type PlanningProviderProps = PlanningSurroundings & { readonly children: ReactNode };

/** Gives the screens below it their planning; they reach it through `planning-hooks.ts` only. */
export function PlanningProvider({ source, selectedGroup, seesAllGroups, children }: PlanningProviderProps) {
  const surroundings = useMemo(
    () => ({ source, selectedGroup, seesAllGroups }),
    [source, selectedGroup, seesAllGroups],
  );
  return <PlanningContext value={surroundings}>{children}</PlanningContext>;
}
