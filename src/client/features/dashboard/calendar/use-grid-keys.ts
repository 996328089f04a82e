import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { isInMonth, type PlainDate } from "#domain/calendar/calendar.ts";
import { dayForKey } from "./day-for-key.ts";
import type { Calendar } from "./use-calendar.ts";

interface GridKeys {
  readonly gridRef: RefObject<HTMLTableElement | null>;
  /** Whether the focus is in the grid. Only then the links and buttons of the current day are in the tab order. */
  readonly isEntered: boolean;
  /** Event handlers of the table. */
  readonly handlers: {
    readonly onClick: (event: MouseEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
}

const CONTROLS = "a, button";
/** Elements in a day with their own action: a press on them does not open the day. */
const OWN_ACTION = `${CONTROLS}, [data-confirming]`;

/** Direction in which an arrow key moves among the links and buttons of a day. */
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The day that an event of the table is about, and its cell. */
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
 * The keys of a grid (WAI-ARIA Authoring Practices, "Grid"): arrows move between days, F2 enters a day, Escape leaves
 * it. The focus moves once the new day is rendered. Enter, or a press outside an event's own links, opens a day. The
 * table handles all of it, so that a day is drawn again only when its content changes.
 */
export function useGridKeys({ day, month, moveTo }: Calendar, onOpenDay: (date: PlainDate) => void): GridKeys {
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
    const reached = dayOf(event);
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement) || !reached) return;
    const { cell, date } = reached;
    if (event.target !== cell) stepInDay(event, cell, event.target);
    else if (event.key === "F2") cell.querySelector<HTMLElement>(CONTROLS)?.focus();
    else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onOpenDay(date);
    } else moveFrom(date, event);
  }

  function handleFocus(event: FocusEvent): void {
    setIsEntered(true);
    const reached = dayOf(event);
    // While a pointer presses a day of a neighbouring month, the calendar must not turn to that month: the press would
    // miss its target.
    if (reached && isInMonth(reached.date, month)) moveTo(reached.date);
  }

  return {
    gridRef,
    isEntered,
    handlers: {
      onClick: handleClick,
      onKeyDown: handleKeyDown,
      onFocus: handleFocus,
      onBlur: ({ relatedTarget, currentTarget }) => setIsEntered(currentTarget.contains(relatedTarget)),
    },
  };
}
