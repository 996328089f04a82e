import { answerOf, type AvailabilityEntry, isInAbsence } from "../availability/availability.ts";
import { compareScheduled } from "../calendar/calendar.ts";
import { endOfEvent, type TimeZone } from "../calendar/time-zone.ts";
import type { EventDetails } from "../planning/planning.ts";
import { type LeftOut, reasonOfAnswer, type UnsentReason } from "./message-outcomes.ts";
import { afterQuietHours } from "./quiet-hours.ts";

/** Members are notified of changes once nothing has changed for this long (debounce). */
export const QUIET_AFTER_CHANGE_MS = 5 * 60 * 1000;

/** Members are notified when one of these details changes. */
const NOTIFIED_FIELDS = ["date", "time", "location"] as const;

/** The former values of those details that changed. */
export type FormerDetails = Partial<Pick<EventDetails, (typeof NOTIFIED_FIELDS)[number]>>;

/** What a message says about an event. `was`: the former values. */
export type EventNews =
  | { readonly kind: "moved"; readonly was: FormerDetails }
  | { readonly kind: "deleted" }
  | { readonly kind: "restored" };

/** An event that changed since members were last notified. */
export interface ChangedEvent {
  readonly id: string;
  /** The details before the first of these changes; `null`: it was in the trash. */
  readonly before: EventDetails | null;
  /** `null`: it is in the trash. */
  readonly now: EventDetails | null;
  /** The answers now, or when it was deleted, with entries that follow from absences. */
  readonly availability: readonly AvailabilityEntry[];
  /** The ids of people who were present before the first of these changes, which may have reset answers. */
  readonly presentBefore: readonly string[];
  /** Whether the event was so new (`isNewAt`) before these changes that only people who had answered knew it. */
  readonly isNew: boolean;
}

/** One event in a person's message. */
export interface EventInMessage {
  readonly eventId: string;
  /** As it is now, or was before it was deleted. */
  readonly details: EventDetails;
  readonly news: EventNews;
}

/** One message: its recipient, and its events in the order of their dates. */
export interface PersonNews {
  readonly userId: string;
  readonly events: readonly EventInMessage[];
}

/** When members are notified of changes. `lastChange`: the moment of the last one. */
export function notificationMoment(lastChange: number, zone: TimeZone): number {
  return afterQuietHours(lastChange + QUIET_AFTER_CHANGE_MS, zone);
}

/** Whether an event created at `madeAt` is still so new at `moment` that its correction or deletion needs no message. */
export function isNewAt(moment: number, madeAt: number): boolean {
  return moment - madeAt < QUIET_AFTER_CHANGE_MS;
}

/** What changed for the members. `null`: nothing, or both the former and the new time of the event are over. */
export function newsOf(
  { before, now }: Pick<ChangedEvent, "before" | "now">,
  moment: number,
  zone: TimeZone,
): EventNews | null {
  return isOver({ before, now }, moment, zone) ? null : newsBetween(before, now);
}

function isOver({ before, now }: Pick<ChangedEvent, "before" | "now">, moment: number, zone: TimeZone): boolean {
  return [before, now].every((details) => details === null || endOfEvent(details, zone) <= moment);
}

/** What changed for the members, whether or not the event is over. */
export function newsBetween(before: EventDetails | null, now: EventDetails | null): EventNews | null {
  if (now === null) return before === null ? null : { kind: "deleted" };
  if (before === null) return { kind: "restored" };
  const changed = NOTIFIED_FIELDS.filter((field) => before[field] !== now[field]);
  if (changed.length === 0) return null;
  return { kind: "moved", was: Object.fromEntries(changed.map((field) => [field, before[field]])) };
}

/**
 * Whether a member is notified of the change:
 * - people who are present;
 * - people without an answer, unless the event was so new that they did not know it;
 * - people in an absence who were present before the change reset the answers: they would come on the former date.
 */
export function isNotifiedOfChange(
  { availability, presentBefore, isNew }: Pick<ChangedEvent, "availability" | "presentBefore" | "isNew">,
  userId: string,
): boolean {
  const answer = answerOf(availability, userId);
  const wasPresent = presentBefore.includes(userId);
  if (answer === "absent") return wasPresent && isInAbsence(availability, userId);
  return answer === "present" || wasPresent || !isNew;
}

/**
 * The messages to send about changed events of one group, one for each person.
 * @param memberIds the ids of the group's members; for a deleted group, its members when it was deleted
 */
export function messagesOfNews(
  changed: readonly ChangedEvent[],
  memberIds: readonly string[],
  moment: number,
  zone: TimeZone,
): PersonNews[] {
  const reported = changed
    .flatMap((event) => {
      const details = event.now ?? event.before;
      const news = newsOf(event, moment, zone);
      return details && news ? [{ event, details, news }] : [];
    })
    .toSorted((a, b) => compareScheduled({ ...a.details, id: a.event.id }, { ...b.details, id: b.event.id }));
  return memberIds.flatMap((userId) => {
    const events = reported
      .filter(({ event }) => isNotifiedOfChange(event, userId))
      .map(({ event, details, news }) => ({ eventId: event.id, details, news }));
    return events.length === 0 ? [] : [{ userId, events }];
  });
}

/** The members who are not notified: they are absent, or the event was over before the message could be sent. */
export function leftOutOfNews(
  changed: readonly ChangedEvent[],
  memberIds: readonly string[],
  moment: number,
  zone: TimeZone,
): LeftOut[] {
  return changed
    .filter(({ before, now }) => newsBetween(before, now) !== null)
    .flatMap((event) =>
      memberIds.flatMap((userId): LeftOut[] => {
        const reason = reasonLeftOut(event, userId, isOver(event, moment, zone));
        return reason === null ? [] : [{ userId, eventId: event.id, reason }];
      }),
    );
}

/** Why the member is not notified; `null`: they are notified, or did not know the event. */
function reasonLeftOut(event: ChangedEvent, userId: string, isTooLate: boolean): UnsentReason | null {
  if (isNotifiedOfChange(event, userId)) return isTooLate ? "too_late" : null;
  return reasonOfAnswer(event.availability, userId);
}

/**
 * By event id, why changed events are no longer in a person's message when it is sent.
 * @param remaining the events that are still in it
 */
export function reasonsDroppedSince(
  changed: readonly ChangedEvent[],
  remaining: readonly EventInMessage[],
  userId: string,
): ReadonlyMap<string, UnsentReason> {
  const remainingIds = new Set(remaining.map(({ eventId }) => eventId));
  const dropped = changed.filter(({ id }) => !remainingIds.has(id));
  return new Map(dropped.map((event) => [event.id, reasonLeftOut(event, userId, true) ?? "too_late"]));
}
