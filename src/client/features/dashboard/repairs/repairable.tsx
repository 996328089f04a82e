import { useMay } from "#client/planning/membership/rights-hooks.ts";
import { lazyPart } from "#client/ui/page/lazy-part.tsx";
import type { RepairableProps } from "./repairable-props.ts";

function State({ children }: RepairableProps) {
  return children;
}

/** Loaded only for users who may repair line-ups. Until it is loaded, or if loading fails, only the state is shown. */
const RepairableState = lazyPart<RepairableProps>(
  () =>
    import("./repairable-state.tsx").then(
      (part) => part.RepairableState,
      () => State,
    ),
  State,
);

/**
 * Shows users who may repair line-ups that a kept line-up of these events needs a repair. The notice replaces or follows
 * the state.
 */
export function Repairable(props: RepairableProps) {
  const kept = props.events.find(({ lineUp }) => lineUp);
  return useMay("line_up.keep", kept?.groupId ?? null) && kept ? <RepairableState {...props} /> : props.children;
}
