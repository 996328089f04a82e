import type { PlannedEvent } from "#domain/planning/planning.ts";
import { useEventDeletion } from "#client/deletion/use-event-deletion.tsx";
import { useConnection, useSubmit } from "#client/planning/planning-hooks.ts";
import { TwoStepConfirm } from "#client/ui/buttons/two-step-confirm.tsx";
import { actionText } from "#text/phrases/actions.ts";
import { longDateTime } from "#text/phrases/dates.ts";
import { deleteEvent } from "#text/dashboard/dashboard.ts";

interface EventDeletionProps {
  readonly event: PlannedEvent;
  readonly size?: "row" | "cell" | undefined;
  readonly tabIndex?: 0 | -1 | undefined;
  readonly className?: string | undefined;
}

/** Deletes an event after a confirmation in place. */
export function EventDeletion({ event, size, tabIndex, className }: EventDeletionProps) {
  const deleteIt = useEventDeletion({ submit: useSubmit(), isShared: useConnection() !== null });
  return (
    <TwoStepConfirm
      size={size}
      tabIndex={tabIndex}
      className={className}
      label={deleteEvent(event.name)}
      description={longDateTime(event.date, event.time)}
      confirmLabel={actionText.confirmDeletion}
      cancelLabel={actionText.cancel}
      onConfirm={() => void deleteIt(event)}
    />
  );
}
