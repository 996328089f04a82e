import type { PlannedEvent } from "#domain/planning.ts";
import { may, roleOf } from "#domain/permissions.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { latePart } from "#client/ui/late-part.tsx";

interface EventTrashProps {
  readonly event: PlannedEvent;
  /** In a cell of the calendar it asks in a layer over the event. */
  readonly size?: "row" | "cell" | undefined;
  /** Of the trash. */
  readonly className?: string | undefined;
}

/** For admins only: the others do not load it. */
const EventDeletion = latePart(
  async () => (await import("./event-deletion.tsx")).EventDeletion,
  ({ className = "" }: EventTrashProps) => <span className={`size-11 ${className}`} />,
);

/** The trash of an event, where the reader may delete it; its place is kept until it is there. */
export function EventTrash(props: EventTrashProps) {
  if (!may(roleOf(useUser()), "event.delete")) return null;
  return <EventDeletion {...props} />;
}
