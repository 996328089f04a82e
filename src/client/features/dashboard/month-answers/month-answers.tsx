import { ListChecks, Table2 } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { AbsenceLine, AnswerButtons } from "#client/answering/answering.tsx";
import { useAnsweredFor } from "#client/family/entrusted-hooks.ts";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { SoftText } from "#client/music/soft-text.tsx";
import { gridPage } from "#client/pages.ts";
import { useGroupEvents } from "#client/planning/planning-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Button, buttonClass } from "#client/ui/buttons/button.tsx";
import { ListDialog } from "#client/ui/overlays/dialog.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import type { Answer } from "#domain/availability/availability.ts";
import { monthKey, type PlainDate, type YearMonth } from "#domain/calendar/calendar.ts";
import { fullName, type Person } from "#domain/people/people.ts";
import {
  answerableEvents,
  type AnswerDraft,
  changedAnswers,
  EMPTY_DRAFT,
  monthAnswers,
  openRows,
  withChosen,
  withFilled,
} from "#domain/planning/answers/month-answers.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import {
  answersNotSaved,
  answersTitle,
  answersTo,
  monthAnswersText,
  withoutAnswer,
} from "#text/dashboard/month-answers.ts";
import { planningSentenceOf } from "#text/errors/planning-errors.ts";
import { forPerson } from "#text/event/event-page.ts";
import { ownAnswerText } from "#text/event/event.ts";
import { gridText } from "#text/grid/grid.ts";
import { actionText } from "#text/phrases/actions.ts";
import { dayTitle } from "#text/phrases/dates.ts";
import { shortDay } from "#text/phrases/event-times.ts";
import { useIsCompact } from "../calendar/use-calendar.ts";
import { type NotSaved, type PersonAnswer, useAnswersSaving } from "./use-answers-saving.tsx";

interface ShownMonth {
  readonly month: YearMonth;
  readonly today: PlainDate;
  readonly groupId: string;
}

/** The coming events of the month, soonest first. */
function useAnswerableEvents({ month, today, groupId }: ShownMonth) {
  return answerableEvents(useGroupEvents(groupId), month, today);
}

interface AnswerRowProps {
  readonly row: PersonAnswer;
  /** Whether it is the first row of its event. */
  readonly isFirst: boolean;
  readonly label: string;
  readonly onAnswer: (answer: Answer) => void;
}

const ANSWERS = ["present", "absent"] as const;

/** Name, day and time of an event. On a phone the date comes first and is short. */
function WhenAndWhat({ event: { name, date, time } }: { readonly event: PlannedEvent }) {
  const isCompact = useIsCompact();
  if (isCompact) {
    return (
      <>
        <p className="text-small text-ink-2">
          <span className="font-semibold text-ink">{shortDay(date)}</span> · {time}
        </p>
        <p className="text-small">
          <SoftText>{name}</SoftText>
        </p>
      </>
    );
  }
  return (
    <>
      <p className="text-control">
        <SoftText>{name}</SoftText>
      </p>
      <p className="text-small text-ink-2">
        {dayTitle(date)} · {time}
      </p>
    </>
  );
}

function AnswerRow({ row, isFirst, label, onAnswer }: AnswerRowProps) {
  const { event, shown, isInAbsence, person, isOwn } = row;
  return (
    <li
      data-open={openRows([row]).length > 0 || undefined}
      className="flex min-h-14 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-1.5 last:border-b-0"
    >
      <div className="min-w-0 grow basis-28">
        {isFirst ? <WhenAndWhat event={event} /> : null}
        {isOwn ? null : <p className="text-small font-semibold wrap-anywhere">{forPerson(fullName(person))}</p>}
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
    <Alert className="mb-3" detail={planningSentenceOf(code)}>
      {count === 1 ? ownAnswerText.notSaved : answersNotSaved(count)}
    </Alert>
  );
}

/**
 * A dialog in which the user answers all events of a month. Nothing changes until they save. The component that renders
 * the button must not render this dialog too: it is mounted anew when the phone is rotated, and the draft would be lost.
 */
export function MonthAnswers({ onClose, ...shownMonth }: ShownMonth & { readonly onClose: () => void }) {
  const events = useAnswerableEvents(shownMonth);
  const user = useUser();
  const { isOwn, entrusted } = useAnsweredFor(shownMonth.groupId);
  const listRef = useRef<HTMLUListElement>(null);
  const [drafts, setDrafts] = useState<Readonly<Record<string, AnswerDraft>>>({});
  const { isPending, notSaved, save } = useAnswersSaving();
  const draftFor = ({ id }: Person) => drafts[id] ?? EMPTY_DRAFT;
  const people = [...(isOwn ? [user] : []), ...entrusted];
  const rowsOf = (person: Person): PersonAnswer[] =>
    monthAnswers(events, person.id, draftFor(person)).map((row) => ({ ...row, person, isOwn: person.id === user.id }));
  const rowsByPerson = people.flatMap(rowsOf);
  const rows = events.flatMap((event) => rowsByPerson.filter((row) => row.event === event));
  const changed = changedAnswers(rows);
  useLayoutEffect(() => {
    const firstOpen = listRef.current?.querySelector<HTMLElement>("[data-open] button");
    firstOpen?.focus({ focusVisible: true });
  }, []);

  function fill(answer: Answer): void {
    const filled = people.map((person) => [person.id, withFilled(draftFor(person), rowsOf(person), answer)] as const);
    setDrafts({ ...drafts, ...Object.fromEntries(filled) });
  }

  async function handleSave(): Promise<void> {
    if (await save(changed)) onClose();
  }

  return (
    <ListDialog
      title={answersTitle(shownMonth.month)}
      onClose={onClose}
      status={
        <p role="status" className="flex items-center gap-2 text-control text-ink-2">
          <AnswerSign answer={null} />
          {withoutAnswer(openRows(rows).length)}
        </p>
      }
      head={
        <div inert={isPending} className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
          <div className="flex grow flex-wrap gap-2 *:grow sm:order-last sm:grow-0">
            {ANSWERS.map((answer) => (
              <Button
                key={answer}
                size="compact"
                icon={<AnswerSign answer={answer} isFull={false} />}
                onClick={() => fill(answer)}
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
      {/* Inert while answers are saved: the dialog closes then, and a further choice would be lost. */}
      <ul ref={listRef} inert={isPending} className="py-px">
        {rows.map((row, index) => {
          const { event, person } = row;
          const label = answersTo(event, events);
          return (
            <AnswerRow
              key={`${event.id} ${person.id}`}
              row={row}
              isFirst={rows[index - 1]?.event !== event}
              label={row.isOwn ? label : `${forPerson(fullName(person))}, ${label}`}
              onAnswer={(answer) =>
                setDrafts({ ...drafts, [person.id]: withChosen(draftFor(person), event.id, answer) })
              }
            />
          );
        })}
      </ul>
    </ListDialog>
  );
}

/** A button that opens `MonthAnswers`, if an event of the month can still be answered; and a link to the grid. */
export function MonthActions({ onAnswer, ...shownMonth }: ShownMonth & { readonly onAnswer: () => void }) {
  const canAnswer = useAnswerableEvents(shownMonth).length > 0;
  return (
    <>
      {canAnswer ? (
        <Button icon={<ListChecks />} size="compact" className="max-sm:grow" onClick={onAnswer}>
          {monthAnswersText.open}
        </Button>
      ) : null}
      <Link
        href={gridPage(monthKey(shownMonth.month))}
        className={`sm:-mx-1.5 print:hidden ${buttonClass({ variant: "quiet", size: "compact" })}`}
      >
        <Table2 />
        {gridText.title}
      </Link>
    </>
  );
}
