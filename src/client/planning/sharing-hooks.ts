import { useStore } from "../storage/listeners.ts";
import { usePlanningEnvironment } from "./planning-hooks.ts";
import type { Sharing, WallClock } from "./sharing.ts";

/** Whether the planning is this browser's own or the team's; `unknown` until the server has answered. */
export function useSharingState(): ReturnType<Sharing["state"]> {
  const { sharing } = usePlanningEnvironment();
  return useStore(sharing.subscribe, sharing.state);
}

/** The clock that defines « today » in the planning in use. */
export function useClock(): WallClock {
  const { sharing } = usePlanningEnvironment();
  return useStore(sharing.subscribe, sharing.clock);
}
