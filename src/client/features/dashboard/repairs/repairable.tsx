import { may, roleOf } from "#domain/permissions.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { lazyPart } from "#client/ui/page/lazy-part.tsx";
import type { RepairableProps } from "./repairable-props.ts";

function State({ children }: RepairableProps) {
  return children;
}

/** Only who may repair a line-up loads it. Until then, and without its code, the state alone is shown. */
const RepairableState = lazyPart<RepairableProps>(
  () =>
    import("./repairable-state.tsx").then(
      (part) => part.RepairableState,
      () => State,
    ),
  State,
);

/** Shows of these events, for who may repair it, that a kept line-up is to be repaired: in place of the state, or after it. */
export function Repairable(props: RepairableProps) {
  const isAllowed = may(roleOf(useUser()), "line_up.keep") && props.events.some(({ lineUp }) => lineUp);
  return isAllowed ? <RepairableState {...props} /> : props.children;
}
