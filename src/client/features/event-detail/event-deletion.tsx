import { givenEntries } from "#domain/planning/shown-absences.ts";
import { Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useLocation } from "wouter";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import type { SeriesScope } from "#domain/planning/event-edit.ts";
import { useEventDeletion } from "#client/deletion/use-event-deletion.tsx";
import { useConnection, useSubmit } from "#client/planning/planning-hooks.ts";
import { useScopedEvents } from "#client/planning/group-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { RadioRows } from "#client/ui/fields/segmented-control.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { PAGES } from "#client/pages.ts";
import { actionText } from "#text/phrases/actions.ts";
import { longDateTime } from "#text/phrases/dates.ts";
import { answersGoingToo, deletionQuestion, eventText } from "#text/event/event.ts";
import { answersGoingWithAll, eventPageText } from "#text/event/event-page.ts";
import { eventEditingText } from "#text/event/event-form.ts";
import { wayBack } from "#text/administration/trash.ts";

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
export function EventDeletion({ event, className, onDelete }: EventDeletionProps) {
  const [isAsking, setIsAsking] = useState(false);
  const cancelRef = useRef<HTMLButtonElement>(null);
  const isShared = useConnection() !== null;
  const deleteIt = useEventDeletion({ submit: useSubmit(), isShared });
  const [, navigate] = useLocation();
  const [scope, setScope] = useState<SeriesScope>("one");
  const { events: deleted, isComplete } = useScopedEvents(event, scope);
  const answerCount = deleted.reduce(
    (sum, each) => sum + new Set(givenEntries(each.availability).map(({ userId }) => userId)).size,
    0,
  );

  const lost = deleted.length > 1 ? answersGoingWithAll(deleted.length, answerCount) : answersGoingToo(answerCount);

  async function deleteAndLeave(): Promise<void> {
    setIsAsking(false);
    onDelete();
    if (await deleteIt(event, scope)) navigate(PAGES.home, { replace: true });
  }

  return (
    <>
      <Button variant="quiet" className={className} icon={<Trash2 />} onClick={() => setIsAsking(true)}>
        {eventText.delete}
      </Button>
      <Dialog
        isOpen={isAsking}
        title={deletionQuestion(event.name)}
        icon={<Trash2 />}
        initialFocusRef={cancelRef}
        onClose={() => setIsAsking(false)}
        actions={
          <>
            <Button ref={cancelRef} onClick={() => setIsAsking(false)}>
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
        <p>{isComplete ? lost : eventPageText.answersGoing}</p>
        <p>{wayBack(isShared)}</p>
      </Dialog>
    </>
  );
}
