import { CalendarCheck } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import type { EventDetails } from "#domain/planning.ts";
import { useSelectedGroupId, useSubmit } from "#client/planning/planning-hooks.ts";
import { useToast } from "#client/ui/toast.tsx";
import { eventCreated } from "#text/event-creation.ts";
import type { sentenceOf } from "#text/errors.ts";
import { newEventId } from "./new-event-id.ts";

type RefusalCode = Parameters<typeof sentenceOf>[0];

interface EventCreation {
  readonly isPending: boolean;
  /** Why the latest try failed; `null` when none did. */
  readonly refusal: RefusalCode | null;
  readonly create: (details: EventDetails) => void;
}

/** Creates the event in the selected group, then shows its day. */
export function useEventCreation(): EventCreation {
  // One id for all tries of one form: a second press cannot make a second event.
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
    navigate(`/?jour=${details.date}`, { replace: true });
    showToast({ message: eventCreated(details.name), icon: <CalendarCheck /> });
  }

  return { isPending, refusal, create: (details) => void create(details) };
}
