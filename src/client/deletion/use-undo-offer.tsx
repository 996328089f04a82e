import { CircleAlert, Trash2, Undo2 } from "lucide-react";
import type { Submit } from "#contract/planning/submit.ts";
import type { Restoration } from "#domain/planning/undoing.ts";
import { actionText } from "#text/phrases/actions.ts";
import { notRestored, restorationReason, restored } from "#text/administration/trash.ts";
import { useToast } from "../ui/overlays/toast.tsx";

interface Deleted {
  /** Text that reports the deletion. */
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
