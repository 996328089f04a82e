import { givenEntries } from "#domain/planning/shown-absences.ts";
import { Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useLocation } from "wouter";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { useEventDeletion } from "#client/deletion/use-event-deletion.tsx";
import { useConnection, useSubmit } from "#client/planning/planning-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { PAGES } from "#client/pages.ts";
import { actionText } from "#text/phrases/actions.ts";
import { longDateTime } from "#text/phrases/dates.ts";
import { answersGoingToo, deletionQuestion, eventText } from "#text/event/event.ts";
import { wayBack } from "#text/administration/trash.ts";

interface EventDeletionProps {
  readonly event: PlannedEvent;
  /** Called before the event is deleted, so that its page does not report it as missing. */
  readonly onDelete: () => void;
}

/** Deletes the event after a dialog that lists what is deleted with it; then shows the dashboard and offers to undo. */
export function EventDeletion({ event, onDelete }: EventDeletionProps) {
  const [isAsking, setIsAsking] = useState(false);
  const cancelRef = useRef<HTMLButtonElement>(null);
  const isShared = useConnection() !== null;
  const deleteIt = useEventDeletion({ submit: useSubmit(), isShared });
  const [, navigate] = useLocation();
  const answerCount = new Set(givenEntries(event.availability).map(({ userId }) => userId)).size;

  async function deleteAndLeave(): Promise<void> {
    setIsAsking(false);
    onDelete();
    if (await deleteIt(event)) navigate(PAGES.home, { replace: true });
  }

  return (
    <>
      <Button
        variant="quiet"
        className="text-missing! hover:bg-missing-soft!"
        icon={<Trash2 />}
        onClick={() => setIsAsking(true)}
      >
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
        <p>{answersGoingToo(answerCount)}</p>
        <p>{wayBack(isShared)}</p>
      </Dialog>
    </>
  );
}
