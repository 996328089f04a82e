import { type Answer, answerOf } from "#domain/availability.ts";
import { byDay, type PlainDate } from "#domain/calendar.ts";
import { missingRoles } from "#domain/critical-roles.ts";
import type { PlannedEvent } from "#domain/planning.ts";
import type { EventState } from "#client/domain-ui/event-sign.tsx";

/** The signs that a day's line of the phone's month has room for. */
const SIGNS_SHOWN = 3;

/** An event as a day of the calendar shows it to one person. */
export interface DayEvent {
  readonly event: PlannedEvent;
  readonly state: EventState;
  readonly answer: Answer | null;
  /** The group's id where it is not the selected group. */
  readonly otherGroupId: string | null;
}

interface Reader {
  readonly userId: string;
  readonly groupId: string;
}

/** The events of each day that has any, in order, as `reader` sees them. */
export function dayEvents(
  events: readonly PlannedEvent[],
  reader: Reader,
): ReadonlyMap<PlainDate, readonly DayEvent[]> {
  const days = [...byDay(events)];
  return new Map(days.map(([date, planned]) => [date, planned.map((event) => asDayEvent(event, reader))]));
}

function asDayEvent(event: PlannedEvent, { userId, groupId }: Reader): DayEvent {
  return {
    event,
    state: missingRoles(event.availability).length > 0 ? "missing" : "complete",
    answer: answerOf(event.availability, userId),
    otherGroupId: event.groupId === groupId ? null : event.groupId,
  };
}

/**
 * The events whose signs fit in a small cell, and how many are left over, whose number takes a sign's place. Where only
 * a left-over one misses roles it takes the last place: a warning is never what gets cut.
 */
export function shownSigns(events: readonly DayEvent[]): { shown: readonly DayEvent[]; more: number } {
  if (events.length <= SIGNS_SHOWN) return { shown: events, more: 0 };
  const shown = events.slice(0, SIGNS_SHOWN - 1);
  const warning = events.find(({ state }) => state === "missing");
  const isCut = warning !== undefined && !shown.includes(warning);
  return {
    shown: isCut ? [...shown.slice(0, -1), warning] : shown,
    more: events.length - shown.length,
  };
}
