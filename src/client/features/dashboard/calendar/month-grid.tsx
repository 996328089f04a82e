import { isInMonth, monthGrid, type PlainDate } from "#domain/calendar.ts";
import { Skeleton } from "#client/ui/skeleton.tsx";
import { WEEKDAY_HEADERS } from "#text/dates.ts";
import type { DayEvent } from "./calendar-day.ts";
import { CompactDayCell } from "./compact-day-cell.tsx";
import { DayCell } from "./day-cell.tsx";
import { dayContent } from "./day-content.ts";
import { MonthDay } from "./month-day.tsx";
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

/** A month as an ARIA grid: one day in the tab order, arrow keys from day to day. */
export function MonthGrid(props: MonthGridProps) {
  const { titleId, calendar, today, days, isCompact, canAdd, isLoading, onOpenDay } = props;
  const { gridRef, handleKeyDown } = useGridKeys(calendar);

  function renderDay(date: PlainDate) {
    const day = dayContent(date, days.get(date) ?? [], { month: calendar.month, today });
    const isCurrent = date === calendar.day;
    return (
      <MonthDay
        key={date}
        day={day}
        isCurrent={isCurrent}
        isCompact={isCompact}
        onOpen={() => onOpenDay(date)}
        onFocus={() => {
          // A neighbour's month is not turned to under a pressed pointer: the press would miss its target.
          if (isInMonth(date, calendar.month)) calendar.moveTo(date);
        }}
      >
        {isCompact ? (
          <CompactDayCell day={day} />
        ) : (
          <DayCell day={day} tabIndex={isCurrent ? 0 : -1} canAdd={canAdd && date >= today} />
        )}
        {isLoading ? (
          <Skeleton className="pointer-events-none absolute inset-x-2 top-[29px] h-3 rounded-chip sm:top-9" />
        ) : null}
      </MonthDay>
    );
  }

  return (
    <table
      ref={gridRef}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the arrow keys make it one
      role="grid"
      aria-labelledby={titleId}
      onKeyDown={handleKeyDown}
      className={`w-full table-fixed border-separate ${isCompact ? "border-spacing-0.5" : "border-spacing-0"}`}
    >
      <thead>
        <tr>
          {WEEKDAY_HEADERS.map((header) => (
            <th
              key={header}
              scope="col"
              className="pb-1.5 text-tiny font-semibold text-ink-2 sm:px-3 sm:text-left sm:text-small"
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
  );
}
