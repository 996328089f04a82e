import { CalendarCheck } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import type { RefusalCode } from "#contract/planning/submit.ts";
import type { EventDetails } from "#domain/planning/planning.ts";
import { dayPage } from "#client/pages.ts";
import { useSelectedGroupId, useSubmit } from "#client/planning/planning-hooks.ts";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { eventCreated } from "#text/event/event-creation.ts";
import { newEventId } from "./new-event-id.ts";

interface EventCreation {
  readonly isPending: boolean;
  /** Why the latest try failed; `null` if it did not. */
  readonly refusal: RefusalCode | null;
  readonly create: (details: EventDetails) => void;
}

/** Creates the event in the selected group, calls `onCreated`, and shows its day. */
export function useEventCreation(onCreated: () => void): EventCreation {
  // One id for all tries of a form, so that a second press cannot create a second event.
  const [id] = useState(newEventId);
  const [isPending, setIsPending] = useState(false);
  const [refusal, setRefusal] = useState<RefusalCode | null>(null);
  const groupId = useSelectedGroupId() ?? "";
  const submit = useSubmit();
  const showToast = useToast();
  const [, navigate] = useLocation();

  async function create(details: EventDetails): Promise<void> {
    setIsPending(true);
    const outcome = await submit({ type: "event.created", event: { id, groupId, ...details } });
    setIsPending(false);
    setRefusal(outcome.status === "refused" ? outcome.code : null);
    if (outcome.status === "refused") return;
    onCreated();
    navigate(dayPage(details.date), { replace: true });
    showToast({ message: eventCreated(details.name), icon: <CalendarCheck /> });
  }

  return { isPending, refusal, create: (details) => void create(details) };
}
