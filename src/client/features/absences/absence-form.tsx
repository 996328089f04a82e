import { type FormEvent, type Ref, useRef, useState } from "react";
import type { ChangeRefusal, RefusalCode } from "#contract/planning/submit.ts";
import { type AbsenceDays, refusalOfAbsence } from "#domain/availability/absences.ts";
import { isPlainDate } from "#domain/calendar/calendar.ts";
import { firstRefused } from "#client/forms/refused-fields.ts";
import { useToday } from "#client/planning/today.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { Card } from "#client/ui/surfaces/card.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { absencesText, daysInWords, eventsInWords, inTheseDays } from "#text/absences/absences.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { useTouchedEvents } from "./use-own-absences.ts";

interface AbsenceFormProps {
  /** How many absences one has that are not over. */
  readonly coming: number;
  readonly onAdd: (days: AbsenceDays) => Promise<ChangeRefusal | null>;
}

type Field = keyof AbsenceDays;

interface Problem {
  /** `null`: it concerns none of the fields. */
  readonly field: Field | null;
  readonly code: RefusalCode;
}

const NOTHING: AbsenceDays = { from: "", to: "" };
const FIELDS = ["from", "to"] as const;

/** Why these days cannot be added, as far as that is known here. */
function problemOf(days: AbsenceDays, { halfTyped, coming, today }: Known): Problem | null {
  const unreadable = FIELDS.find((field) => halfTyped.has(field) || (days[field] !== "" && !isPlainDate(days[field])));
  if (unreadable) return { field: unreadable, code: "event.date_invalid" };
  const empty = FIELDS.find((field) => days[field] === "");
  if (empty) return { field: empty, code: "field.required" };
  const code = refusalOfAbsence(days, coming, today);
  return code && (firstRefused({ code }, FIELDS) ?? { field: null, code });
}

interface Known {
  /** Fields in which the browser holds a part of a date. */
  readonly halfTyped: ReadonlySet<Field>;
  readonly coming: number;
  readonly today: string;
}

/** Two dates and one button. */
export function AbsenceForm({ coming, onAdd }: AbsenceFormProps) {
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

/** The typed days in words, and how many events they touch. */
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
