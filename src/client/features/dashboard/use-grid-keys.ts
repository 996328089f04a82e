import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from "react";
import { dayReached } from "./day-reached.ts";
import type { Calendar } from "./use-calendar.ts";

/** Moves through the calendar by the keys of a grid; the focus follows once the day reached is drawn. */
export function useGridKeys({ day, moveTo }: Calendar): {
  readonly gridRef: RefObject<HTMLTableElement | null>;
  readonly handleKeyDown: (event: KeyboardEvent) => void;
} {
  const gridRef = useRef<HTMLTableElement>(null);
  const isMoving = useRef(false);

  useLayoutEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    gridRef.current?.querySelector<HTMLElement>(`[data-date="${day}"]`)?.focus();
  }, [day]);

  function handleKeyDown(event: KeyboardEvent): void {
    // Keys pressed in a cell's own links and buttons are theirs.
    const date = event.target instanceof HTMLElement ? event.target.dataset["date"] : undefined;
    if (date === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const reached = dayReached(date, event.key, event.shiftKey);
    if (reached === null) return;
    event.preventDefault();
    isMoving.current = reached !== day;
    moveTo(reached);
  }

  return { gridRef, handleKeyDown };
}
