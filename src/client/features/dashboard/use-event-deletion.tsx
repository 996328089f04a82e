import { Trash2 } from "lucide-react";
import type { PlannedEvent } from "#domain/planning.ts";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { useToast } from "#client/ui/toast.tsx";
import { eventDeleted } from "#text/event.ts";

/** How to delete an event and say so. A deletion that fails is only logged (specification §8). */
export function useEventDeletion(): (event: PlannedEvent) => void {
  const submit = useSubmit();
  const showToast = useToast();

  async function deleteEvent({ id, name }: PlannedEvent): Promise<void> {
    const outcome = await submit({ type: "event.deleted", eventId: id });
    // oxlint-disable-next-line no-console -- the log is all that the specification wants here
    if (outcome.status === "refused") console.error(`Event ${id} was not deleted: ${outcome.code}`);
    else showToast({ message: eventDeleted(name), icon: <Trash2 /> });
  }

  return (event) => void deleteEvent(event);
}
