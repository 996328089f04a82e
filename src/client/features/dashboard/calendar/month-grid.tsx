import { useId, type FocusEvent, type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from "react";
import { addDays, isInMonth, monthGrid, type PlainDate, sameDayLater, weekday } from "#domain/calendar/calendar.ts";
import { dashboardText } from "#text/dashboard/dashboard.ts";
import { WEEKDAY_HEADERS } from "#text/phrases/dates.ts";
import { type DayEvent, dayContent } from "../day/calendar-day.ts";
import { MonthDay } from "../day/month-day.tsx";
import type { Calendar } from "./use-calendar.ts";

const LAST_WEEKDAY = 6;
const MONTHS_A_YEAR = 12;

/** The day to which each key moves the focus. `months`: how many months Page Up and Page Down skip. */
const MOVES: Readonly<Record<string, (date: PlainDate, months: number) => PlainDate>> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  Home: (date) => addDays(date, -weekday(date)),
  End: (date) => addDays(date, LAST_WEEKDAY - weekday(date)),
  PageUp: (date, months) => sameDayLater(date, -months),
  PageDown: (date, months) => sameDayLater(date, months),
};

/**
 * The day to which a key moves the focus (WAI-ARIA Authoring Practices, "Date Picker Dialog"): arrows by day and week,
 * Home and End within the week, Page Up and Page Down by month, with Shift by year. `null` for other keys.
 */
export function dayForKey(date: PlainDate, key: string, isShiftHeld: boolean): PlainDate | null {
  return MOVES[key]?.(date, isShiftHeld ? MONTHS_A_YEAR : 1) ?? null;
}

const CONTROLS = "a, button";
/** Elements in a day with their own action: a press on them does not open the day. */
const OWN_ACTION = `${CONTROLS}, [data-confirming]`;

/** Direction in which an arrow key moves among the links and buttons of a day. */
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The cell and the date of the day in which something was pressed or focused. */
function dayOf({ target }: { readonly target: EventTarget }): { cell: HTMLElement; date: PlainDate } | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-date]") : null;
  const date = cell?.dataset["date"];
  return cell === null || date === undefined ? null : { cell, date };
}

/** Within a day, arrow keys move between its links and buttons; Escape and F2 return to the day. */
function stepInDay(event: KeyboardEvent, cell: HTMLElement, control: HTMLElement): void {
  const controls = [...cell.querySelectorAll<HTMLElement>(CONTROLS)];
  const step = STEPS[event.key];
  const next = step === undefined ? null : controls[controls.indexOf(control) + step];
  const reached = event.key === "Escape" || event.key === "F2" ? cell : next;
  if (!reached) return;
  event.preventDefault();
  reached.focus();
}

/**
 * The keyboard of a grid (WAI-ARIA Authoring Practices, "Grid"): arrows move between days, F2 enters a day, Escape
 * leaves it, Enter opens it. A press on a day beside its links opens it too. The focus moves once the new day is
 * rendered. The table has all event handlers, so that a cell is rendered again only when its content changes.
 */
function useGridKeys({ day, month, moveTo }: Calendar, onOpenDay: (date: PlainDate) => void) {
  const gridRef = useRef<HTMLTableElement>(null);
  const isMoving = useRef(false);
  const [isEntered, setIsEntered] = useState(false);

  useLayoutEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    gridRef.current?.querySelector<HTMLElement>(`[data-date="${day}"]`)?.focus();
  }, [day]);

  function moveFrom(date: string, event: KeyboardEvent): void {
    const reached = dayForKey(date, event.key, event.shiftKey);
    if (reached === null) return;
    event.preventDefault();
    isMoving.current = reached !== day;
    moveTo(reached);
  }

  function handleClick(event: MouseEvent): void {
    const pressed = dayOf(event);
    const hasOwnAction = event.target instanceof Element && event.target.closest(OWN_ACTION) !== null;
    if (pressed && !hasOwnAction) onOpenDay(pressed.date);
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const pressed = dayOf(event);
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement) || !pressed) return;
    const { cell, date } = pressed;
    if (event.target !== cell) stepInDay(event, cell, event.target);
    else if (event.key === "F2") cell.querySelector<HTMLElement>(CONTROLS)?.focus();
    else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onOpenDay(date);
    } else moveFrom(date, event);
  }

  function handleFocus(event: FocusEvent): void {
    setIsEntered(true);
    const focused = dayOf(event);
    // While a pointer presses a day of a neighbouring month, the calendar must not turn to that month: the press would
    // miss its target.
    if (focused && isInMonth(focused.date, month)) moveTo(focused.date);
  }

  return {
    gridRef,
    /** Whether the focus is in the grid. Only then the links and buttons of the current day are in the tab order. */
    isEntered,
    handlers: {
      onClick: handleClick,
      onKeyDown: handleKeyDown,
      onFocus: handleFocus,
      onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => setIsEntered(currentTarget.contains(relatedTarget)),
    },
  };
}

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
        {...dayContent(date, days.get(date) ?? NO_EVENTS, { month: calendar.month, today })}
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
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its keyboard makes it interactive
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
