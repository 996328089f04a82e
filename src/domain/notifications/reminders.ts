import { peopleWithoutAnswer } from "../availability/availability.ts";
import { addDays, compareScheduled, type PlainDate, type PlainTime } from "../calendar/calendar.ts";
import { momentOf, type TimeZone, wallTimeAt, type WallTime } from "../calendar/time-zone.ts";
import type { PlannedEvent, Planning } from "../planning/planning.ts";
import { type LeftOut, reasonOfAnswer, type UnsentReason } from "./message-outcomes.ts";
import { FARTHEST_REMINDER_DAYS } from "./topics.ts";

const REMINDER_TIME: PlainTime = "18:00";
/** People who still have not answered are reminded once more, this many days before the event. */
const SECOND_REMINDER_DAYS = 2;

/** What decides when the members of a group are reminded of one event. Moments are milliseconds since 1970. */
export interface ReminderTimes {
  readonly daysBefore: number;
  /** When the event got its date and time, or the group turned its reminders on: the later of these. */
  readonly knownSince: number;
  /** The reminders of its current date that were due up to this moment were sent; `null`: none yet. */
  readonly doneUntil: number | null;
}

/** An event of a group that reminds its members. Its availability includes the entries that follow from absences. */
export interface RemindedEvent extends ReminderTimes {
  readonly event: Pick<PlannedEvent, "id" | "groupId" | "date" | "time" | "availability">;
}

type Members = NonNullable<Planning["members"]>;

/** One message: a person, and the events to which they have not answered, soonest first. */
export interface Reminder {
  readonly userId: string;
  readonly eventIds: readonly string[];
}

/**
 * The moments at which members are still to be reminded of an event, in order: the evening `daysBefore` days before, and
 * the evening two days before if that is later. All moments are before the event starts. A moment that was over when
 * the event became known is replaced by the evening of the next day, or by the second moment if that is earlier. After
 * one reminder was sent, only the second one is left, so nobody gets more than two.
 */
export function reminderMoments(
  event: WallTime,
  { daysBefore, knownSince, doneUntil }: ReminderTimes,
  zone: TimeZone,
): number[] {
  const eveningOf = (date: PlainDate) => momentOf({ date, time: REMINDER_TIME }, zone);
  const eveningBefore = (days: number) => eveningOf(addDays(event.date, -days));
  const first = eveningBefore(daysBefore);
  const last = eveningBefore(Math.min(daysBefore, SECOND_REMINDER_DAYS));
  const isBeforeStart = (moment: number) => moment < momentOf(event, zone);
  if (doneUntil !== null) {
    const isSecondSent = doneUntil >= eveningBefore(SECOND_REMINDER_DAYS);
    return isSecondSent ? [] : [last].filter((moment) => moment > doneUntil && isBeforeStart(moment));
  }
  const nextEvening = eveningOf(addDays(wallTimeAt(knownSince, zone).date, 1));
  const firstStillAhead = first < knownSince ? Math.min(nextEvening, last) : first;
  const moments = last < knownSince ? [nextEvening] : [firstStillAhead, last];
  return [...new Set(moments)].filter(isBeforeStart);
}

/** The first moment at which any group may be reminded of an event on this date. */
export function earliestReminder(date: PlainDate, zone: TimeZone): number {
  return momentOf({ date: addDays(date, -FARTHEST_REMINDER_DAYS), time: REMINDER_TIME }, zone);
}

/** The moment of an event's next reminder, which is in the past if the reminder is due; `null`: there is none. */
export function nextReminder(event: WallTime, times: ReminderTimes, zone: TimeZone): number | null {
  return reminderMoments(event, times, zone)[0] ?? null;
}

/** Whether the members are to be reminded of an event by now. */
export function isReminderDue(event: WallTime, times: ReminderTimes, now: number, zone: TimeZone): boolean {
  return (nextReminder(event, times, zone) ?? Infinity) <= now;
}

/** The events whose members are to be reminded now, soonest first. */
export function dueEvents(events: readonly RemindedEvent[], now: number, zone: TimeZone): RemindedEvent[] {
  return listableEvents(events, now, zone).filter((reminded) => isReminderDue(reminded.event, reminded, now, zone));
}

/**
 * Who is reminded now, each in one message: the members who have not answered an event that is due. The message lists
 * all their events without an answer that are near enough to be reminded of, in all their groups.
 */
export function remindersDue(
  events: readonly RemindedEvent[],
  members: Members,
  now: number,
  zone: TimeZone,
): Reminder[] {
  const dueIds = new Set(dueEvents(events, now, zone).map(({ event }) => event.id));
  const open = openEventsByPerson(listableEvents(events, now, zone), members);
  return [...open]
    .filter(([, eventIds]) => eventIds.some((id) => dueIds.has(id)))
    .map(([userId, eventIds]) => ({ userId, eventIds }));
}

/** The members who are not reminded of an event although a reminder is due: they have answered, or it has begun. */
export function leftOutOfReminders(
  events: readonly RemindedEvent[],
  members: Members,
  now: number,
  zone: TimeZone,
): LeftOut[] {
  const due = events.filter((reminded) => isReminderDue(reminded.event, reminded, now, zone));
  return due.flatMap(({ event }) =>
    (members[event.groupId] ?? []).flatMap((userId): LeftOut[] => {
      const hasBegun = momentOf(event, zone) <= now;
      const reason = reasonOfAnswer(event.availability, userId) ?? (hasBegun ? "too_late" : null);
      return reason === null ? [] : [{ userId, eventId: event.id, reason }];
    }),
  );
}

/**
 * By event id, why events are no longer in a reminder when it is sent.
 * @param openIds the events that are left of the reminder (`stillOpen`)
 */
export function closedSince(
  { userId, eventIds }: Reminder,
  openIds: readonly string[],
  events: readonly RemindedEvent[],
): ReadonlyMap<string, UnsentReason> {
  const availability = new Map(events.map(({ event }) => [event.id, event.availability]));
  const closed = eventIds.filter((id) => !openIds.includes(id));
  return new Map(closed.map((id) => [id, reasonOfAnswer(availability.get(id) ?? [], userId) ?? "too_late"]));
}

/**
 * The ids of the events that are left of a reminder when it is sent, soonest first: without those that were meanwhile
 * answered, deleted or moved too far ahead, or have begun.
 * @param events the events as they are now
 */
export function stillOpen(
  { userId, eventIds }: Reminder,
  events: readonly RemindedEvent[],
  members: Members,
  now: number,
  zone: TimeZone,
): readonly string[] {
  const listed = events.filter(({ event }) => eventIds.includes(event.id));
  return openEventsByPerson(listableEvents(listed, now, zone), members).get(userId) ?? [];
}

/** The events that have not begun and are near enough to be in a message, soonest first. */
function listableEvents(events: readonly RemindedEvent[], now: number, zone: TimeZone): RemindedEvent[] {
  const today = wallTimeAt(now, zone).date;
  return events
    .filter(({ event, daysBefore }) => event.date <= addDays(today, daysBefore) && momentOf(event, zone) > now)
    .toSorted((a, b) => compareScheduled(a.event, b.event));
}

/** By user id, the ids of the events that a member has not answered. A member in an absence counts as absent. */
function openEventsByPerson(events: readonly RemindedEvent[], members: Members): Map<string, string[]> {
  const open = new Map<string, string[]>();
  for (const { event } of events) {
    const people = (members[event.groupId] ?? []).map((id) => ({ id }));
    for (const { id } of peopleWithoutAnswer(people, event.availability))
      open.set(id, [...(open.get(id) ?? []), event.id]);
  }
  return open;
}
