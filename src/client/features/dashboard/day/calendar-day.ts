import { perEvent } from "#client/line-up/use-play-questions.ts";
import { formerIfSame } from "#client/planning/shared-planning/reads/known-planning.ts";
import { type Answer, answerOf } from "#domain/availability/availability.ts";
import { byDay, type PlainDate, isInMonth, type YearMonth } from "#domain/calendar/calendar.ts";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import { missingRoles } from "#domain/line-up/critical-roles.ts";
import { rolesToPlay } from "#domain/line-up/kept-line-up.ts";
import type { PlayState } from "#domain/line-up/play-state.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";

/** `neighbour`: a day of the month before or after the shown one. `past` and `coming`: before and after today. */
export type DayKind = "today" | "neighbour" | "past" | "coming";

export interface DayContent {
  readonly date: PlainDate;
  readonly kind: DayKind;
  /** Whether it is before today, also if it is a `neighbour`. */
  readonly isOver: boolean;
  readonly events: readonly DayEvent[];
  /** Whether one of the events misses roles. */
  readonly isMissingRoles: boolean;
}

interface ShownMonth {
  readonly month: YearMonth;
  readonly today: PlainDate;
}

function dayKind(date: PlainDate, { month, today }: ShownMonth): DayKind {
  if (date === today) return "today";
  if (!isInMonth(date, month)) return "neighbour";
  return date < today ? "past" : "coming";
}

export function dayContent(date: PlainDate, events: readonly DayEvent[], shown: ShownMonth): DayContent {
  const isMissingRoles = events.some((event) => event.isMissingRoles);
  return { date, kind: dayKind(date, shown), isOver: date < shown.today, events, isMissingRoles };
}

/** An event as one user sees it in a day of the calendar. */
export interface DayEvent {
  readonly event: PlannedEvent;
  readonly state: PlayState;
  /** Whether nobody present covers one of the required roles (specification 4.11). */
  readonly isMissingRoles: boolean;
  /** The user's roles in the kept line-up. */
  readonly ownRoles: readonly BandRole[];
  readonly answer: Answer | null;
  /** The id of the event's group; `null` if it is the selected group. */
  readonly otherGroupId: string | null;
}

interface Viewer {
  readonly userId: string;
  /** The selected group. */
  readonly groupId: string;
  readonly stateOf: (event: PlannedEvent) => PlayState;
  readonly requiredRolesOf: (event: PlannedEvent) => readonly BandRole[];
}

type EventsByDay = ReadonlyMap<PlainDate, readonly DayEvent[]>;

/**
 * Returns a function that groups events by day, in order, as a user sees them. Days without events are left out. A day's
 * list is the same object until one of its events changes, so that only changed days are rendered again.
 */
export function dayEventsFor(viewer: Viewer): (events: readonly PlannedEvent[]) => EventsByDay {
  const dayEventOf = perEvent((event) => asDayEvent(event, viewer));
  let days: EventsByDay = new Map();
  return (events) => {
    const next = [...byDay(events)].map(
      ([date, planned]) => [date, formerIfSame(days.get(date), planned.map(dayEventOf))] as const,
    );
    return (days = new Map(next));
  };
}

function asDayEvent(event: PlannedEvent, { userId, groupId, stateOf, requiredRolesOf }: Viewer): DayEvent {
  return {
    event,
    state: stateOf(event),
    isMissingRoles: missingRoles(event.availability, requiredRolesOf(event)).length > 0,
    ownRoles: rolesToPlay(event, userId),
    answer: answerOf(event.availability, userId),
    otherGroupId: event.groupId === groupId ? null : event.groupId,
  };
}

/** How many answers fit in one day of a phone's month. */
const ANSWERS_SHOWN = 2;

/**
 * The different answers that the user gave to the selected group's events of a day. `null`, a missing answer, comes
 * first, and only while the day is not over.
 */
export function ownAnswers(events: readonly DayEvent[], isOver: boolean): readonly (Answer | null)[] {
  const answers = new Set(events.filter(({ otherGroupId }) => otherGroupId === null).map(({ answer }) => answer));
  const shown = ([null, "present", "absent"] as const).filter(
    (answer) => answers.has(answer) && !(isOver && answer === null),
  );
  return shown.slice(0, ANSWERS_SHOWN);
}

/** How many signs fit side by side in one day of a phone's month. */
const SIGNS_SHOWN = 3;

/** What a small cell shows. */
export interface CompactSigns {
  /**
   * Whether a warning comes before the signs: an event misses roles, but no event has the sign for that. For example
   * the event's state is `out_of_reach`, which has another sign.
   */
  readonly hasExtraWarning: boolean;
  readonly shown: readonly DayEvent[];
  /** How many signs are hidden. */
  readonly more: number;
}

/**
 * Chooses the signs of a small cell. If they do not all fit, the number of hidden ones takes the room of one sign. An
 * event whose sign is a warning is always visible: if it does not fit, it replaces the last sign.
 */
export function shownSigns(events: readonly DayEvent[]): CompactSigns {
  const warning = events.find(({ state }) => state === "roles_to_fill");
  const hasExtraWarning = warning === undefined && events.some(({ isMissingRoles }) => isMissingRoles);
  const room = hasExtraWarning ? SIGNS_SHOWN - 1 : SIGNS_SHOWN;
  if (events.length <= room) return { hasExtraWarning, shown: events, more: 0 };
  const shown = events.slice(0, room - 1);
  const isWarningHidden = warning !== undefined && !shown.includes(warning);
  return {
    hasExtraWarning,
    shown: isWarningHidden ? [...shown.slice(0, -1), warning] : shown,
    more: events.length - shown.length,
  };
}
