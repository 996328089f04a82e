import { useId } from "react";
import { isInMonth, monthGrid, type PlainDate } from "#domain/calendar/calendar.ts";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { dashboardText } from "#text/dashboard/dashboard.ts";
import { WEEKDAY_HEADERS } from "#text/phrases/dates.ts";
import type { DayEvent } from "./calendar-day.ts";
import { CompactDayCell } from "../day/compact-day-cell.tsx";
import { DayCell } from "../day/day-cell.tsx";
import { dayContent } from "../day/day-content.ts";
import { MonthDay } from "../day/month-day.tsx";
import type { Calendar } from "./use-calendar.ts";
import { useGridKeys } from "./use-grid-keys.ts";

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
  const { gridRef, isEntered, handlers } = useGridKeys(calendar);

  function renderDay(date: PlainDate) {
    const day = dayContent(date, days.get(date) ?? [], { month: calendar.month, today });
    const isCurrent = date === calendar.day;
    return (
      <MonthDay
        key={date}
        day={day}
        isCurrent={isCurrent}
        isChosen={date === calendar.chosen}
        isCompact={isCompact}
        onOpen={() => onOpenDay(date)}
        onFocus={() => {
          // While a pointer presses a day of a neighbouring month, the calendar must not turn to that month: the press
          // would miss its target.
          if (isInMonth(date, calendar.month)) calendar.moveTo(date);
        }}
      >
        {isCompact ? (
          <CompactDayCell day={day} />
        ) : (
          <DayCell day={day} tabIndex={isCurrent && isEntered ? 0 : -1} canAdd={canAdd && date >= today} />
        )}
        {isLoading ? (
          <Skeleton className="pointer-events-none absolute inset-x-2 top-[29px] h-3 rounded-chip sm:top-9" />
        ) : null}
      </MonthDay>
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
