import { useMemo } from "react";
import { type PlanningSurroundings, usePlanningSurroundings, useSnapshot } from "./planning-context.ts";
import type { LateRefusal, PlanningSource } from "./planning-source.ts";

/** Calls its listener when a shared planning tells that somebody's services or name changed, or that they are gone. */
export function usePeopleChanges(): PlanningSurroundings["subscribeToPeople"] {
  return usePlanningSurroundings().subscribeToPeople;
}

/** Whoever is known to belong to any group, each once; nobody where the planning keeps nothing of it. */
export function useMemberIds(): readonly string[] {
  const { members } = useSnapshot().planning;
  return useMemo(() => [...new Set(Object.values(members ?? {}).flat())], [members]);
}

/** Changes of this person that were kept, sent later, and then refused. */
export function useLateRefusals(): readonly LateRefusal[] {
  return useSnapshot().lateRefusals;
}

/** How its author says that a late refusal has been read. */
export function useDismissRefusal(): PlanningSource["dismiss"] {
  return usePlanningSurroundings().source.dismiss;
}
