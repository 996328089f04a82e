import type { PlannedEvent } from "#domain/planning.ts";
import { sentenceOf } from "#text/errors.ts";
import { eventDeleted, eventNotDeleted } from "#text/event.ts";
import { useToast } from "../ui/toast.tsx";
import { type Submit, useUndoOffer } from "./use-undo-offer.tsx";

interface PlanningOfEvent {
  readonly submit: Submit;
  /** In a shared planning a refusal is explained; in a planning of one browser it is only logged (specification §8). */
  readonly isShared: boolean;
}

/** How to delete an event, say what became of it and offer to take it back; whether it is gone. */
export function useEventDeletion({
  submit,
  isShared,
}: PlanningOfEvent): (event: Pick<PlannedEvent, "id" | "name">) => Promise<boolean> {
  const showToast = useToast();
  const offerUndo = useUndoOffer(submit);
  return async ({ id, name }) => {
    const outcome = await submit({ type: "event.deleted", eventId: id });
    if (outcome.status !== "refused") offerUndo({ message: eventDeleted(name), undo: outcome.undo });
    else if (isShared) showToast({ message: eventNotDeleted(name, sentenceOf(outcome.code)) });
    // oxlint-disable-next-line no-console -- the log is all that the specification wants here
    else console.error(`Event ${id} was not deleted: ${outcome.code}`);
    return outcome.status !== "refused";
  };
}
