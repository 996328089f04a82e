import { memo, useEffect, useRef } from "react";
import { Link } from "wouter";
import { useBrokenLineUps } from "#client/line-up/use-broken-line-ups.ts";
import { usePlayStates } from "#client/line-up/use-play-questions.ts";
import { Avatar } from "#client/music/avatars/avatar.tsx";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { EventSign, listState } from "#client/music/signs/event-sign.tsx";
import { LegendEntry } from "#client/music/signs/legend-entry.tsx";
import { RepairSign } from "#client/music/signs/repair-sign.tsx";
import { SoftText } from "#client/music/soft-text.tsx";
import { eventPage } from "#client/pages.ts";
import { useMay } from "#client/planning/planning-hooks.ts";
import { dateOf, timeOf, useNow, useToday } from "#client/planning/today.ts";
import type { Answer } from "#domain/availability/availability.ts";
import { isPast, type YearMonth } from "#domain/calendar/calendar.ts";
import type { PlayState } from "#domain/line-up/play-state.ts";
import { type AnswerColumn, type AnswerTable, rolesTaken } from "#domain/planning/answers/answer-table.ts";
import type { Group, PlannedEvent } from "#domain/planning/planning.ts";
import {
  gridCaption,
  gridSize,
  gridText,
  missingInWords,
  personCount,
  printedOn,
  rolesInWords,
} from "#text/grid/grid.ts";
import { ANSWER_WORDS, LINE_UP_TO_REPAIR, LIST_STATE_WORDS } from "#text/phrases/availability.ts";
import { shortDay } from "#text/phrases/event-times.ts";

interface MemberRowProps {
  readonly id: string;
  readonly name: string;
  readonly answers: readonly (Answer | null)[];
  readonly columns: readonly AnswerColumn[];
  readonly now: string;
}

/** A row of the table: one member's answer to each event, and the roles they take. The legend explains the signs. */
const MemberRow = memo(function MemberRow({ id, name, answers, columns, now }: MemberRowProps) {
  return (
    <tr>
      <th scope="row" className="text-small font-semibold">
        <span className="flex items-center gap-2 wrap-anywhere">
          <span className="contents max-sm:hidden">
            <Avatar id={id} name={name} size={28} />
          </span>
          {name}
        </span>
      </th>
      {columns.map(({ event }, index) => {
        const answer = answers[index] ?? null;
        const roles = rolesTaken(event, id, answer);
        return (
          <td key={event.id} className={isPast(event, now) ? "grid-past" : undefined}>
            <AnswerSign answer={answer} size={18} className={`grid-answer-${answer ?? "none"}`} />
            <span className="sr-only">{ANSWER_WORDS[answer ?? "none"]}</span>{" "}
            {roles.length === 0 ? null : <span className="grid-roles text-tiny text-ink-2">{rolesInWords(roles)}</span>}
          </td>
        );
      })}
    </tr>
  );
});

const ANSWERS = ["present", "absent", null] as const;
/** Without `fragile`, which looks like `complete` in lists. */
const STATES = ["complete", "not_together", "roles_to_fill", "out_of_reach"] as const;

function printedNow(): string {
  const now = new Date();
  return printedOn(dateOf(now), timeOf(now));
}

/** The date and time of printing, on paper only. */
function PrintedOn() {
  const lineRef = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    function handlePrint(): void {
      // Written into the DOM directly: React would render it only after the page is printed.
      if (lineRef.current !== null) lineRef.current.textContent = printedNow();
    }
    window.addEventListener("beforeprint", handlePrint);
    return () => window.removeEventListener("beforeprint", handlePrint);
  }, []);
  return (
    <p ref={lineRef} className="ml-auto hidden print:block">
      {printedNow()}
    </p>
  );
}

interface GridLegendProps {
  /** Whether a line-up is kept for an event of the month. */
  readonly hasLineUp: boolean;
  /** Whether one of these line-ups needs a repair and the user may repair it. */
  readonly hasBroken: boolean;
}

/** The legend. On paper it explains only the signs of answers, because events have no signs there. */
function GridLegend({ hasLineUp, hasBroken }: GridLegendProps) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-tiny text-ink-2">
      <ul className="flex flex-wrap gap-x-4 gap-y-1.5">
        {ANSWERS.map((answer) => (
          <LegendEntry
            key={answer}
            sign={<AnswerSign answer={answer} size={15} className={`grid-answer-${answer ?? "none"}`} />}
            word={ANSWER_WORDS[answer ?? "none"]}
          />
        ))}
        {STATES.map((state) => (
          <LegendEntry
            key={state}
            className="print:hidden"
            sign={<EventSign state={state} size={15} />}
            word={LIST_STATE_WORDS[state]}
          />
        ))}
        {hasBroken ? (
          <LegendEntry className="print:hidden" sign={<RepairSign size={15} />} word={LINE_UP_TO_REPAIR} />
        ) : null}
      </ul>
      {hasLineUp ? <p className="print:hidden">{gridText.rolesTaken}</p> : null}
      <PrintedOn />
    </div>
  );
}

interface EventHeadProps {
  readonly event: PlannedEvent;
  readonly state: PlayState;
  readonly isMissingRoles: boolean;
  /** Whether the kept line-up needs a repair and the user may repair it. */
  readonly isBroken: boolean;
}

function EventHead({ event, state, isMissingRoles, isBroken }: EventHeadProps) {
  const { id, name, date, time } = event;
  const today = useToday();
  const now = useNow();
  // The repair sign replaces the state, unless roles are missing: that matters more.
  const isStateShown = !isBroken || isMissingRoles;
  return (
    <th
      scope="col"
      className={isPast(event, now) ? "grid-past" : undefined}
      aria-current={date === today ? "date" : undefined}
    >
      <div className="grid-head">
        <span className="text-control whitespace-nowrap">{shortDay(date)}</span>{" "}
        <span className="text-tiny font-normal text-ink-2">{time}</span>{" "}
        <Link href={eventPage(id)} className="grid-event min-h-6 text-tiny hover:underline">
          <SoftText>{name}</SoftText>
        </Link>{" "}
        <span className="grid-state flex gap-1">
          {isStateShown ? (
            <>
              <EventSign state={listState(state)} size={14} />
              <span className="sr-only">{LIST_STATE_WORDS[state]}</span>
            </>
          ) : null}
          {isBroken ? (
            <>
              {" "}
              <RepairSign size={14} />
              <span className="sr-only">{LINE_UP_TO_REPAIR}</span>
            </>
          ) : null}
        </span>
      </div>
    </th>
  );
}

interface GridSheetProps {
  readonly table: AnswerTable;
  readonly month: YearMonth;
  readonly group: Group;
}

/** From this number of columns on, a printed column is too narrow for horizontal text. */
const UPRIGHT_FROM = 15;

/** The table with its legend. The column heads stay visible while scrolling, and are printed on each page. */
export function GridSheet({ table: { columns, rows }, month, group }: GridSheetProps) {
  const now = useNow();
  const stateOf = usePlayStates();
  const isBroken = useBrokenLineUps(useMay("line_up.keep", group.id));
  const caption = gridCaption(month);
  return (
    <div className={`grid-sheet ${columns.length < UPRIGHT_FROM ? "" : "grid-sheet-upright"}`}>
      <p className="hidden print:block">{group.name}</p>
      <section
        aria-label={caption}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it
        tabIndex={0}
        className="relative max-h-[max(20rem,calc(100dvh-9rem))] overflow-auto rounded-event bg-surface shadow-1 md:max-h-[max(20rem,calc(100dvh-15rem))]"
      >
        <table
          style={{ minWidth: `calc(var(--names) + ${columns.length} * var(--event))` }}
          className="w-full table-fixed border-separate border-spacing-0"
        >
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              <td className="text-tiny text-balance text-ink-2">
                <span className="print:hidden">{gridSize(rows.length, columns.length)}</span>
                <span aria-hidden="true" className="hidden print:inline">
                  {personCount(rows.length)}
                </span>
              </td>
              {columns.map(({ event, missing }) => (
                <EventHead
                  key={event.id}
                  event={event}
                  state={stateOf(event)}
                  isMissingRoles={missing.length > 0}
                  isBroken={isBroken(event)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ personId, name, answers }) => (
              <MemberRow key={personId} id={personId} name={name} answers={answers} columns={columns} now={now} />
            ))}
            <tr className="grid-missing">
              <th scope="row" className="text-small font-semibold">
                {gridText.missingRoles}
              </th>
              {columns.map(({ event, missing, required }) => (
                <td
                  key={event.id}
                  className={`text-tiny text-ink-2 ${isPast(event, now) ? "grid-past" : ""} ${missing.length > 0 ? "grid-lacking" : ""}`}
                >
                  {missingInWords(missing, required)}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
      <GridLegend
        hasLineUp={columns.some(({ event }) => event.lineUp !== undefined)}
        hasBroken={columns.some(({ event }) => isBroken(event))}
      />
    </div>
  );
}
