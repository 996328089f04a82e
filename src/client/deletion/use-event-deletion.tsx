import { CircleAlert, Trash2, Undo2 } from "lucide-react";
import type { Submit } from "#contract/planning/planning-change.ts";
import type { SeriesScope } from "#domain/planning/event-edit.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import type { Restoration } from "#domain/planning/undoing.ts";
import { notRestored, restorationReason, restored } from "#text/administration/trash.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { seriesDeleted } from "#text/event/event-page.ts";
import { eventDeleted, eventNotDeleted } from "#text/event/event.ts";
import { actionText } from "#text/phrases/actions.ts";
import { useToast } from "../ui/overlays/toast.tsx";

interface Deleted {
  readonly message: string;
  readonly undo: Restoration | undefined;
}

function nameOf(undo: Restoration): string {
  switch (undo.type) {
    case "event.restored":
      return undo.event.name;
    case "group.restored":
      return undo.group.name;
    case "series.restored":
      return undo.events[0]?.name ?? "";
  }
}

/** Returns a function that reports a deletion and offers to undo it. If undoing fails, it can be tried again. */
export function useUndoOffer(submit: Submit): (deleted: Deleted) => void {
  const showToast = useToast();

  async function takeBack(undo: Restoration): Promise<void> {
    const outcome = await submit(undo);
    if (outcome.status !== "refused") {
      showToast({ message: restored(nameOf(undo), undo.type), icon: <Undo2 /> });
      return;
    }
    showToast({
      message: `${notRestored(nameOf(undo))}. ${restorationReason(undo.type, outcome)}`,
      icon: <CircleAlert />,
      isFailure: true,
      actionLabel: actionText.retry,
      onAction: () => void takeBack(undo),
      reach: "everywhere",
    });
  }

  return ({ message, undo }) => {
    const offer = undo && { actionLabel: actionText.cancel, onAction: () => void takeBack(undo) };
    // Offered on every screen, because deleting an event on its own page leads away from it.
    showToast({ message, icon: <Trash2 />, reach: "everywhere", ...offer });
  };
}

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
