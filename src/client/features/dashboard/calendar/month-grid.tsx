import { useId } from "react";
import { monthGrid, type PlainDate } from "#domain/calendar/calendar.ts";
import { dashboardText } from "#text/dashboard/dashboard.ts";
import { WEEKDAY_HEADERS } from "#text/phrases/dates.ts";
import type { DayEvent } from "../day/calendar-day.ts";
import { dayContent } from "../day/day-content.ts";
import { MonthDay } from "../day/month-day.tsx";
import type { Calendar } from "./use-calendar.ts";
import { useGridKeys } from "./use-grid-keys.ts";

const NO_EVENTS: readonly DayEvent[] = [];

interface MonthGridProps {
  readonly titleId: string;
  readonly calendar: Calendar;
  readonly today: PlainDate;
  readonly days: ReadonlyMap<PlainDate, readonly DayEvent[]>;
  readonly isCompact: boolean;
  readonly canAdd: boolean;
  readonly isLoading: boolean;
  readonly onOpenDay: (date: PlainDate) => void;
}

/** A month as an ARIA grid: one day is in the tab order, and its content is too while the focus is in the grid. */
export function MonthGrid(props: MonthGridProps) {
  const { titleId, calendar, today, days, isCompact, canAdd, isLoading, onOpenDay } = props;
  const keysId = useId();
  const { gridRef, isEntered, handlers } = useGridKeys(calendar, onOpenDay);

  function renderDay(date: PlainDate) {
    const isCurrent = date === calendar.day;
    return (
      <MonthDay
        key={date}
        day={dayContent(date, days.get(date) ?? NO_EVENTS, { month: calendar.month, today })}
        isCurrent={isCurrent}
        isChosen={date === calendar.chosen}
        isEntered={isCurrent && isEntered}
        isCompact={isCompact}
        isLoading={isLoading}
        canAdd={canAdd && date >= today}
      />
    );
  }

  return (
    <>
      {isCompact ? null : (
        <p id={keysId} hidden>
          {dashboardText.gridKeys}
        </p>
      )}
      <table
        ref={gridRef}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the arrow keys make it one
        role="grid"
        aria-labelledby={titleId}
        aria-describedby={isCompact ? undefined : keysId}
        {...handlers}
        className={`w-full table-fixed border-separate ${isCompact ? "border-spacing-0.5" : "border-spacing-0"}`}
      >
        <thead>
          <tr>
            {WEEKDAY_HEADERS.map((header) => (
              <th
                key={header}
                scope="col"
                className="pb-1.5 text-[min(0.78125rem,6.2vw)]/4 font-semibold text-ink-2 sm:px-3 sm:text-left sm:text-small"
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthGrid(calendar.month).map((week) => (
            <tr key={week[0]}>{week.map(renderDay)}</tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
