import type { PlannedEvent } from "#domain/planning/planning.ts";
import { useMay } from "#client/planning/membership/rights-hooks.ts";
import { optionalPart } from "#client/ui/page/lazy-part.tsx";

interface EventTrashProps {
  readonly event: PlannedEvent;
  /** `cell`: in a cell of the calendar, the question is a layer over the event. */
  readonly size?: "row" | "cell" | undefined;
  readonly tabIndex?: 0 | -1 | undefined;
  /** For the trash button. */
  readonly className?: string | undefined;
}

/** Loaded only for users who may delete it. */
const EventDeletion = optionalPart(
  async () => (await import("./event-deletion.tsx")).EventDeletion,
  ({ className = "" }: EventTrashProps) => <span className={`size-11 ${className}`} />,
);

/** The trash button of an event, if the user may delete it; its room is reserved until it is loaded. */
export function EventTrash(props: EventTrashProps) {
  if (!useMay("event.delete", props.event.groupId)) return null;
  return <EventDeletion {...props} />;
}
