import type { PlannedEvent } from "#domain/planning.ts";
import { useEventDeletion } from "#client/domain-ui/use-event-deletion.tsx";
import { useConnection, useSubmit } from "#client/planning/planning-hooks.ts";
import { TwoStepConfirm } from "#client/ui/two-step-confirm.tsx";
import { actionText } from "#text/actions.ts";
import { deleteEvent } from "#text/dashboard.ts";

interface EventDeletionProps {
  readonly event: PlannedEvent;
  readonly size?: "row" | "cell" | undefined;
  readonly className?: string | undefined;
}

/** Deletes an event in two steps. */
export function EventDeletion({ event, size, className }: EventDeletionProps) {
  const deleteIt = useEventDeletion({ submit: useSubmit(), isShared: useConnection() !== null });
  return (
    <TwoStepConfirm
      size={size}
      className={className}
      label={deleteEvent(event.name)}
      confirmLabel={actionText.confirmDeletion}
      cancelLabel={actionText.cancel}
      onConfirm={() => void deleteIt(event)}
    />
  );
}
