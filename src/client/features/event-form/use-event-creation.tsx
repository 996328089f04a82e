import { CalendarCheck } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import type { ChangeRefusal } from "#contract/planning/submit.ts";
import { recurringDates } from "#domain/calendar/recurrence.ts";
import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import { dayPage } from "#client/pages.ts";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { eventCreated } from "#text/event/event-creation.ts";
import { seriesCreated } from "#text/event/event-series.ts";
import type { CheckedEvent } from "./draft/event-draft.ts";
import { newUuid } from "#client/planning/new-uuid.ts";

/** Calls `onCreated` once the event exists. Resolves with why it does not; `null` if it does. */
type CreateEvent = (event: CheckedEvent, onCreated: () => void) => Promise<ChangeRefusal | null>;

/** Returns a function that creates the event, or all events of a series, and shows its day. */
export function useEventCreation(groupId: string): CreateEvent {
  // One id for all tries of a form, so that a second press cannot create a second event.
  const [id] = useState(newUuid);
  const submit = useSubmit();
  const showToast = useToast();
  const [, navigate] = useLocation();

  function changeFor({ details, repetition, requiredRoles }: CheckedEvent): SubmittedChange {
    const event = { id, groupId, ...details, ...(requiredRoles !== null && { requiredRoles }) };
    return repetition === null
      ? { type: "event.created", event }
      : { type: "series.created", series: { ...event, ...repetition } };
  }

  return async (event, onCreated) => {
    const { details, repetition } = event;
    const outcome = await submit(changeFor(event));
    if (outcome.status === "refused") return outcome;
    onCreated();
    navigate(dayPage(details.date), { replace: true });
    const count = repetition === null ? 1 : recurringDates(details.date, repetition.every, repetition.until).length;
    const message = count > 1 ? seriesCreated(details.name, count) : eventCreated(details.name);
    showToast({ message, icon: <CalendarCheck /> });
    return null;
  };
}
