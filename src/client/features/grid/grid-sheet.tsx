import type { AnswerTable } from "#domain/planning/answers/answer-table.ts";
import type { YearMonth } from "#domain/calendar/calendar.ts";
import { may, roleOf } from "#domain/permissions.ts";
import type { Group } from "#domain/planning/planning.ts";
import { useBrokenLineUps } from "#client/line-up/use-broken-line-ups.ts";
import { usePlayStates } from "#client/line-up/use-play-states.ts";
import { useToday } from "#client/planning/today.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { gridCaption, gridSize, gridText, missingInWords, personCount } from "#text/grid/grid.ts";
import { EventHead } from "./event-head.tsx";
import { GridFoot } from "./grid-foot.tsx";
import { MemberRow } from "./member-row.tsx";

interface GridSheetProps {
  readonly table: AnswerTable;
  readonly month: YearMonth;
  readonly group: Group;
}

/** From this number of columns on, a printed column is too narrow for horizontal text. */
const UPRIGHT_FROM = 15;

/** The table with its legend. The column heads stay visible while scrolling, and are printed on each page. */
export function GridSheet({ table: { columns, rows }, month, group }: GridSheetProps) {
  const today = useToday();
  const stateOf = usePlayStates();
  const isBroken = useBrokenLineUps(may(roleOf(useUser()), "line_up.keep"));
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
                  today={today}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ personId, name, answers }) => (
              <MemberRow key={personId} id={personId} name={name} answers={answers} columns={columns} today={today} />
            ))}
            <tr className="grid-missing">
              <th scope="row" className="text-small font-semibold">
                {gridText.missingRoles}
              </th>
              {columns.map(({ event, missing }) => (
                <td
                  key={event.id}
                  className={`text-tiny text-ink-2 ${event.date < today ? "grid-past" : ""} ${missing.length > 0 ? "grid-lacking" : ""}`}
                >
                  {missingInWords(missing)}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
      <GridFoot
        hasLineUp={columns.some(({ event }) => event.lineUp !== undefined)}
        hasBroken={columns.some(({ event }) => isBroken(event))}
      />
    </div>
  );
}
