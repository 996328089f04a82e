import type { Submit } from "#contract/planning/submit.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import type { SeriesScope } from "#domain/planning/event-edit.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { eventDeleted, eventNotDeleted } from "#text/event/event.ts";
import { seriesDeleted } from "#text/event/event-page.ts";
import { useToast } from "../ui/overlays/toast.tsx";
import { useUndoOffer } from "./use-undo-offer.tsx";

interface PlanningOfEvent {
  readonly submit: Submit;
  /**
   * In a shared planning a refusal is explained to the user; in a planning of one browser it is only logged
   * (specification §8).
   */
  readonly isShared: boolean;
}

/**
 * Returns a function that deletes an event, reports the result, offers to undo it, and resolves with whether the event
 * was deleted.
 */
export function useEventDeletion({
  submit,
  isShared,
}: PlanningOfEvent): (event: PlannedEvent, scope?: SeriesScope) => Promise<boolean> {
  const showToast = useToast();
  const offerUndo = useUndoOffer(submit);
  return async ({ id, name, date, seriesId }, scope = "one") => {
    const isSeries = scope === "following" && seriesId !== undefined;
    const outcome = await submit(
      isSeries ? { type: "series.deleted", eventId: id, seriesId, from: date } : { type: "event.deleted", eventId: id },
    );
    const message = isSeries ? seriesDeleted(name) : eventDeleted(name);
    if (outcome.status !== "refused") offerUndo({ message, undo: outcome.undo });
    else if (isShared) showToast({ message: eventNotDeleted(name, sentenceOf(outcome.code)) });
    // oxlint-disable-next-line no-console -- the log is all that the specification wants here
    else console.error(`Event ${id} was not deleted: ${outcome.code}`);
    return outcome.status !== "refused";
  };
}
