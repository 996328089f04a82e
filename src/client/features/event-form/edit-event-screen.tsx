import { useState } from "react";
import { Redirect, useParams } from "wouter";
import type { EventDetails, PlannedEvent } from "#domain/planning/planning.ts";
import { givenEntries } from "#domain/planning/shown-absences.ts";
import { isMoved } from "#domain/planning/event-edit.ts";
import { eventPage } from "#client/pages.ts";
import { useScopedEvents } from "#client/planning/following-hooks.ts";
import { useEvent, useNeed } from "#client/planning/planning-hooks.ts";
import { RadioRows } from "#client/ui/fields/radio-rows.tsx";
import { eventEditingText } from "#text/event/event-editing.ts";
import type { EventDraft } from "./draft/event-draft.ts";
import { EventForm } from "./event-form.tsx";
import { EventFormFrame } from "./event-form-frame.tsx";
import { EventFormSkeleton } from "./event-form-skeleton.tsx";
import { type EditChoices, useEventEditing } from "./use-event-editing.tsx";

const SCOPES = [
  { value: "one", label: eventEditingText.one },
  { value: "following", label: eventEditingText.following },
] as const;

const ANSWERS = [
  { value: "keep", label: eventEditingText.keep },
  { value: "reset", label: eventEditingText.reset },
] as const;

interface QuestionsProps {
  readonly event: PlannedEvent;
  readonly typed: Pick<EventDetails, "date" | "time">;
  readonly choices: EditChoices;
  readonly onChoose: (choices: EditChoices) => void;
}

/** Asks which dates an edit applies to, and whether answers are kept if these dates move. */
function Questions({ event, typed, choices, onChoose }: QuestionsProps) {
  const { events, isComplete } = useScopedEvents(event, choices.scope);
  // Until all events are loaded, some answers may be unknown.
  const mayHaveAnswers = !isComplete || events.some(({ availability }) => givenEntries(availability).length > 0);
  const asksAnswers = isMoved(event, { ...event, ...typed }) && mayHaveAnswers;
  return (
    <>
      {event.seriesId === undefined ? null : (
        <RadioRows
          legend={eventEditingText.scope}
          options={SCOPES}
          value={choices.scope}
          onChange={(scope) => onChoose({ ...choices, scope })}
        />
      )}
      {asksAnswers ? (
        <RadioRows
          legend={eventEditingText.answers}
          options={ANSWERS}
          value={choices.answers}
          onChange={(answers) => onChoose({ ...choices, answers })}
        />
      ) : null}
    </>
  );
}

/** The form keeps the event as it was when the form was opened. Only fields that the admin changed are sent. */
function EventEditing({ event: opened }: { readonly event: PlannedEvent }) {
  const [event] = useState(opened);
  const [choices, setChoices] = useState<EditChoices>({ scope: "one", answers: "keep" });
  const save = useEventEditing(event, choices);
  return (
    <EventFormFrame title={eventEditingText.title} wayBack={eventPage(event.id)}>
      {(leave) => (
        <EventForm
          start={{ type: "edit", event }}
          groupId={event.groupId}
          submitLabel={() => eventEditingText.save}
          failedTitle={eventEditingText.failed}
          onSubmit={save}
          onCancel={leave}
          renderQuestions={(typed: EventDraft) => (
            <Questions event={opened} typed={typed} choices={choices} onChoose={setChoices} />
          )}
        />
      )}
    </EventFormFrame>
  );
}

/** Where an admin edits an event. If the event does not exist or cannot be loaded, its own page is opened to say so. */
export function EditEventScreen() {
  const { eventId = "" } = useParams();
  const event = useEvent(eventId);
  const status = useNeed({ type: "event", eventId });
  if (event) return <EventEditing key={eventId} event={event} />;
  return status === "loading" ? <EventFormSkeleton /> : <Redirect to={eventPage(eventId)} replace />;
}
