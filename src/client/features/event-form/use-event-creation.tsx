import { CalendarCheck } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import type { RefusalCode } from "#contract/planning/submit.ts";
import type { EventDetails } from "#domain/planning/planning.ts";
import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import { dayPage } from "#client/pages.ts";
import { useSelectedGroupId, useSubmit } from "#client/planning/planning-hooks.ts";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { eventCreated } from "#text/event/event-creation.ts";
import { seriesCreated } from "#text/event/event-series.ts";
import { datesOf } from "./draft/draft-dates.ts";
import type { Repetition } from "./draft/event-draft.ts";
import { newUuid } from "#client/planning/new-uuid.ts";

interface EventCreation {
  readonly isPending: boolean;
  /** Why the latest try failed; `null` if it did not. */
  readonly refusal: RefusalCode | null;
  /** Calls `onCreated` once the event exists. */
  readonly create: (details: EventDetails, repetition: Repetition | null, onCreated: () => void) => void;
}

/** Creates the event, or all events of a series, and shows its day. A copy goes to the group of its event, a new one to the selected group. */
export function useEventCreation(copiedGroupId?: string): EventCreation {
  // One id for all tries of a form, so that a second press cannot create a second event.
  const [id] = useState(newUuid);
  const [isPending, setIsPending] = useState(false);
  const [refusal, setRefusal] = useState<RefusalCode | null>(null);
  const selectedGroupId = useSelectedGroupId() ?? "";
  const groupId = copiedGroupId ?? selectedGroupId;
  const submit = useSubmit();
  const showToast = useToast();
  const [, navigate] = useLocation();

  function changeFor(details: EventDetails, repetition: Repetition | null): SubmittedChange {
    return repetition === null
      ? { type: "event.created", event: { id, groupId, ...details } }
      : { type: "series.created", series: { id, groupId, ...details, ...repetition } };
  }

  async function create(details: EventDetails, repetition: Repetition | null, onCreated: () => void): Promise<void> {
    setIsPending(true);
    const outcome = await submit(changeFor(details, repetition));
    setIsPending(false);
    setRefusal(outcome.status === "refused" ? outcome.code : null);
    if (outcome.status === "refused") return;
    onCreated();
    navigate(dayPage(details.date), { replace: true });
    const count = repetition === null ? 1 : datesOf({ ...repetition, date: details.date }).length;
    const message = count > 1 ? seriesCreated(details.name, count) : eventCreated(details.name);
    showToast({ message, icon: <CalendarCheck /> });
  }

  return { isPending, refusal, create: (...given) => void create(...given) };
}
