import { lazy, Suspense } from "react";
import type { PlannedEvent } from "#domain/planning.ts";
import { may, roleOf } from "#domain/permissions.ts";
import { useUser } from "#client/session/session-hooks.ts";

interface EventTrashProps {
  readonly event: PlannedEvent;
  /** In a cell of the calendar it asks in a layer over the event. */
  readonly size?: "row" | "cell" | undefined;
  /** Of the trash. */
  readonly className?: string | undefined;
}

/** For admins only: the others do not load it. */
const EventDeletion = lazy(async () => ({ default: (await import("./event-deletion.tsx")).EventDeletion }));

/** The trash of an event, where the reader may delete it; its place is kept until it is there. */
export function EventTrash(props: EventTrashProps) {
  if (!may(roleOf(useUser()), "event.delete")) return null;
  return (
    <Suspense fallback={<span className={`size-11 ${props.className ?? ""}`} />}>
      <EventDeletion {...props} />
    </Suspense>
  );
}
