import { type FormEvent, type ReactNode, useRef } from "react";
import { isPlainDate } from "#domain/calendar/calendar.ts";
import { TIME_SLOTS } from "#domain/calendar/time-slots.ts";
import type { EventDetails } from "#domain/planning/planning.ts";
import { useToday } from "#client/planning/today.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { actionText } from "#text/phrases/actions.ts";
import { longDate, longDateTime } from "#text/phrases/dates.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { eventCreationText } from "#text/event/event-creation.ts";
import { DRAFT_FIELDS, type DraftField, type DraftProblems, shownProblems } from "./event-draft.ts";
import { useEventCreation } from "./use-event-creation.tsx";
import { useEventDraft } from "./use-event-draft.ts";

interface EventFormProps {
  /** From the address; empty if it has none. */
  readonly prefilledDate: string;
  readonly onCancel: () => void;
}

const TIME_OPTIONS = TIME_SLOTS.map((time) => ({ value: time, label: time }));

/** The date and time in words, as far as they are typed. */
function whenInWords({ date, time }: Pick<EventDetails, "date" | "time">): string {
  if (!isPlainDate(date)) return "";
  return time === "" ? longDate(date) : longDateTime(date, time);
}

/** Name, date, time and place of a new event; the draft is kept until the event is created. */
export function EventForm({ prefilledDate, onCancel }: EventFormProps) {
  const today = useToday();
  const formRef = useRef<HTMLFormElement>(null);
  const { draft, problems, dateRef, change, check, drop } = useEventDraft(prefilledDate);
  const { isPending, refusal, create } = useEventCreation(drop);

  function focusFirst(wrong: DraftProblems): void {
    const field = DRAFT_FIELDS.find((name) => wrong[name]);
    const control = formRef.current?.elements.namedItem(field ?? "");
    if (control instanceof HTMLElement) control.focus();
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const checked = check(today);
    if (checked.status === "valid") create(checked.details);
    else focusFirst(checked.problems);
  }

  const spoken = shownProblems(problems);
  function fieldProps(field: DraftField) {
    const code = spoken[field];
    return {
      name: field,
      value: draft[field],
      error: code && sentenceOf(code),
      "aria-invalid": problems[field] !== undefined,
      onChange: ({ target }: { readonly target: { readonly value: string } }) => change(field, target.value),
    };
  }

  const inputs: Readonly<Record<DraftField, ReactNode>> = {
    name: <TextField label={eventCreationText.name} autoComplete="off" {...fieldProps("name")} />,
    date: <TextField ref={dateRef} label={eventCreationText.date} type="date" min={today} {...fieldProps("date")} />,
    time: (
      <SelectField
        label={eventCreationText.time}
        options={TIME_OPTIONS}
        placeholder={eventCreationText.timePlaceholder}
        {...fieldProps("time")}
      />
    ),
    location: (
      <TextField
        label={eventCreationText.location}
        placeholder={eventCreationText.locationHint}
        autoComplete="off"
        {...fieldProps("location")}
      />
    ),
  };

  return (
    <form ref={formRef} noValidate onSubmit={handleSubmit} data-cancellable className="mt-5 flex grow flex-col gap-5">
      {refusal === null ? null : <Alert detail={sentenceOf(refusal)}>{eventCreationText.failed}</Alert>}
      {inputs.name}
      <div>
        <div className="grid grid-cols-[1.35fr_1fr] items-start gap-3">
          {inputs.date}
          {inputs.time}
        </div>
        <p aria-live="polite" className="mt-1.5 min-h-5 text-small text-ink-2">
          {whenInWords(draft)}
        </p>
      </div>
      {inputs.location}
      <div className="mt-auto flex flex-col gap-1.5 pt-4 sm:mt-0 sm:flex-row">
        <Button type="submit" variant="primary" size="large" isPending={isPending}>
          {eventCreationText.create}
        </Button>
        <Button
          variant="quiet"
          size="large"
          onClick={() => {
            drop();
            onCancel();
          }}
        >
          {actionText.cancel}
        </Button>
      </div>
    </form>
  );
}
