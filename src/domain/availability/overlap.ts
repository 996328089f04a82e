import { addDays, compareScheduled, type PlainDate, type PlainTime } from "../calendar/calendar.ts";
import { type AvailabilityEntry, presentPeople } from "./availability.ts";

interface Lasting {
  readonly date: PlainDate;
  readonly time: PlainTime;
  readonly endTime?: PlainTime;
  readonly endsNextDay?: boolean;
}

interface NamedEvent extends Lasting {
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

/** Where somebody is at the time of another event. */
export interface Elsewhere {
  readonly name: string;
  readonly time: PlainTime;
}

/** The length of an event that names no end. */
const USUAL_HOURS = 2;
const HOURS_A_DAY = 24;

function endOf({ date, time, endTime, endsNextDay }: Lasting): readonly [PlainDate, PlainTime] {
  if (endTime !== undefined) return [endsNextDay ? addDays(date, 1) : date, endTime];
  const hour = Number(time.slice(0, 2)) + USUAL_HOURS;
  const end = `${String(hour % HOURS_A_DAY).padStart(2, "0")}${time.slice(2)}`;
  return [hour < HOURS_A_DAY ? date : addDays(date, 1), end];
}

function isBefore({ date, time }: Lasting, [endDate, endTime]: readonly [PlainDate, PlainTime]): boolean {
  return date < endDate || (date === endDate && time < endTime);
}

/** Whether two events are at the same time, by the clock on the wall of all events. Back to back is no overlap. */
export function overlaps(a: Lasting, b: Lasting): boolean {
  return isBefore(a, endOf(b)) && isBefore(b, endOf(a));
}

/** By user id, the first event at the time of `event` at which somebody is present. */
export function elsewhereOf(
  event: Lasting & Pick<NamedEvent, "id">,
  presences: readonly Presence[],
): ReadonlyMap<string, Elsewhere> {
  const found = presences
    .filter((presence) => presence.event.id !== event.id && overlaps(presence.event, event))
    .toSorted((a, b) => compareScheduled(b.event, a.event));
  return new Map(found.map(({ userId, event: { name, time } }) => [userId, { name, time }]));
}

/** Who is present at those of `events` that are at the time of `event`. */
export function presencesAt(event: Lasting, events: readonly AnsweredEvent[]): Presence[] {
  return events
    .filter((other) => overlaps(other, event))
    .flatMap((other) => presentPeople(other.availability).map(({ userId }) => ({ userId, event: other })));
}
