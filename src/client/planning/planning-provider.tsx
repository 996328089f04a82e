import { type ReactNode, useMemo } from "react";
import { PlanningContext, type PlanningEnvironment } from "./planning-context.ts";

type PlanningProviderProps = PlanningEnvironment & { readonly children: ReactNode };

/** Provides the planning to the screens below it. Screens read it through `planning-hooks.ts` only. */
export function PlanningProvider({ children, ...environment }: PlanningProviderProps) {
  const { source, selectedGroup, seesAllGroups, sharing, device, deleters } = environment;
  const { subscribeToPeople, subscribeToReloads } = environment;
  const kept = useMemo(
    () => ({ source, selectedGroup, seesAllGroups, sharing, device, deleters, subscribeToPeople, subscribeToReloads }),
    [source, selectedGroup, seesAllGroups, sharing, device, deleters, subscribeToPeople, subscribeToReloads],
  );
  return <PlanningContext value={kept}>{children}</PlanningContext>;
}
