import { CalendarCheck } from "lucide-react";
import { useState } from "react";
import { Redirect, useLocation, useParams } from "wouter";
import { eventPage, PAGES } from "#client/pages.ts";
import { useScopedEvents } from "#client/planning/group-hooks.ts";
import { useEvent, useMay, useNeed, useSubmit } from "#client/planning/planning-hooks.ts";
import { goBackTo } from "#client/ui/buttons/go-back.ts";
import { RadioRows } from "#client/ui/fields/segmented-control.tsx";
import { useToast } from "#client/ui/overlays/toast.tsx";
import type { ChangeRefusal } from "#contract/planning/planning-change.ts";
import { daysBetween } from "#domain/calendar/calendar.ts";
import {
  type AnswersAfterEdit,
  editBetween,
  type EventEdit,
  isMoved,
  type SeriesScope,
} from "#domain/planning/event-edit.ts";
import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import type { EventDetails, PlannedEvent } from "#domain/planning/planning.ts";
import { givenEntries } from "#domain/planning/shown-absences.ts";
import { eventEdited, eventEditingText } from "#text/event/event-form.ts";
import type { CheckedEvent } from "./draft/event-draft.ts";
import { EventForm, EventFormSkeleton } from "./event-form.tsx";

interface EditChoices {
  readonly scope: SeriesScope;
  readonly answers: AnswersAfterEdit;
}

function changedFields(event: PlannedEvent, { details, requiredRoles }: CheckedEvent): EventEdit {
  const before = event.requiredRoles ?? null;
  const isSame = before?.join() === requiredRoles?.join();
  return { ...editBetween(event, details), ...(!isSame && { requiredRoles }) };
}

/** The change to send for an edit of one event or of the rest of its series; `null` if no field differs. */
function changeOfEdit(
  event: PlannedEvent,
  after: CheckedEvent,
  { scope, answers }: EditChoices,
): SubmittedChange | null {
  const edit = changedFields(event, after);
  if (Object.keys(edit).length === 0) return null;
  const { id: eventId, seriesId } = event;
  if (scope === "one" || seriesId === undefined) return { type: "event.edited", eventId, edit, answers };
  // A series moves by a number of days, because each of its events has another date.
  const { date: _, ...editWithoutDate } = edit;
  const days = daysBetween(event.date, after.details.date);
  return { type: "series.edited", eventId, seriesId, from: event.date, days, edit: editWithoutDate, answers };
}

/** Returns a function that saves the edited event and leaves the form. It resolves with the refusal, or `null`. */
function useEventEditing(event: PlannedEvent, choices: EditChoices) {
  const submit = useSubmit();
  const showToast = useToast();
  const [, navigate] = useLocation();
  const ownPage = eventPage(event.id);
  const leave = () => goBackTo(ownPage, () => navigate(ownPage, { replace: true }));

  return async (after: CheckedEvent): Promise<ChangeRefusal | null> => {
    const change = changeOfEdit(event, after, choices);
    if (change === null) {
      leave();
      return null;
    }
    const outcome = await submit(change);
    if (outcome.status === "refused") return outcome;
    leave();
    showToast({ message: eventEdited(after.details.name), icon: <CalendarCheck /> });
    return null;
  };
}

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

/** Asks which events of a series the edit changes and, if they move, whether their answers are kept. */
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

/** The form with the event as it was when the form opened. Only the fields that the user changed are sent. */
function EventEditing({ event: current }: { readonly event: PlannedEvent }) {
  const [opened] = useState(current);
  const [choices, setChoices] = useState<EditChoices>({ scope: "one", answers: "keep" });
  const save = useEventEditing(opened, choices);
  return (
    <EventForm
      title={eventEditingText.title}
      wayBack={eventPage(opened.id)}
      start={{ type: "edit", event: opened }}
      groupId={opened.groupId}
      submitLabel={() => eventEditingText.save}
      failedTitle={eventEditingText.failed}
      onSubmit={save}
      renderQuestions={(typed) => <Questions event={current} typed={typed} choices={choices} onChoose={setChoices} />}
    />
  );
}

/** Where an admin or a leader edits an event. If it does not exist, redirects to its page, which says so. */
export function EditEventScreen() {
  const { eventId = "" } = useParams();
  const event = useEvent(eventId);
  const status = useNeed({ type: "event", eventId });
  const canEdit = useMay("event.edit", event?.groupId ?? null);
  if (event && !canEdit) return <Redirect to={PAGES.home} replace />;
  if (event) return <EventEditing key={eventId} event={event} />;
  return status === "loading" ? <EventFormSkeleton /> : <Redirect to={eventPage(eventId)} replace />;
}
