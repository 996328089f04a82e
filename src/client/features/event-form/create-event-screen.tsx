import { useSearch } from "wouter";
import { useEvent, useNeed, useSelectedGroupId } from "#client/planning/planning-hooks.ts";
import { eventCreationText } from "#text/event/event-creation.ts";
import { createEvents } from "#text/event/event-series.ts";
import type { EventDraft } from "./draft/event-draft.ts";
import { datesOf } from "./draft/draft-dates.ts";
import { EventForm } from "./event-form.tsx";
import { EventFormFrame } from "./event-form-frame.tsx";
import { EventFormSkeleton } from "./event-form-skeleton.tsx";
import { useEventCreation } from "./use-event-creation.tsx";
import type { DraftStart } from "./draft/use-event-draft.ts";

function submitLabel(draft: EventDraft): string {
  return createEvents(datesOf(draft).length);
}

/** A copy goes to the group of its event, a new one to the selected group. */
function NewEvent({ start, copiedGroupId }: { readonly start: DraftStart; readonly copiedGroupId?: string }) {
  const selectedGroupId = useSelectedGroupId() ?? "";
  const groupId = copiedGroupId ?? selectedGroupId;
  const create = useEventCreation(groupId);
  return (
    <EventFormFrame title={eventCreationText.title}>
      {(leave) => (
        <EventForm
          start={start}
          groupId={groupId}
          submitLabel={submitLabel}
          failedTitle={eventCreationText.failed}
          onSubmit={create}
          onCancel={leave}
        />
      )}
    </EventFormFrame>
  );
}

/** A new event that begins as a copy of another one; an empty form if that one does not exist. */
function CopiedEvent({ eventId }: { readonly eventId: string }) {
  const event = useEvent(eventId);
  const status = useNeed({ type: "event", eventId });
  if (event) return <NewEvent start={{ type: "copy", event }} copiedGroupId={event.groupId} />;
  return status === "loading" ? <EventFormSkeleton /> : <NewEvent start={{ type: "new", date: "" }} />;
}

/** Where an admin creates an event. The address may name its day, or the event to copy. */
export function CreateEventScreen() {
  const asked = new URLSearchParams(useSearch());
  const copied = asked.get("copy");
  if (copied !== null) return <CopiedEvent key={copied} eventId={copied} />;
  return <NewEvent start={{ type: "new", date: asked.get("date") ?? "" }} />;
}
