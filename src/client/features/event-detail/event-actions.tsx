import { Copy, Pencil } from "lucide-react";
import { Link } from "wouter";
import { may, roleOf } from "#domain/permissions.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { buttonClass } from "#client/ui/buttons/button.tsx";
import { copyEventPage, editEventPage } from "#client/pages.ts";
import { eventPageText } from "#text/event/event-page.ts";
import { CalendarDownload } from "./calendar-download.tsx";
import { EventDeletion } from "./event-deletion.tsx";

interface EventActionsProps {
  readonly event: PlannedEvent;
  readonly onDelete: () => void;
}

const DANGER = "text-missing! hover:bg-missing-soft!";

/** What one can do with the event besides answering: for most its file for a calendar, for admins more. */
export function EventActions({ event, onDelete }: EventActionsProps) {
  const role = roleOf(useUser());
  const linkClass = `${buttonClass({ variant: "quiet" })} event-action`;
  return (
    <div className="event-actions shadow-1 md:shadow-none print:hidden">
      <CalendarDownload event={event} className="event-action" />
      {may(role, "event.edit") ? (
        <Link href={editEventPage(event.id)} className={linkClass}>
          <Pencil />
          {eventPageText.edit}
        </Link>
      ) : null}
      {may(role, "event.create") ? (
        <Link href={copyEventPage(event.id)} className={linkClass}>
          <Copy />
          {eventPageText.duplicate}
        </Link>
      ) : null}
      {may(role, "event.delete") ? (
        <EventDeletion event={event} onDelete={onDelete} className={`event-action ${DANGER}`} />
      ) : null}
    </div>
  );
}
