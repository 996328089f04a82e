import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type { ErrorCode } from "#contract/errors.ts";
import { type AbsenceDays, refusalOfAbsence } from "#domain/availability/absences.ts";
import { isPlainDate } from "#domain/calendar/calendar.ts";
import { absencesText } from "#text/absences/absences.ts";
import { failureSentence, sentenceOf } from "#text/errors/errors.ts";
import { firstRefused } from "../forms/refused-fields.ts";
import { focusField, isHalfTyped } from "../forms/use-form.ts";
import { useToday } from "../planning/today.ts";
import { Button } from "../ui/buttons/button.tsx";
import { TextField } from "../ui/fields/text-field.tsx";
import { Alert } from "../ui/surfaces/message.tsx";

type Field = keyof AbsenceDays;

type Refusal = Parameters<typeof firstRefused>[0] & Parameters<typeof failureSentence>[0];

interface Problem {
  /** `null`: the problem belongs to neither field. */
  readonly field: Field | null;
  readonly sentence: string;
}

const NO_DAYS: AbsenceDays = { from: "", to: "" };
const FIELDS = ["from", "to"] as const;

interface AbsenceFormProps {
  /** The number of the person's absences that are not over; it is limited. */
  readonly comingCount: number;
  /** Resolves with the refusal; `null` if the absence was added. */
  readonly onAdd: (days: AbsenceDays) => Promise<Refusal | null>;
  /** Whether the form is a small part of its screen. */
  readonly isCompact?: boolean;
  /** Renders information about the typed days. */
  readonly children?: (days: AbsenceDays) => ReactNode;
}

/** A form to add an absence. Invalid days are shown at their field, and not sent. */
export function AbsenceForm({ comingCount, onAdd, isCompact = false, children }: AbsenceFormProps) {
  const today = useToday();
  const formRef = useRef<HTMLFormElement>(null);
  const [days, setDays] = useState(NO_DAYS);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isPending, setIsPending] = useState(false);

  function showProblem(field: Field, code: ErrorCode): void {
    setProblem({ field, sentence: sentenceOf(code) });
    focusField(formRef.current, field);
  }

  function showRefusal(refusal: Refusal): void {
    const refused = firstRefused(refusal, FIELDS);
    if (refused) showProblem(refused.field, refused.code);
    else setProblem({ field: null, sentence: failureSentence(refusal) });
  }

  async function add(): Promise<void> {
    setIsPending(true);
    const refusal = await onAdd(days);
    setIsPending(false);
    if (refusal) return showRefusal(refusal);
    setDays(NO_DAYS);
    setProblem(null);
    focusField(formRef.current, "from");
  }

  function isInvalid(field: Field): boolean {
    return isHalfTyped(formRef.current, field) || (days[field] !== "" && !isPlainDate(days[field]));
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (isPending) return;
    const invalid = FIELDS.find(isInvalid);
    if (invalid) return showProblem(invalid, "event.date_invalid");
    const empty = FIELDS.find((field) => days[field] === "");
    if (empty) return showProblem(empty, "field.required");
    const code = refusalOfAbsence(days, comingCount, today);
    if (code) showRefusal({ code });
    else void add();
  }

  return (
    <form ref={formRef} noValidate onSubmit={handleSubmit} className={`flex flex-col ${isCompact ? "gap-2" : "gap-3"}`}>
      {problem?.field === null ? <Alert detail={problem.sentence}>{absencesText.notAdded}</Alert> : null}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.75rem,1fr))] items-start gap-3">
        {FIELDS.map((field) => (
          <TextField
            key={field}
            type="date"
            name={field}
            label={absencesText[field]}
            min={field === "to" ? days.from || today : undefined}
            value={days[field]}
            error={problem?.field === field ? problem.sentence : undefined}
            onChange={({ target }) => {
              setDays((current) => ({ ...current, [field]: target.value }));
              setProblem(null);
            }}
          />
        ))}
      </div>
      {problem?.field ? null : children?.(days)}
      <Button
        type="submit"
        variant={isCompact ? "secondary" : "primary"}
        size={isCompact ? "compact" : "large"}
        isPending={isPending}
      >
        {absencesText.add}
      </Button>
    </form>
  );
}
