import { useMay } from "#client/planning/planning-hooks.ts";
import { optionalPart } from "#client/ui/page/lazy-part.tsx";
import type { EventDeletionProps, RepairableProps } from "./leader-parts.tsx";

/** Loaded only for users who may delete the event. */
const EventDeletion = optionalPart(
  async () => (await import("./leader-parts.tsx")).EventDeletion,
  ({ className = "" }: EventDeletionProps) => <span className={`size-11 ${className}`} />,
);

/** The button that deletes an event, for users who may do so. Its space is reserved until its code is loaded. */
export function EventTrash(props: EventDeletionProps) {
  if (!useMay("event.delete", props.event.groupId)) return null;
  return <EventDeletion {...props} />;
}

/** Loaded only for users who may repair line-ups. Until it is loaded, only the state is shown. */
const RepairableState = optionalPart(
  async () => (await import("./leader-parts.tsx")).RepairableState,
  ({ children }: RepairableProps) => children,
);

/** Shows the state of events (`children`) and, to users who may repair line-ups, that one of these needs a repair. */
export function Repairable(props: RepairableProps) {
  // Any event decides: they are of one group, except for admins, who may repair in every group.
  const eventWithLineUp = props.events.find(({ lineUp }) => lineUp);
  const canRepair = useMay("line_up.keep", eventWithLineUp?.groupId ?? null);
  return canRepair && eventWithLineUp ? <RepairableState {...props} /> : props.children;
}
