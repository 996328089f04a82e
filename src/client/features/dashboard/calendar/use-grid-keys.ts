import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { dayForKey } from "./day-for-key.ts";
import type { Calendar } from "./use-calendar.ts";

interface GridKeys {
  readonly gridRef: RefObject<HTMLTableElement | null>;
  /** Whether the focus is in the grid. Only then the links and buttons of the current day are in the tab order. */
  readonly isEntered: boolean;
  /** Event handlers of the table. */
  readonly handlers: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onFocus: () => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
}

const CONTROLS = "a, button";

/** Direction in which an arrow key moves among the links and buttons of a day. */
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

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
 * it. The focus moves once the new day is rendered.
 */
export function useGridKeys({ day, moveTo }: Calendar): GridKeys {
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

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return;
    const cell = event.target.closest<HTMLElement>("[data-date]");
    const date = cell?.dataset["date"];
    if (!cell || date === undefined) return;
    if (event.target !== cell) stepInDay(event, cell, event.target);
    else if (event.key === "F2") cell.querySelector<HTMLElement>(CONTROLS)?.focus();
    else moveFrom(date, event);
  }

  return {
    gridRef,
    isEntered,
    handlers: {
      onKeyDown: handleKeyDown,
      onFocus: () => setIsEntered(true),
      onBlur: ({ relatedTarget, currentTarget }) => setIsEntered(currentTarget.contains(relatedTarget)),
    },
  };
}
