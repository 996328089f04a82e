import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import type { DayContent } from "./day-content.ts";

interface MonthDayProps {
  readonly day: DayContent;
  /** Whether it has the keyboard focus. */
  readonly isCurrent: boolean;
  /** Whether its events are listed below a phone's month. */
  readonly isChosen: boolean;
  readonly isCompact: boolean;
  /** Called on a press outside the events' own links, or on Enter. */
  readonly onOpen: () => void;
  readonly onFocus: () => void;
  readonly children: ReactNode;
}

/** Elements in a cell with their own action: a press on them does not open the day. */
const OWN_ACTION = "a, button, [data-confirming]";

const BASE_CLASS = "relative p-0 align-top focus-visible:z-1 focus-visible:-outline-offset-2";
const WIDE_CLASS =
  "border-r border-b border-line first:border-l in-[tr:first-child]:border-t in-[tr:first-child]:first:rounded-tl-event in-[tr:first-child]:last:rounded-tr-event in-[tr:last-child]:first:rounded-bl-event in-[tr:last-child]:last:rounded-br-event";
/** In forced colours a line inside the cell replaces the ring; the focus is then drawn around the cell. */
const COMPACT_CLASS =
  "rounded-small cursor-pointer aria-selected:ring-2 aria-selected:ring-primary forced-colors:focus-visible:outline-offset-0 forced-colors:aria-selected:after:pointer-events-none forced-colors:aria-selected:after:absolute forced-colors:aria-selected:after:inset-0 forced-colors:aria-selected:after:border-2 forced-colors:aria-selected:after:border-marked";

function backgroundClass({ isMissingRoles, kind }: DayContent, isCompact: boolean): string {
  if (isMissingRoles) return isCompact ? "bg-missing-soft" : "bg-missing-tint";
  if (isCompact) return "";
  return kind === "neighbour" ? "bg-surface/40" : "bg-surface";
}

function wideClass({ events }: DayContent): string {
  return events.length > 0 ? `${WIDE_CLASS} cursor-pointer` : WIDE_CLASS;
}

/** A cell of the calendar's grid. */
export function MonthDay({ day, isCurrent, isChosen, isCompact, onOpen, onFocus, children }: MonthDayProps) {
  function handleClick({ target }: MouseEvent): void {
    if (target instanceof Element && !target.closest(OWN_ACTION)) onOpen();
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    onOpen();
  }

  return (
    <td
      data-date={day.date}
      tabIndex={isCurrent ? 0 : -1}
      aria-current={day.kind === "today" ? "date" : undefined}
      aria-selected={isCompact ? isChosen : undefined}
      onClick={handleClick}
      onKeyDown={handleKeyDown}
      onFocus={onFocus}
      className={`${BASE_CLASS} ${backgroundClass(day, isCompact)} ${isCompact ? COMPACT_CLASS : wideClass(day)}`}
    >
      {children}
    </td>
  );
}
