import { memo } from "react";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { CompactDayCell } from "./compact-day-cell.tsx";
import { DayCell } from "./day-cell.tsx";
import { type DayContent, isSameContent } from "./day-content.ts";

interface MonthDayProps {
  readonly day: DayContent;
  /** Whether it has the keyboard focus. */
  readonly isCurrent: boolean;
  /** Whether its events are listed below a phone's month. */
  readonly isChosen: boolean;
  /** Whether the focus is in it: then its links and buttons are in the tab order (WAI-ARIA grid pattern). */
  readonly isEntered: boolean;
  readonly isCompact: boolean;
  readonly isLoading: boolean;
  readonly canAdd: boolean;
}

const BASE_CLASS = "relative p-0 align-top focus-visible:z-1 focus-visible:-outline-offset-2";
/** In forced colours the focus is drawn around the cell. */
const COMPACT_CLASS = "compact-month-cell forced-colors:focus-visible:outline-offset-0";

function backgroundClass({ isMissingRoles, kind }: DayContent, isCompact: boolean): string {
  if (isMissingRoles) return isCompact ? "bg-missing-soft" : "bg-missing-tint";
  if (isCompact) return "";
  return kind === "neighbour" ? "bg-surface/40" : "bg-surface";
}

function wideClass({ events }: DayContent): string {
  return events.length > 0 ? "month-cell cursor-pointer" : "month-cell";
}

function isSameDay({ day: former, ...formerProps }: MonthDayProps, { day, ...props }: MonthDayProps): boolean {
  const isSame = Object.entries(props).every(([name, value]) => formerProps[name as keyof typeof props] === value);
  return isSame && isSameContent(former, day);
}

/** A cell of the calendar's grid, drawn again only when its content changes: an answer changes one of 42. */
export const MonthDay = memo(function MonthDay(props: MonthDayProps) {
  const { day, isCurrent, isChosen, isEntered, isCompact, isLoading, canAdd } = props;
  return (
    <td
      data-date={day.date}
      tabIndex={isCurrent ? 0 : -1}
      aria-current={day.kind === "today" ? "date" : undefined}
      aria-selected={isCompact ? isChosen : undefined}
      className={`${BASE_CLASS} ${backgroundClass(day, isCompact)} ${isCompact ? COMPACT_CLASS : wideClass(day)}`}
    >
      {isCompact ? <CompactDayCell day={day} /> : <DayCell day={day} tabIndex={isEntered ? 0 : -1} canAdd={canAdd} />}
      {isLoading ? (
        <Skeleton className="pointer-events-none absolute inset-x-2 top-[29px] h-3 rounded-chip sm:top-9" />
      ) : null}
    </td>
  );
}, isSameDay);
