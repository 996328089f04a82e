import { type FormEvent, type ReactNode, type Ref, useLayoutEffect, useRef, useState } from "react";
import { refusedFields } from "#client/forms/refused-fields.ts";
import { useToday } from "#client/planning/today.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import type { ChangeRefusal, RefusalCode } from "#contract/planning/planning-change.ts";
import { isPlainDate } from "#domain/calendar/calendar.ts";
import { TIME_SLOTS } from "#domain/calendar/time-slots.ts";
import type { EventDetails } from "#domain/planning/planning.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { eventCreationText } from "#text/event/event-form.ts";
import { actionText } from "#text/phrases/actions.ts";
import { longDate, longDateTime } from "#text/phrases/dates.ts";
import {
  type CheckedEvent,
  DRAFT_FIELDS,
  type DraftField,
  type DraftProblems,
  type EventDraft,
  shownProblems,
} from "./draft/event-draft.ts";
import { type DraftStart, useEventDraft } from "./draft/use-event-draft.ts";
import {
  EndAndDetails,
  FoldedFields,
  RequiredRolesField,
  RepetitionFields,
  type InputProps,
  timeOptions,
} from "./optional-fields.tsx";

interface EventFormProps {
  readonly start: DraftStart;
  readonly groupId: string;
  /** The button's text, which may depend on what is typed. */
  readonly submitLabel: (draft: EventDraft) => string;
  /** Title of a failure whose reason belongs to no field. */
  readonly failedTitle: string;
  /** Called with valid values; `drop` deletes the stored draft. Resolves with why it was refused, or `null`. */
  readonly onSubmit: (event: CheckedEvent, drop: () => void) => Promise<ChangeRefusal | null>;
  readonly onCancel: () => void;
  /** Questions below the fields, which depend on what is typed. */
  readonly renderQuestions?: (draft: EventDraft) => ReactNode;
}

/** Whether a phone folds the field away. The type demands every field, so that none is forgotten. */
const IS_FOLDED: Readonly<Record<DraftField, boolean>> = {
  name: false,
  date: false,
  time: false,
  location: false,
  endTime: true,
  details: true,
  every: true,
  until: true,
};
const FOLDED = DRAFT_FIELDS.filter((field) => IS_FOLDED[field]);

function hasFolded(draft: EventDraft): boolean {
  return draft.requiredRoles !== null || FOLDED.some((field) => draft[field] !== "");
}

/** The date and time in words, as far as they are typed. */
function whenInWords({ date, time }: Pick<EventDetails, "date" | "time">): string {
  if (!isPlainDate(date)) return "";
  return time === "" ? longDate(date) : longDateTime(date, time);
}

export function EventForm(props: EventFormProps) {
  const { start, groupId, submitLabel, failedTitle, onSubmit, onCancel, renderQuestions } = props;
  const today = useToday();
  const formRef = useRef<HTMLFormElement>(null);
  const { draft, problems, dateRefs, change, changeRoles, check, refuse, drop } = useEventDraft(start);
  const [isOpen, setIsOpen] = useState(start.type !== "new" && hasFolded(draft));
  const isPast = start.type === "edit" && start.event.date < today;

  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<RefusalCode | null>(null);
  const [wrong, setWrong] = useState<DraftProblems>({});

  // In an effect, because the folded fields must be open before one of them can take the focus.
  useLayoutEffect(() => {
    const field = DRAFT_FIELDS.find((name) => wrong[name]);
    const control = formRef.current?.elements.namedItem(field ?? "");
    if (control instanceof HTMLElement) control.focus();
  }, [wrong]);

  function showProblems(found: DraftProblems): void {
    if (FOLDED.some((field) => found[field])) setIsOpen(true);
    setWrong(found);
  }

  async function submit(checked: CheckedEvent): Promise<void> {
    setIsPending(true);
    const refusal = await onSubmit(checked, drop);
    setIsPending(false);
    const refused = refusal === null ? {} : refusedFields(refusal, DRAFT_FIELDS);
    const hasFieldProblem = Object.keys(refused).length > 0;
    setFailure(refusal === null || hasFieldProblem ? null : refusal.code);
    if (!hasFieldProblem) return;
    refuse(refused);
    showProblems(refused);
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const checked = check(today);
    if (checked.status === "valid") void submit(checked);
    else showProblems(checked.problems);
  }

  const shown = shownProblems(problems);
  function inputProps(field: DraftField): InputProps {
    const code = shown[field];
    return {
      name: field,
      value: draft[field],
      error: code && sentenceOf(code),
      "aria-invalid": problems[field] !== undefined,
      onChange: ({ target }) => change(field, target.value),
    };
  }

  return (
    <form ref={formRef} noValidate onSubmit={handleSubmit} data-cancellable className="mt-5 flex grow flex-col gap-5">
      {failure === null ? null : <Alert detail={sentenceOf(failure)}>{failedTitle}</Alert>}
      <RequiredFields draft={draft} inputProps={inputProps} dateRef={dateRefs.date} min={today} isDateFixed={isPast} />
      <FoldedFields draft={draft} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)}>
        <EndAndDetails draft={draft} inputProps={inputProps} />
        {start.type === "edit" ? null : (
          <RepetitionFields draft={draft} inputProps={inputProps} untilRef={dateRefs.until} />
        )}
        <RequiredRolesField groupId={groupId} value={draft.requiredRoles} onChange={changeRoles} />
      </FoldedFields>
      {renderQuestions?.(draft)}
      <div className="mt-auto flex flex-col gap-1.5 pt-4 sm:mt-0 sm:flex-row">
        <Button type="submit" variant="primary" size="large" isPending={isPending} className="sm:min-w-60">
          {submitLabel(draft)}
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

interface RequiredFieldsProps {
  readonly draft: EventDraft;
  readonly inputProps: (field: DraftField) => InputProps;
  readonly dateRef: Ref<HTMLInputElement>;
  readonly min: string;
  /** A past event keeps its date. */
  readonly isDateFixed: boolean;
}

function RequiredFields({ draft, inputProps, dateRef, min, isDateFixed }: RequiredFieldsProps) {
  return (
    <>
      <TextField label={eventCreationText.name} autoComplete="off" {...inputProps("name")} />
      <div>
        <div className="grid grid-cols-[1.35fr_1fr] items-start gap-3">
          <TextField
            ref={dateRef}
            label={eventCreationText.date}
            type="date"
            min={min}
            readOnly={isDateFixed}
            {...inputProps("date")}
          />
          <SelectField
            label={eventCreationText.time}
            options={timeOptions(TIME_SLOTS, draft.time)}
            placeholder={eventCreationText.timePlaceholder}
            {...inputProps("time")}
          />
        </div>
        <p aria-live="polite" className="mt-1.5 min-h-5 text-small text-ink-2">
          {whenInWords(draft)}
        </p>
      </div>
      <TextField
        label={eventCreationText.location}
        placeholder={eventCreationText.locationHint}
        autoComplete="off"
        {...inputProps("location")}
      />
    </>
  );
}
