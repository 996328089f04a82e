import { Copy, Pencil, CalendarPlus } from "lucide-react";
import { Link } from "wouter";
import { useMay } from "#client/planning/membership/rights-hooks.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { buttonClass, Button } from "#client/ui/buttons/button.tsx";
import { copyEventPage, editEventPage } from "#client/pages.ts";
import { calendarDownloadText, calendarFileName, eventPageText } from "#text/event/event-page.ts";
import { EventDeletion } from "./event-deletion.tsx";
import { startTransition, useActionState } from "react";
import { eventAddress } from "#client/messages/message-offer.tsx";
import { useConnection } from "#client/planning/planning-hooks.ts";
import { useClock } from "#client/planning/sharing-hooks.ts";
import { saveTextFile } from "#client/ui/page/save-file.ts";
import { Alert } from "#client/ui/surfaces/message.tsx";

type Outcome = "nothing" | "saved" | "failed";

interface DownloadOptions {
  readonly userId: string;
  readonly isShared: boolean;
  readonly timeZone: string;
}

async function downloadEvent(event: PlannedEvent, { userId, isShared, timeZone }: DownloadOptions): Promise<void> {
  const { writeEventFile } = await import("./event-file.ts");
  const answer = event.availability.find((entry) => entry.userId === userId)?.status ?? null;
  const address = isShared ? eventAddress(event.id) : null;
  saveTextFile(calendarFileName(event), writeEventFile(event, { timeZone, answer, userId, address }), "text/calendar");
}

interface CalendarDownloadProps {
  readonly event: PlannedEvent;
  readonly className: string;
}

/** Saves the event as a file that calendar programs open. Its code is loaded when pressed. */
function CalendarDownload({ event, className }: CalendarDownloadProps) {
  const { id: userId } = useUser();
  const isShared = useConnection() !== null;
  const { timeZone } = useClock();

  async function download(): Promise<Outcome> {
    try {
      await downloadEvent(event, { userId, isShared, timeZone });
      return "saved";
    } catch {
      // The code could not be loaded.
      return "failed";
    }
  }

  const [outcome, submit, isPending] = useActionState<Outcome>(download, "nothing");
  return (
    <>
      <Button
        variant="quiet"
        icon={<CalendarPlus />}
        className={className}
        isPending={isPending}
        onClick={() => startTransition(submit)}
      >
        {calendarDownloadText.add}
      </Button>
      {outcome === "failed" ? (
        <div className="px-3 pb-3 md:order-last md:basis-full md:pt-1 md:pb-0">
          <Alert>{calendarDownloadText.failed}</Alert>
        </div>
      ) : null}
    </>
  );
}

interface EventActionsProps {
  readonly event: PlannedEvent;
  readonly onDelete: () => void;
}

const DANGER = "text-missing! hover:bg-missing-soft!";

/** What one can do with the event besides answering: for most its file for a calendar, for admins and leaders more. */
export function EventActions({ event, onDelete }: EventActionsProps) {
  const { groupId } = event;
  const [canEdit, canCreate] = [useMay("event.edit", groupId), useMay("event.create", groupId)];
  const canDelete = useMay("event.delete", groupId);
  const linkClass = `${buttonClass({ variant: "quiet" })} event-action`;
  return (
    <div className="event-actions shadow-1 md:shadow-none print:hidden">
      <CalendarDownload event={event} className="event-action" />
      {canEdit ? (
        <Link href={editEventPage(event.id)} className={linkClass}>
          <Pencil />
          {eventPageText.edit}
        </Link>
      ) : null}
      {canCreate ? (
        <Link href={copyEventPage(event.id)} className={linkClass}>
          <Copy />
          {eventPageText.duplicate}
        </Link>
      ) : null}
      {canDelete ? <EventDeletion event={event} onDelete={onDelete} className={`event-action ${DANGER}`} /> : null}
    </div>
  );
}
