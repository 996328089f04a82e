import { type Answer, answerOf } from "#domain/availability.ts";
import { byDay, type PlainDate } from "#domain/calendar.ts";
import { missingRoles } from "#domain/critical-roles.ts";
import type { PlayState } from "#domain/line-up/play-state.ts";
import type { PlannedEvent } from "#domain/planning.ts";

/** The signs that a day's line of the phone's month has room for. */
const SIGNS_SHOWN = 3;

/** An event as a day of the calendar shows it to one person. */
export interface DayEvent {
  readonly event: PlannedEvent;
  readonly state: PlayState;
  /** By the specification's rule (§4, "Critical role covered"). */
  readonly isMissingRoles: boolean;
  readonly answer: Answer | null;
  /** The group's id where it is not the selected group. */
  readonly otherGroupId: string | null;
}

interface Reader {
  readonly userId: string;
  readonly groupId: string;
  readonly stateOf: (event: PlannedEvent) => PlayState;
}

/** The events of each day that has any, in order, as `reader` sees them. */
export function dayEvents(
  events: readonly PlannedEvent[],
  reader: Reader,
): ReadonlyMap<PlainDate, readonly DayEvent[]> {
  const days = [...byDay(events)];
  return new Map(days.map(([date, planned]) => [date, planned.map((event) => asDayEvent(event, reader))]));
}

function asDayEvent(event: PlannedEvent, { userId, groupId, stateOf }: Reader): DayEvent {
  return {
    event,
    state: stateOf(event),
    isMissingRoles: missingRoles(event.availability).length > 0,
    answer: answerOf(event.availability, userId),
    otherGroupId: event.groupId === groupId ? null : event.groupId,
  };
}

/** What a small cell shows of its day: a warning where one is due, then the signs that fit, and how many are left over. */
export interface CompactSigns {
  /** The warning stands by itself where no event's own sign is the same. */
  readonly isWarned: boolean;
  readonly shown: readonly DayEvent[];
  readonly more: number;
}

/**
 * Where there is no room for all, the number of those left over takes a sign's place. A warning is never what gets cut:
 * where only a left-over event has its sign it takes the last place.
 */
export function shownSigns(events: readonly DayEvent[]): CompactSigns {
  const warning = events.find(({ state }) => state === "roles_to_fill");
  const isWarned = warning === undefined && events.some(({ isMissingRoles }) => isMissingRoles);
  const room = isWarned ? SIGNS_SHOWN - 1 : SIGNS_SHOWN;
  if (events.length <= room) return { isWarned, shown: events, more: 0 };
  const shown = events.slice(0, room - 1);
  const isCut = warning !== undefined && !shown.includes(warning);
  return { isWarned, shown: isCut ? [...shown.slice(0, -1), warning] : shown, more: events.length - shown.length };
}
