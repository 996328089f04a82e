import { Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useLocation } from "wouter";
import type { PlannedEvent } from "#domain/planning.ts";
import { useEventDeletion } from "#client/domain-ui/use-event-deletion.tsx";
import { useConnection, useSubmit } from "#client/planning/planning-hooks.ts";
import { Button } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog.tsx";
import { actionText } from "#text/actions.ts";
import { longDateTime } from "#text/dates.ts";
import { answersGoingToo, deletionQuestion, eventText } from "#text/event.ts";
import { wayBack } from "#text/trash.ts";

interface EventDeletionProps {
  readonly event: PlannedEvent;
  /** Called before the event goes, so that its page does not show that it is missing. */
  readonly onDelete: () => void;
}

/** Deletes the event after a dialog that says what goes with it; the dashboard follows, and offers to take it back. */
export function EventDeletion({ event, onDelete }: EventDeletionProps) {
  const [isAsking, setIsAsking] = useState(false);
  const cancelRef = useRef<HTMLButtonElement>(null);
  const isShared = useConnection() !== null;
  const deleteIt = useEventDeletion({ submit: useSubmit(), isShared });
  const [, navigate] = useLocation();
  const answerCount = new Set(event.availability.map(({ userId }) => userId)).size;

  async function deleteAndLeave(): Promise<void> {
    setIsAsking(false);
    onDelete();
    if (await deleteIt(event)) navigate("/", { replace: true });
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
