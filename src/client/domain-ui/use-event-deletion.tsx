import { Trash2 } from "lucide-react";
import type { PlannedEvent } from "#domain/planning.ts";
import type { PlanningChange } from "#domain/planning-change.ts";
import { sentenceOf } from "#text/errors.ts";
import { eventDeleted, eventNotDeleted } from "#text/event.ts";
import { useToast } from "../ui/toast.tsx";

type RefusalCode = Parameters<typeof sentenceOf>[0];

interface PlanningOfEvent {
  readonly submit: (
    change: PlanningChange,
  ) => Promise<{ readonly status: "done" | "kept" } | { readonly status: "refused"; readonly code: RefusalCode }>;
  /** In a shared planning a refusal is explained; in a planning of one browser it is only logged (specification §8). */
  readonly isShared: boolean;
}

/** How to delete an event and say what became of it; whether it is gone. */
export function useEventDeletion({
  submit,
  isShared,
}: PlanningOfEvent): (event: Pick<PlannedEvent, "id" | "name">) => Promise<boolean> {
  const showToast = useToast();
  return async ({ id, name }) => {
    const outcome = await submit({ type: "event.deleted", eventId: id });
    if (outcome.status !== "refused") showToast({ message: eventDeleted(name), icon: <Trash2 /> });
    else if (isShared) showToast({ message: eventNotDeleted(name, sentenceOf(outcome.code)) });
    // oxlint-disable-next-line no-console -- the log is all that the specification wants here
    else console.error(`Event ${id} was not deleted: ${outcome.code}`);
    return outcome.status !== "refused";
  };
}
