import { useLayoutEffect, useRef, useState } from "react";
import {
  changedAnswers,
  EMPTY_DRAFT,
  type MonthAnswer,
  monthAnswers,
  openRows,
  withChosen,
  withFilled,
} from "#domain/planning/answers/month-answers.ts";
import type { Answer } from "#domain/availability/availability.ts";
import type { YearMonth } from "#domain/calendar/calendar.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { AbsenceLine } from "#client/answering/absence-line.tsx";
import { AnswerButtons } from "#client/answering/answer-buttons.tsx";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { SoftText } from "#client/music/soft-text.tsx";
import { useUser } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { ListDialog } from "#client/ui/overlays/list-dialog.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import {
  answersNotSaved,
  answersTitle,
  answersTo,
  monthAnswersText,
  withoutAnswer,
} from "#text/dashboard/month-answers.ts";
import { planningSentenceOf } from "#text/errors/planning-errors.ts";
import { ownAnswerText } from "#text/event/own-answer.ts";
import { actionText } from "#text/phrases/actions.ts";
import { dayTitle } from "#text/phrases/dates.ts";
import { shortDay } from "#text/phrases/short-dates.ts";
import { useIsCompact } from "../use-is-compact.ts";
import { type NotSaved, useAnswersSaving } from "./use-answers-saving.tsx";

interface MonthAnswersDialogProps {
  readonly month: YearMonth;
  /** The coming events of the month, soonest first. */
  readonly events: readonly PlannedEvent[];
  readonly onClose: () => void;
}

interface AnswerRowProps {
  readonly row: MonthAnswer;
  readonly label: string;
  readonly onAnswer: (answer: Answer) => void;
}

const ANSWERS = ["present", "absent"] as const;

/** The date comes first on a phone, where there is only room for a short one. */
function WhenAndWhat({ event: { name, date, time } }: { readonly event: PlannedEvent }) {
  const isCompact = useIsCompact();
  if (isCompact) {
    return (
      <>
        <p className="text-small text-ink-2">
          <span className="font-semibold text-ink">{shortDay(date)}</span> · {time}
        </p>
        <p className="text-small break-words">
          <SoftText>{name}</SoftText>
        </p>
      </>
    );
  }
  return (
    <>
      <p className="text-control break-words">
        <SoftText>{name}</SoftText>
      </p>
      <p className="text-small text-ink-2">
        {dayTitle(date)} · {time}
      </p>
    </>
  );
}

function AnswerRow({ row, label, onAnswer }: AnswerRowProps) {
  const { event, shown, isInAbsence } = row;
  return (
    <li
      data-open={openRows([row]).length > 0 || undefined}
      className="flex min-h-14 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-1.5 last:border-b-0"
    >
      <div className="min-w-0 grow basis-28">
        <WhenAndWhat event={event} />
        {shown === null && isInAbsence ? <AbsenceLine /> : null}
      </div>
      <div className="flex-none basis-[186px] sm:basis-[238px] [&_button]:min-h-11">
        <AnswerButtons answer={shown} onAnswer={onAnswer} label={label} />
      </div>
    </li>
  );
}

function NotSavedAlert({ notSaved: { count, code } }: { readonly notSaved: NotSaved }) {
  return (
    <div className="mb-3">
      <Alert detail={planningSentenceOf(code)}>{count === 1 ? ownAnswerText.notSaved : answersNotSaved(count)}</Alert>
    </div>
  );
}

/** The answers to a month's events. Nothing is changed before they are saved. */
export function MonthAnswersDialog({ month, events, onClose }: MonthAnswersDialogProps) {
  const { id } = useUser();
  const listRef = useRef<HTMLUListElement>(null);
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const { isPending, notSaved, save } = useAnswersSaving();
  const rows = monthAnswers(events, id, draft);
  const changed = changedAnswers(rows);
  useLayoutEffect(() => {
    const open = listRef.current?.querySelector<HTMLElement>("[data-open] button");
    open?.focus({ focusVisible: true });
  }, []);

  async function handleSave(): Promise<void> {
    if (await save(changed)) onClose();
  }

  return (
    <ListDialog
      title={answersTitle(month)}
      onClose={onClose}
      status={
        <p role="status" className="flex items-center gap-2 text-control text-ink-2">
          <AnswerSign answer={null} />
          {withoutAnswer(openRows(rows).length)}
        </p>
      }
      head={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
          <div className="flex grow flex-wrap gap-2 *:grow sm:order-last sm:grow-0">
            {ANSWERS.map((answer) => (
              <Button
                key={answer}
                size="compact"
                icon={<AnswerSign answer={answer} isFull={false} />}
                onClick={() => setDraft(withFilled(draft, rows, answer))}
              >
                {monthAnswersText.everywhere[answer]}
              </Button>
            ))}
          </div>
          <p className="grow text-tiny text-ink-2 sm:basis-40">{monthAnswersText.fillsOnlyOpen}</p>
        </div>
      }
      foot={
        <>
          {notSaved === null ? null : <NotSavedAlert notSaved={notSaved} />}
          <div className="flex flex-wrap justify-end gap-2">
            <Button size="large" className="grow sm:grow-0" onClick={onClose}>
              {actionText.cancel}
            </Button>
            <Button
              variant="primary"
              size="large"
              className="grow-3 sm:grow-0"
              disabled={changed.length === 0 && !isPending}
              isPending={isPending}
              onClick={() => void handleSave()}
            >
              {monthAnswersText.save}
            </Button>
          </div>
        </>
      }
    >
      <ul ref={listRef} className="py-px">
        {rows.map((row) => (
          <AnswerRow
            key={row.event.id}
            row={row}
            label={answersTo(row.event, events)}
            onAnswer={(answer) => setDraft(withChosen(draft, row.event.id, answer))}
          />
        ))}
      </ul>
    </ListDialog>
  );
}
