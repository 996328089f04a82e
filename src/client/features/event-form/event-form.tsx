import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { refusedFields } from "#client/forms/refused-fields.ts";
import { PAGES } from "#client/pages.ts";
import { useToday } from "#client/planning/today.ts";
import { ScreenHead } from "#client/screen/screen-head.tsx";
import { Button } from "#client/ui/buttons/button.tsx";
import { goBack } from "#client/ui/buttons/go-back.ts";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
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
  type DraftFieldsProps,
  EndAndDetails,
  FoldedFields,
  RequiredRolesField,
  RepetitionFields,
  type InputProps,
  timeOptions,
} from "./optional-fields.tsx";

export function EventFormSkeleton() {
  return (
    <div aria-busy="true" className="mx-auto flex w-full max-w-[568px] flex-col gap-6 pt-11">
      <Skeleton className="h-9 w-60 max-w-full rounded-chip" />
      <Skeleton className="h-12 rounded-control" />
      <Skeleton className="h-12 rounded-control" />
      <Skeleton className="h-12 rounded-control" />
    </div>
  );
}

interface EventFormProps {
  readonly title: string;
  /** Where to go without an earlier screen; the dashboard by default. */
  readonly wayBack?: string;
  readonly start: DraftStart;
  readonly groupId: string;
  /** The button's text, which may depend on what is typed. */
  readonly submitLabel: (draft: EventDraft) => string;
  /** Title of a failure whose reason belongs to no field. */
  readonly failedTitle: string;
  /** Called with valid values; `drop` deletes the stored draft. Resolves with the refusal, or `null` if saved. */
  readonly onSubmit: (event: CheckedEvent, drop: () => void) => Promise<ChangeRefusal | null>;
  /** Questions below the fields, which depend on what is typed. */
  readonly renderQuestions?: (draft: EventDraft) => ReactNode;
}

/** Whether a phone hides the field until the user unfolds the optional fields. */
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
const FOLDED_FIELDS = DRAFT_FIELDS.filter((field) => IS_FOLDED[field]);

function hasFoldedValue(draft: EventDraft): boolean {
  return draft.requiredRoles !== null || FOLDED_FIELDS.some((field) => draft[field] !== "");
}

/** The date and time in words, as far as they are typed. */
function whenInWords({ date, time }: Pick<EventDetails, "date" | "time">): string {
  if (!isPlainDate(date)) return "";
  return time === "" ? longDate(date) : longDateTime(date, time);
}

/** The form to create, copy or edit an event. The screens that use it decide what happens with the values. */
export function EventForm(props: EventFormProps) {
  const { title, wayBack = PAGES.home, start, groupId, submitLabel, failedTitle, onSubmit, renderQuestions } = props;
  const [, navigate] = useLocation();
  const today = useToday();
  const formRef = useRef<HTMLFormElement>(null);
  const { draft, problems, change, changeRoles, check, setProblems, drop } = useEventDraft(start);
  // A new form starts folded: its button sums up what a stored draft contains.
  const [isOpen, setIsOpen] = useState(start.type !== "new" && hasFoldedValue(draft));
  const isPast = start.type === "edit" && start.event.date < today;

  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<RefusalCode | null>(null);
  /** The problems of the latest attempt to submit. */
  const [latestProblems, setLatestProblems] = useState<DraftProblems>({});

  // Focuses the first wrong field. In an effect, because the folded fields must be unfolded before.
  useLayoutEffect(() => {
    const field = DRAFT_FIELDS.find((name) => latestProblems[name]);
    const control = formRef.current?.elements.namedItem(field ?? "");
    if (control instanceof HTMLElement) control.focus();
  }, [latestProblems]);

  function showProblems(found: DraftProblems): void {
    if (FOLDED_FIELDS.some((field) => found[field])) setIsOpen(true);
    setLatestProblems(found);
  }

  async function submit(checked: CheckedEvent): Promise<void> {
    setIsPending(true);
    const refusal = await onSubmit(checked, drop);
    setIsPending(false);
    const refused = refusal === null ? {} : refusedFields(refusal, DRAFT_FIELDS);
    const hasFieldProblem = Object.keys(refused).length > 0;
    setFailure(refusal === null || hasFieldProblem ? null : refusal.code);
    if (!hasFieldProblem) return;
    setProblems(refused);
    showProblems(refused);
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const checked = check(today, formRef.current);
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
    <div className="mx-auto flex -mt-2 min-h-[calc(100dvh-8.125rem)] w-full max-w-[568px] flex-col px-1 sm:min-h-0">
      <div>
        <ScreenHead title={title} wayBack={wayBack} />
      </div>
      <form ref={formRef} noValidate onSubmit={handleSubmit} data-cancellable className="mt-5 flex grow flex-col gap-5">
        {failure === null ? null : <Alert detail={sentenceOf(failure)}>{failedTitle}</Alert>}
        <RequiredFields draft={draft} inputProps={inputProps} min={today} isDateFixed={isPast} />
        <FoldedFields draft={draft} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)}>
          <EndAndDetails draft={draft} inputProps={inputProps} />
          {start.type === "edit" ? null : <RepetitionFields draft={draft} inputProps={inputProps} />}
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
              goBack(() => navigate(wayBack));
            }}
          >
            {actionText.cancel}
          </Button>
        </div>
      </form>
    </div>
  );
}

interface RequiredFieldsProps extends DraftFieldsProps {
  readonly min: string;
  /** A past event keeps its date. */
  readonly isDateFixed: boolean;
}

function RequiredFields({ draft, inputProps, min, isDateFixed }: RequiredFieldsProps) {
  return (
    <>
      <TextField label={eventCreationText.name} autoComplete="off" {...inputProps("name")} />
      <div>
        <div className="grid grid-cols-[1.35fr_1fr] items-start gap-3">
          <TextField
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
