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
  const [event] = props.events;
  const isAllowed = useMay("line_up.keep", event?.groupId ?? null) && props.events.some(({ lineUp }) => lineUp);
  return isAllowed ? <RepairableState {...props} /> : props.children;
}
