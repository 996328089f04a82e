import { isInMonth, type PlainDate, type YearMonth } from "#domain/calendar/calendar.ts";
import type { DayEvent } from "./calendar-day.ts";

/** Type of a day: today, outside the shown month, before today, or in the future. */
export type DayKind = "today" | "neighbour" | "past" | "coming";

/** What a cell of the calendar holds. */
export interface DayContent {
  readonly date: PlainDate;
  readonly kind: DayKind;
  readonly events: readonly DayEvent[];
  readonly isMissingRoles: boolean;
}

interface Shown {
  readonly month: YearMonth;
  readonly today: PlainDate;
}

function dayKind(date: PlainDate, { month, today }: Shown): DayKind {
  if (date === today) return "today";
  if (!isInMonth(date, month)) return "neighbour";
  return date < today ? "past" : "coming";
}

export function dayContent(date: PlainDate, events: readonly DayEvent[], shown: Shown): DayContent {
  return {
    date,
    kind: dayKind(date, shown),
    events,
    isMissingRoles: events.some((event) => event.isMissingRoles),
  };
}

export function isSameContent(former: DayContent, next: DayContent): boolean {
  const isSame = former.date === next.date && former.kind === next.kind;
  return (
    isSame &&
    former.events.length === next.events.length &&
    next.events.every((event, index) => event === former.events[index])
  );
}
