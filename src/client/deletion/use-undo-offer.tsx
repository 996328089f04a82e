import { CircleAlert, Trash2, Undo2 } from "lucide-react";
import type { PlanningChange } from "#domain/planning-change.ts";
import type { Restoration } from "#domain/undoing.ts";
import { actionText } from "#text/actions.ts";
import type { sentenceOf } from "#text/errors.ts";
import { notRestored, restorationReason, restored } from "#text/trash.ts";
import { useToast } from "../ui/toast.tsx";

type RefusalCode = Parameters<typeof sentenceOf>[0];

export type Submit = (
  change: PlanningChange,
) => Promise<
  | { readonly status: "done" | "kept"; readonly undo?: Restoration }
  | { readonly status: "refused"; readonly code: RefusalCode }
>;

interface Deleted {
  /** Says that it is deleted. */
  readonly message: string;
  readonly undo: Restoration | undefined;
}

function nameOf(undo: Restoration): string {
  return undo.type === "event.restored" ? undo.event.name : undo.group.name;
}

/** How to say that something is deleted and offer to take that back; what cannot be taken back can be tried again. */
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
    // Deleting an event on its page leads away from there.
    showToast({ message, icon: <Trash2 />, reach: "everywhere", ...offer });
  };
}
