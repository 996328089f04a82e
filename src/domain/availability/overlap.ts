import { addDays, compareScheduled, type PlainDate, type PlainTime } from "../calendar/calendar.ts";
import { type AvailabilityEntry, presentPeople } from "./availability.ts";

interface EventTimes {
  readonly date: PlainDate;
  readonly time: PlainTime;
  readonly endTime?: PlainTime;
  readonly endsNextDay?: boolean;
}

interface NamedEvent extends EventTimes {
  readonly id: string;
  readonly name: string;
}

interface AnsweredEvent extends NamedEvent {
  readonly availability: readonly AvailabilityEntry[];
}

/** Somebody who is present at an event. */
export interface Presence {
  readonly userId: string;
  readonly event: NamedEvent;
}

/** An event that keeps somebody from another event at the same time. */
export interface Elsewhere {
  readonly name: string;
  readonly time: PlainTime;
}

/** The assumed length of an event without an end. */
const USUAL_HOURS = 2;
const HOURS_A_DAY = 24;

function endOf({ date, time, endTime, endsNextDay }: EventTimes): readonly [PlainDate, PlainTime] {
  if (endTime !== undefined) return [endsNextDay ? addDays(date, 1) : date, endTime];
  const hour = Number(time.slice(0, 2)) + USUAL_HOURS;
  const end = `${String(hour % HOURS_A_DAY).padStart(2, "0")}${time.slice(2)}`;
  return [hour < HOURS_A_DAY ? date : addDays(date, 1), end];
}

function isBefore({ date, time }: EventTimes, [endDate, endTime]: readonly [PlainDate, PlainTime]): boolean {
  return date < endDate || (date === endDate && time < endTime);
}

/** Whether two events are at the same time. Both use the same wall clock. Back to back is no overlap. */
export function overlaps(a: EventTimes, b: EventTimes): boolean {
  return isBefore(a, endOf(b)) && isBefore(b, endOf(a));
}

/** By user id, the earliest other event that overlaps `event` and at which the person is present. */
export function elsewhereOf(
  event: EventTimes & Pick<NamedEvent, "id">,
  presences: readonly Presence[],
): ReadonlyMap<string, Elsewhere> {
  // Latest first: the map keeps the last entry of each person, which is their earliest event.
  const overlapping = presences
    .filter((presence) => presence.event.id !== event.id && overlaps(presence.event, event))
    .toSorted((a, b) => compareScheduled(b.event, a.event));
  return new Map(overlapping.map(({ userId, event: { name, time } }) => [userId, { name, time }]));
}

/** Who is present at which of the `events` that overlap `event`. */
export function presencesAt(event: EventTimes, events: readonly AnsweredEvent[]): Presence[] {
  return events
    .filter((other) => overlaps(other, event))
    .flatMap((other) => presentPeople(other.availability).map(({ userId }) => ({ userId, event: other })));
}
