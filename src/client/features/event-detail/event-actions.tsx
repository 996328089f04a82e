import { CalendarPlus, Copy, Pencil, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { useEventDeletion } from "#client/deletion/use-event-deletion.tsx";
import { NO_OUTCOME, type Outcome, useAction } from "#client/forms/use-action.tsx";
import { eventAddress } from "#client/messages/message-offer.tsx";
import { copyEventPage, editEventPage, PAGES } from "#client/pages.ts";
import { useScopedEvents } from "#client/planning/group-hooks.ts";
import { useConnection, useMay, useSubmit } from "#client/planning/planning-hooks.ts";
import { useClock } from "#client/planning/sharing-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Button, buttonClass } from "#client/ui/buttons/button.tsx";
import { RadioRows } from "#client/ui/fields/segmented-control.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { saveTextFile } from "#client/ui/page/save-file.ts";
import { Alert } from "#client/ui/surfaces/message.tsx";
import type { SeriesScope } from "#domain/planning/event-edit.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { givenEntries } from "#domain/planning/shown-absences.ts";
import { wayBack } from "#text/administration/trash.ts";
import { eventEditingText } from "#text/event/event-form.ts";
import { answersGoingWithAll, calendarDownloadText, calendarFileName, eventPageText } from "#text/event/event-page.ts";
import { answersGoingToo, deletionQuestion, eventText } from "#text/event/event.ts";
import { actionText } from "#text/phrases/actions.ts";
import { longDateTime } from "#text/phrases/dates.ts";

interface EventDeletionProps {
  readonly event: PlannedEvent;
  readonly className: string;
  /** Called before the event is deleted, so that its page does not report it as missing. */
  readonly onDelete: () => void;
}

const SCOPE_OPTIONS = [
  { value: "one", label: eventEditingText.one },
  { value: "following", label: eventEditingText.following },
] as const;

/** Deletes the event after a dialog that lists what is deleted with it; then shows the dashboard and offers to undo. */
function EventDeletion({ event, className, onDelete }: EventDeletionProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const cancelRef = useRef<HTMLButtonElement>(null);
  const isShared = useConnection() !== null;
  const deleteEvent = useEventDeletion({ submit: useSubmit(), isShared });
  const [, navigate] = useLocation();
  const [scope, setScope] = useState<SeriesScope>("one");
  const { events: deleted, isComplete } = useScopedEvents(event, scope);
  // Each person counts once per event.
  const answerKeys = deleted.flatMap(({ id, availability }) =>
    givenEntries(availability).map(({ userId }) => `${id} ${userId}`),
  );
  const answerCount = new Set(answerKeys).size;
  const lossSentence =
    deleted.length > 1 ? answersGoingWithAll(deleted.length, answerCount) : answersGoingToo(answerCount);

  async function deleteAndLeave(): Promise<void> {
    setIsConfirming(false);
    onDelete();
    if (await deleteEvent(event, scope)) navigate(PAGES.home, { replace: true });
  }

  return (
    <>
      <Button variant="quiet" className={className} icon={<Trash2 />} onClick={() => setIsConfirming(true)}>
        {eventText.delete}
      </Button>
      <Dialog
        isOpen={isConfirming}
        title={deletionQuestion(event.name)}
        icon={<Trash2 />}
        initialFocusRef={cancelRef}
        onClose={() => setIsConfirming(false)}
        actions={
          <>
            <Button ref={cancelRef} onClick={() => setIsConfirming(false)}>
              {actionText.cancel}
            </Button>
            <Button variant="danger" onClick={() => void deleteAndLeave()}>
              {actionText.delete}
            </Button>
          </>
        }
      >
        <p>{longDateTime(event.date, event.time)}.</p>
        {event.seriesId === undefined ? null : (
          <div className="my-2 text-ink">
            <RadioRows legend={eventEditingText.scope} options={SCOPE_OPTIONS} value={scope} onChange={setScope} />
          </div>
        )}
        <p>{isComplete ? lossSentence : eventPageText.answersGoing}</p>
        <p>{wayBack(isShared)}</p>
      </Dialog>
    </>
  );
}

/** Saves the event as an iCalendar file. The code that builds the file is loaded at the first press. */
function CalendarDownload({ event, className }: { readonly event: PlannedEvent; readonly className: string }) {
  const { id: userId } = useUser();
  const isShared = useConnection() !== null;
  const { timeZone } = useClock();

  async function download(): Promise<Outcome> {
    try {
      const { eventFileText } = await import("./event-file.ts");
      const text = eventFileText(event, { timeZone, userId, address: isShared ? eventAddress(event.id) : null });
      saveTextFile(calendarFileName(event), text, "text/calendar");
      return NO_OUTCOME;
    } catch {
      // The code could not be loaded.
      return { status: "failed", sentence: calendarDownloadText.failed };
    }
  }

  const { outcome, act, isPending } = useAction(download);
  return (
    <>
      <Button variant="quiet" icon={<CalendarPlus />} className={className} isPending={isPending} onClick={() => act()}>
        {calendarDownloadText.add}
      </Button>
      {outcome.status === "failed" ? (
        <div className="px-3 pb-3 md:order-last md:basis-full md:pt-1 md:pb-0">
          <Alert>{outcome.sentence}</Alert>
        </div>
      ) : null}
    </>
  );
}

const DANGER = "text-missing! hover:bg-missing-soft!";

/** The buttons of the event page: everybody can add the event to their calendar, admins and leaders can change it. */
export function EventActions({ event, onDelete }: { readonly event: PlannedEvent; readonly onDelete: () => void }) {
  const { groupId } = event;
  const canEdit = useMay("event.edit", groupId);
  const canCreate = useMay("event.create", groupId);
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
