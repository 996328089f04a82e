import { CalendarCheck } from "lucide-react";
import { useLocation } from "wouter";
import type { ChangeRefusal } from "#contract/planning/submit.ts";
import { daysBetween } from "#domain/calendar/calendar.ts";
import { type AnswersAfterEdit, editBetween, type EventEdit } from "#domain/planning/event-edit.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import type { SeriesScope } from "#domain/planning/series.ts";
import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import { eventPage } from "#client/pages.ts";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { goBack } from "#client/ui/buttons/go-back.ts";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { eventEdited } from "#text/event/event-editing.ts";
import type { CheckedEvent } from "./draft/event-draft.ts";

/** What an admin chooses besides the new values. */
export interface EditChoices {
  readonly scope: SeriesScope;
  readonly answers: AnswersAfterEdit;
}

/** Resolves with why it is not saved; `null` if it is. */
type SaveEvent = (after: CheckedEvent) => Promise<ChangeRefusal | null>;

/** The fields in which the form differs from the event. */
function editOf(event: PlannedEvent, { details, requiredRoles }: CheckedEvent): EventEdit {
  const before = event.requiredRoles ?? null;
  const isSame = before?.join() === requiredRoles?.join();
  return { ...editBetween(event, details), ...(!isSame && { requiredRoles }) };
}

/** The change that makes `after` of the event; `null` if nothing differs. */
function changeOfEdit(
  event: PlannedEvent,
  after: CheckedEvent,
  { scope, answers }: EditChoices,
): SubmittedChange | null {
  const edit = editOf(event, after);
  if (Object.keys(edit).length === 0) return null;
  const { id: eventId, seriesId } = event;
  if (scope === "one" || seriesId === undefined) return { type: "event.edited", eventId, edit, answers };
  const { date: _, ...others } = edit;
  const days = daysBetween(event.date, after.details.date);
  return { type: "series.edited", eventId, seriesId, from: event.date, days, edit: others, answers };
}

/** Returns a function that saves the edited event and shows its page. */
export function useEventEditing(event: PlannedEvent, choices: EditChoices): SaveEvent {
  const submit = useSubmit();
  const showToast = useToast();
  const [, navigate] = useLocation();
  const leave = () => goBack(() => navigate(eventPage(event.id), { replace: true }));

  return async (after) => {
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
