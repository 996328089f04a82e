import { CalendarX2, Trash2 } from "lucide-react";
import { type FormEvent, type Ref, useMemo, useRef, useState } from "react";
import { firstRefused } from "#client/forms/refused-fields.ts";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { useOwnGroupIds } from "#client/planning/membership/memberships.ts";
import { newUuid } from "#client/planning/new-uuid.ts";
import { useNeed, useNeeds, usePlanningPart, useSubmit } from "#client/planning/planning-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { ScreenHead } from "#client/screen/screen-head.tsx";
import { useUser } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { IconButton } from "#client/ui/buttons/icon-button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { Card } from "#client/ui/surfaces/card.tsx";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import type { ChangeRefusal, RefusalCode } from "#contract/planning/planning-change.ts";
import {
  type Absence,
  type AbsenceDays,
  comingAbsences,
  covers,
  refusalOfAbsence,
} from "#domain/availability/absences.ts";
import { givenAnswerOf } from "#domain/availability/availability.ts";
import { isPlainDate } from "#domain/calendar/calendar.ts";
import {
  absenceEnds,
  absencesText,
  daysInWords,
  eventsInWords,
  inTheseDays,
  removeAbsence,
  touchedEvents,
} from "#text/absences/absences.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { actionText } from "#text/phrases/actions.ts";

interface TouchedEvents {
  readonly count: number;
  /** How many of them the user has answered. */
  readonly answered: number;
}

/** The user's absences that are not over, by their first day. */
function useOwnAbsences(): readonly Absence[] {
  const { id } = useUser();
  const today = useToday();
  const absences = usePlanningPart("absences");
  return useMemo(
    () =>
      comingAbsences(
        absences.filter(({ person }) => person.id === id),
        today,
      ),
    [absences, id, today],
  );
}

/** How many events each of these ranges touches; `null` while that is not known. */
function useTouchedEvents(ranges: readonly AbsenceDays[]): readonly (TouchedEvents | null)[] {
  const { id: userId } = useUser();
  const groupIds = useOwnGroupIds(userId);
  const events = usePlanningPart("events");
  const needs = (groupIds ?? []).flatMap((groupId) =>
    ranges.map(({ from, to }) => ({ type: "days" as const, groupId, from, to })),
  );
  const statuses = useNeeds(needs);
  if (groupIds === null) return ranges.map(() => null);
  return ranges.map((range) => {
    const isKnown = needs.every(
      ({ from, to }, index) => from !== range.from || to !== range.to || statuses[index] === "ready",
    );
    if (!isKnown) return null;
    const touched = events.filter(({ groupId, date }) => groupIds.includes(groupId) && covers(range, date));
    const answered = touched.filter(({ availability }) => givenAnswerOf(availability, userId) !== null);
    return { count: touched.length, answered: answered.length };
  });
}

type Field = keyof AbsenceDays;

interface Problem {
  /** `null`: it concerns none of the fields. */
  readonly field: Field | null;
  readonly code: RefusalCode;
}

const NOTHING: AbsenceDays = { from: "", to: "" };
const FIELDS = ["from", "to"] as const;

interface Known {
  /** Fields in which the browser holds a part of a date. */
  readonly halfTyped: ReadonlySet<Field>;
  readonly coming: number;
  readonly today: string;
}

/** Why these days cannot be added, as far as the page knows. */
function problemOf(days: AbsenceDays, { halfTyped, coming, today }: Known): Problem | null {
  const unreadable = FIELDS.find((field) => halfTyped.has(field) || (days[field] !== "" && !isPlainDate(days[field])));
  if (unreadable) return { field: unreadable, code: "event.date_invalid" };
  const empty = FIELDS.find((field) => days[field] === "");
  if (empty) return { field: empty, code: "field.required" };
  const code = refusalOfAbsence(days, coming, today);
  return code && (firstRefused({ code }, FIELDS) ?? { field: null, code });
}

interface AbsenceFormProps {
  /** How many absences the user has that are not over. */
  readonly coming: number;
  readonly onAdd: (days: AbsenceDays) => Promise<ChangeRefusal | null>;
}

function AbsenceForm({ coming, onAdd }: AbsenceFormProps) {
  const today = useToday();
  const refs = { from: useRef<HTMLInputElement>(null), to: useRef<HTMLInputElement>(null) };
  const [days, setDays] = useState(NOTHING);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isPending, setIsPending] = useState(false);

  function showProblem(found: Problem | null): void {
    setProblem(found);
    if (found?.field) refs[found.field].current?.focus();
  }

  async function add(): Promise<void> {
    setIsPending(true);
    const refusal = await onAdd(days);
    setIsPending(false);
    if (refusal) return showProblem(firstRefused(refusal, FIELDS) ?? { field: null, code: refusal.code });
    setDays(NOTHING);
    showProblem(null);
    refs.from.current?.focus();
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (isPending) return;
    const halfTyped = new Set(FIELDS.filter((field) => refs[field].current?.validity.badInput));
    const found = problemOf(days, { halfTyped, coming, today });
    if (found) showProblem(found);
    else void add();
  }

  function fieldProps(field: Field) {
    return {
      ref: refs[field] as Ref<HTMLInputElement>,
      type: "date",
      value: days[field],
      error: problem?.field === field ? sentenceOf(problem.code) : undefined,
      onChange: ({ target }: { readonly target: HTMLInputElement }) => {
        setDays((typed) => ({ ...typed, [field]: target.value }));
        setProblem(null);
      },
    };
  }

  return (
    <Card label={absencesText.add} className="p-4">
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-3">
        {problem?.field === null ? <Alert detail={sentenceOf(problem.code)}>{absencesText.notAdded}</Alert> : null}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(8.75rem,1fr))] items-start gap-3">
          <TextField label={absencesText.from} {...fieldProps("from")} />
          <TextField label={absencesText.to} min={days.from === "" ? today : days.from} {...fieldProps("to")} />
        </div>
        {problem?.field ? null : <TypedDays days={days} today={today} />}
        <Button type="submit" variant="primary" size="large" isPending={isPending}>
          {absencesText.add}
        </Button>
      </form>
    </Card>
  );
}

function TypedDays({ days, today }: { readonly days: AbsenceDays; readonly today: string }) {
  const isWhole = FIELDS.every((field) => isPlainDate(days[field])) && refusalOfAbsence(days, 0, today) === null;
  const [touched] = useTouchedEvents(isWhole ? [days] : []);
  return (
    <div role="status" className="-mt-1 min-h-10 text-small text-ink-2">
      {isWhole ? (
        <>
          <p>{daysInWords(days)}</p>
          {touched ? (
            <p>
              <strong className="font-semibold">{eventsInWords(touched.count)}</strong> {inTheseDays}
            </p>
          ) : null}
        </>
      ) : null}
    </div>
  );
}

function useAbsenceChanges() {
  const { id: userId, firstName, lastName, positions } = useUser();
  const submit = useSubmit();
  const showToast = useToast();
  const [failure, setFailure] = useState<{ readonly title: string; readonly code: RefusalCode } | null>(null);

  async function put(absence: Absence): Promise<ChangeRefusal | null> {
    const outcome = await submit({ type: "absence.added", absence });
    if (outcome.status === "refused") return outcome;
    showToast({ message: absencesText.added, icon: <CalendarX2 /> });
    return null;
  }

  async function restore(absence: Absence): Promise<void> {
    const refusal = await put(absence);
    setFailure(refusal && { title: absencesText.notAdded, code: refusal.code });
  }

  async function remove(absence: Absence): Promise<void> {
    const outcome = await submit({ type: "absence.removed", absenceId: absence.id, userId });
    const isRefused = outcome.status === "refused";
    setFailure(isRefused ? { title: absencesText.notRemoved, code: outcome.code } : null);
    if (isRefused) return;
    showToast({
      message: absencesText.removed,
      icon: <CalendarX2 />,
      actionLabel: actionText.cancel,
      onAction: () => void restore(absence),
    });
  }

  return {
    /** Why the latest removal, or its undo, failed; `null` if it did not. */
    failure,
    /** Resolves with the reason where it was refused. */
    add: ({ from, to }: AbsenceDays) =>
      put({ id: newUuid(), person: { id: userId, firstName, lastName, positions }, from, to }),
    remove: (absence: Absence) => void remove(absence),
  };
}

interface AbsenceListProps {
  readonly absences: readonly Absence[];
  readonly onRemove: (absence: Absence) => void;
}

/** The absences that are not over, each with the number of events that it touches. */
function AbsenceList({ absences, onRemove }: AbsenceListProps) {
  const touched = useTouchedEvents(absences);
  if (absences.length === 0) {
    return (
      <div className="rounded-card bg-surface px-4 py-7 shadow-1">
        <EmptyStaff title={absencesText.none} />
      </div>
    );
  }
  return (
    <ul aria-label={absencesText.title} className="divide-y divide-line rounded-card bg-surface shadow-1">
      {absences.map((absence, index) => {
        const [first, last] = absenceEnds(absence);
        const events = touched[index];
        return (
          <li key={absence.id} className="flex items-center gap-3 py-2.5 pr-1.5 pl-4">
            <AnswerSign answer="absent" isFull={false} size={18} />
            <div className="min-w-0 grow">
              <p className="text-control">
                <span className="inline-block">{first}</span> <span className="inline-block">{last}</span>
              </p>
              <p className="min-h-5 text-tiny text-ink-2">
                {events ? touchedEvents(events.count, events.answered) : null}
              </p>
            </div>
            <IconButton
              label={removeAbsence(absence)}
              icon={<Trash2 />}
              tone="danger"
              onClick={() => onRemove(absence)}
            />
          </li>
        );
      })}
    </ul>
  );
}

export function AbsencesScreen() {
  const [attempt, setAttempt] = useState(0);
  const status = useNeed({ type: "absences" }, attempt);
  const absences = useOwnAbsences();
  const { add, remove, failure } = useAbsenceChanges();
  const isListed = status === "ready" || absences.length > 0;
  return (
    <div className="mx-auto -mt-2 w-full max-w-[568px] px-1">
      <ScreenHead title={absencesText.title} />
      <p className="mt-1.5 mb-4 text-small text-ink-2">{absencesText.explanation}</p>
      <div className="flex flex-col gap-4">
        <AbsenceForm coming={absences.length} onAdd={add} />
        {failure === null ? null : <Alert detail={sentenceOf(failure.code)}>{failure.title}</Alert>}
        {isListed ? <AbsenceList absences={absences} onRemove={remove} /> : null}
        {!isListed && status === "loading" ? <Skeleton className="h-24 rounded-card" /> : null}
        {status === "failed" ? (
          <LoadFailure sentence={absencesText.notLoaded} onRetry={() => setAttempt(attempt + 1)} />
        ) : null}
      </div>
    </div>
  );
}
