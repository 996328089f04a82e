import { CalendarCheck, CircleAlert } from "lucide-react";
import { useState } from "react";
import { Redirect, useLocation, useSearch } from "wouter";
import { dayPage, PAGES } from "#client/pages.ts";
import { newUuid } from "#client/planning/new-uuid.ts";
import { useLastKnownEvent, useMay, useNeed, useSelectedGroupId, useSubmit } from "#client/planning/planning-hooks.ts";
import { useToast } from "#client/ui/overlays/toast.tsx";
import type { ChangeRefusal } from "#contract/planning/planning-change.ts";
import { recurringDates } from "#domain/calendar/recurrence.ts";
import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import type { Programme } from "#domain/programme/programme.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { createEvents, eventCreated, eventCreationText, seriesCreated } from "#text/event/event-form.ts";
import { programmeText } from "#text/event/programme.ts";
import { type CheckedEvent, datesOf } from "./draft/event-draft.ts";
import type { DraftStart } from "./draft/use-event-draft.ts";
import { EventForm, EventFormSkeleton } from "./event-form.tsx";

/**
 * Returns a function that creates the event, or all events of a series, then shows its day. It resolves with the
 * refusal, or `null`. `onCreated` is called once the event exists.
 */
function useEventCreation(groupId: string, programme: Programme) {
  // The id is the same for all attempts of this form, so that a second press cannot create a second event.
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

  async function copyProgramme(): Promise<void> {
    const outcome = await submit({ type: "programme.set", eventId: id, programme, basedOn: 0 });
    if (outcome.status !== "refused") return;
    const message = `${programmeText.failed}. ${sentenceOf(outcome.code)}`;
    showToast({ message, icon: <CircleAlert />, isFailure: true });
  }

  return async (event: CheckedEvent, onCreated: () => void): Promise<ChangeRefusal | null> => {
    const { details, repetition } = event;
    const outcome = await submit(changeFor(event));
    if (outcome.status === "refused") return outcome;
    // A copy also gets the programme, unless it is repeated. Changes are sent in order: the event exists by then.
    if (repetition === null && programme.length > 0) void copyProgramme();
    onCreated();
    navigate(dayPage(details.date), { replace: true });
    const count = repetition === null ? 1 : recurringDates(details.date, repetition.every, repetition.until).length;
    const message = count > 1 ? seriesCreated(details.name, count) : eventCreated(details.name);
    showToast({ message, icon: <CalendarCheck /> });
    return null;
  };
}

/** The form of a new event. A copy belongs to the group of its original, any other event to the selected group. */
function NewEvent({ start }: { readonly start: Exclude<DraftStart, { type: "edit" }> }) {
  const copied = start.type === "copy" ? start.event : null;
  const selectedGroupId = useSelectedGroupId() ?? "";
  const groupId = copied?.groupId ?? selectedGroupId;
  const create = useEventCreation(groupId, copied?.programme ?? []);
  if (!useMay("event.create", groupId)) return <Redirect to={PAGES.home} replace />;
  return (
    <EventForm
      title={eventCreationText.title}
      start={start}
      groupId={groupId}
      submitLabel={(draft) => createEvents(datesOf(draft).length)}
      failedTitle={eventCreationText.failed}
      onSubmit={create}
    />
  );
}

/** The form of a copy of an event. If that event does not exist, the form is empty. */
function CopiedEvent({ eventId }: { readonly eventId: string }) {
  // Also if it is deleted meanwhile. Otherwise its copy would be created in the selected group.
  const copied = useLastKnownEvent(eventId);
  const status = useNeed({ type: "event", eventId });
  if (copied) return <NewEvent start={{ type: "copy", event: copied }} />;
  return status === "loading" ? <EventFormSkeleton /> : <NewEvent start={{ type: "new", date: "" }} />;
}

/** Where an admin or a leader creates an event. The address may contain its `date`, or the id of an event to `copy`. */
export function CreateEventScreen() {
  const searchParams = new URLSearchParams(useSearch());
  const copiedId = searchParams.get("copy");
  if (copiedId !== null) return <CopiedEvent key={copiedId} eventId={copiedId} />;
  return <NewEvent start={{ type: "new", date: searchParams.get("date") ?? "" }} />;
}
