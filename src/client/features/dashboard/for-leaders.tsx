import { useMay } from "#client/planning/planning-hooks.ts";
import { optionalPart } from "#client/ui/page/lazy-part.tsx";
import type { EventDeletionProps, RepairableProps } from "./leader-parts.tsx";

/** Loaded only for users who may delete the event. */
const EventDeletion = optionalPart(
  async () => (await import("./leader-parts.tsx")).EventDeletion,
  ({ className = "" }: EventDeletionProps) => <span className={`size-11 ${className}`} />,
);

/** The trash button of an event, if the user may delete the event. Its space is reserved until it is loaded. */
export function EventTrash(props: EventDeletionProps) {
  if (!useMay("event.delete", props.event.groupId)) return null;
  return <EventDeletion {...props} />;
}

/** Loaded only for users who may repair line-ups. Until it is loaded, only the state is shown. */
const RepairableState = optionalPart(
  async () => (await import("./leader-parts.tsx")).RepairableState,
  ({ children }: RepairableProps) => children,
);

/**
 * Shows users who may repair line-ups that a kept line-up of these events needs a repair. The notice replaces or follows
 * the state.
 */
export function Repairable(props: RepairableProps) {
  const kept = props.events.find(({ lineUp }) => lineUp);
  return useMay("line_up.keep", kept?.groupId ?? null) && kept ? <RepairableState {...props} /> : props.children;
}
