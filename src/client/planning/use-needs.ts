import { useEffect, useMemo } from "react";
import { usePlanningEnvironment } from "./planning-context.ts";
import type { NeedStatus, PlanningNeed } from "./planning-source.ts";
import { useStore } from "../storage/use-store.ts";

/** Loads several needs while the component is mounted, and returns the status of each. */
export function useNeeds(needs: readonly PlanningNeed[]): readonly NeedStatus[] {
  const { source } = usePlanningEnvironment();
  const key = JSON.stringify(needs);
  useEffect(() => {
    const wanted = JSON.parse(key) as readonly PlanningNeed[];
    const stops = wanted.map(source.need);
    return () => {
      for (const stop of stops) stop();
    };
  }, [source, key]);
  const statuses = useStore(source.subscribe, () => needs.map(source.statusOf).join(" "));
  return useMemo(() => statuses.split(" ") as NeedStatus[], [statuses]);
}
