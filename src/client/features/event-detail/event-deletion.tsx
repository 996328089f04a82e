import { Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useLocation } from "wouter";
import type { PlannedEvent } from "#domain/planning.ts";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { Button } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog.tsx";
import { useToast } from "#client/ui/toast.tsx";
import { actionText } from "#text/actions.ts";
import { longDateTime } from "#text/dates.ts";
import { deletionLoss, deletionQuestion, eventDeleted, eventText } from "#text/event.ts";

interface EventDeletionProps {
  readonly event: PlannedEvent;
  /** Called before the event goes, so that its page does not show that it is missing. */
  readonly onDelete: () => void;
}

/** Deletes the event after a dialog that says what is lost; the dashboard follows. */
export function EventDeletion({ event, onDelete }: EventDeletionProps) {
  const [isAsking, setIsAsking] = useState(false);
  const cancelRef = useRef<HTMLButtonElement>(null);
  const submit = useSubmit();
  const showToast = useToast();
  const [, navigate] = useLocation();
  const answerCount = new Set(event.availability.map(({ userId }) => userId)).size;

  async function deleteAndLeave(): Promise<void> {
    setIsAsking(false);
    onDelete();
    const outcome = await submit({ type: "event.deleted", eventId: event.id });
    if (outcome.status === "refused") {
      // oxlint-disable-next-line no-console -- the log is all that the specification wants here (§8)
      console.error(`Event ${event.id} was not deleted: ${outcome.code}`);
    } else {
      navigate("/", { replace: true });
      showToast({ message: eventDeleted(event.name), icon: <Trash2 /> });
    }
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
        <p>{deletionLoss(answerCount)}</p>
      </Dialog>
    </>
  );
}
