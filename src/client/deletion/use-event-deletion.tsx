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

interface Deletion {
  readonly message: string;
  /** The change that restores what was deleted. */
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

/** Returns a function that reports a deletion and offers to undo it. If undoing fails, it offers to retry. */
export function useUndoOffer(submit: Submit): (deletion: Deletion) => void {
  const showToast = useToast();

  async function restore(undo: Restoration): Promise<void> {
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
      onAction: () => void restore(undo),
      reach: "everywhere",
    });
  }

  return ({ message, undo }) => {
    const action = undo && { actionLabel: actionText.cancel, onAction: () => void restore(undo) };
    // Shown on every screen, because deleting an event on its own page leads to another screen.
    showToast({ message, icon: <Trash2 />, reach: "everywhere", ...action });
  };
}

interface PlanningOfEvent {
  readonly submit: Submit;
  /** In a shared planning, a refusal is shown to the user. In a planning of one browser, it is only logged (specification §8). */
  readonly isShared: boolean;
}

/** Returns a function that deletes an event, reports it and offers to undo it. Resolves with whether it was deleted. */
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
    // oxlint-disable-next-line no-console -- the specification requires only the log here
    else console.error(`Event ${id} was not deleted: ${outcome.code}`);
    return outcome.status !== "refused";
  };
}
