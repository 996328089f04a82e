import { answerOf, type AvailabilityEntry, isInAbsence } from "../availability/availability.ts";
import { compareScheduled } from "../calendar/calendar.ts";
import { endOfEvent, type TimeZone } from "../calendar/time-zone.ts";
import type { EventDetails, Planning } from "../planning/planning.ts";
import { type LeftOut, reasonOfAnswer, type UnsentReason } from "./message-outcomes.ts";
import { afterQuietHours } from "./quiet-hours.ts";

/** Members hear of changes once nothing has changed for so long. */
export const QUIET_AFTER_CHANGE_MS = 5 * 60 * 1000;

/** The details whose change is told. */
const TOLD_FIELDS = ["date", "time", "location"] as const;

/** The former values of those details that changed. */
export type FormerDetails = Partial<Pick<EventDetails, (typeof TOLD_FIELDS)[number]>>;

/** What its members are told about an event. */
export type EventNews =
  | { readonly kind: "moved"; readonly was: FormerDetails }
  | { readonly kind: "deleted" }
  | { readonly kind: "restored" };

/** An event that changed, between what its members know and now. */
export interface ChangedEvent {
  readonly id: string;
  readonly groupId: string;
  /** The details before the first change that was not told; `null`: it was deleted. A new event is no change. */
  readonly before: EventDetails | null;
  /** `null`: it is deleted. */
  readonly now: EventDetails | null;
  /** The answers now, or when it was deleted, with what follows from absences. */
  readonly availability: readonly AvailabilityEntry[];
  /** The ids of those who were present before the first of these changes: answers may have been reset by it. */
  readonly presentBefore: readonly string[];
  /** Whether it was so new then that only those who had answered knew it. */
  readonly isNew: boolean;
}

/** One event in a person's message. */
export interface ToldEvent {
  readonly eventId: string;
  /** As it is now, or was before it was deleted. */
  readonly details: EventDetails;
  readonly news: EventNews;
}

/** One message: what a person is told, in the order of the events' dates. */
export interface PersonNews {
  readonly userId: string;
  readonly events: readonly ToldEvent[];
}

/** When the members are told of changes, the last of which was made at `lastChange`. */
export function tellingMoment(lastChange: number, zone: TimeZone): number {
  return afterQuietHours(lastChange + QUIET_AFTER_CHANGE_MS, zone);
}

/** Whether an event is so new, or was when it was deleted, that a mistake in it is still corrected unnoticed. */
export function isNewAt(moment: number, madeAt: number): boolean {
  return moment - madeAt < QUIET_AFTER_CHANGE_MS;
}

/** What changed for the members; `null` when all is as before, or the event was over before and after. */
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

/** Whether an edit changes what members are told of. */
export function isTold(before: EventDetails, now: EventDetails): boolean {
  return newsBetween(before, now) !== null;
}

/** What changed for the members, whether or not the event is over. */
export function newsBetween(before: EventDetails | null, now: EventDetails | null): EventNews | null {
  if (now === null) return before === null ? null : { kind: "deleted" };
  if (before === null) return { kind: "restored" };
  const changed = TOLD_FIELDS.filter((field) => before[field] !== now[field]);
  if (changed.length === 0) return null;
  return { kind: "moved", was: Object.fromEntries(changed.map((field) => [field, before[field]])) };
}

/**
 * Whether a member hears of the change: they are present or have not answered; where the event was new, who had not
 * answered did not know it. So do those who were present and are in an absence now that answers were reset, because they
 * would come to the former date.
 */
export function hearsOfChange(
  { availability, presentBefore, isNew }: Pick<ChangedEvent, "availability" | "presentBefore" | "isNew">,
  userId: string,
): boolean {
  const answer = answerOf(availability, userId);
  const wasPresent = presentBefore.includes(userId);
  if (answer === "absent") return wasPresent && isInAbsence(availability, userId);
  return answer === "present" || wasPresent || !isNew;
}

/**
 * Who is told what, each in one message.
 * @param members by group id, the ids of its members; of a deleted group, those it had
 */
export function newsToTell(
  changed: readonly ChangedEvent[],
  members: NonNullable<Planning["members"]>,
  moment: number,
  zone: TimeZone,
): PersonNews[] {
  const told = changed
    .flatMap((event) => {
      const details = event.now ?? event.before;
      const news = newsOf(event, moment, zone);
      return details && news ? [{ event, details, news }] : [];
    })
    .toSorted((a, b) => compareScheduled({ ...a.details, id: a.event.id }, { ...b.details, id: b.event.id }));
  const messages = new Map<string, ToldEvent[]>();
  for (const { event, details, news } of told) {
    for (const userId of (members[event.groupId] ?? []).filter((id) => hearsOfChange(event, id)))
      messages.set(userId, [...(messages.get(userId) ?? []), { eventId: event.id, details, news }]);
  }
  return Array.from(messages, ([userId, events]) => ({ userId, events }));
}

/** The members who do not hear of a change: they do not come, or the event was over before they could be told. */
export function leftOutOfNews(
  changed: readonly ChangedEvent[],
  members: NonNullable<Planning["members"]>,
  moment: number,
  zone: TimeZone,
): LeftOut[] {
  return changed
    .filter(({ before, now }) => newsBetween(before, now) !== null)
    .flatMap((event) =>
      (members[event.groupId] ?? []).flatMap((userId): LeftOut[] => {
        const reason = reasonNotToTell(event, userId, isOver(event, moment, zone));
        return reason === null ? [] : [{ userId, eventId: event.id, reason }];
      }),
    );
}

/** `null` also for who did not know the event. */
function reasonNotToTell(event: ChangedEvent, userId: string, isTooLate: boolean): UnsentReason | null {
  if (hearsOfChange(event, userId)) return isTooLate ? "too_late" : null;
  return reasonOfAnswer(event.availability, userId);
}

/** Why a person is no longer told of these events when a message is sent, by their ids. */
export function untoldSince(
  changed: readonly ChangedEvent[],
  told: readonly ToldEvent[],
  userId: string,
): ReadonlyMap<string, UnsentReason> {
  const toldIds = new Set(told.map(({ eventId }) => eventId));
  const untold = changed.filter(({ id }) => !toldIds.has(id));
  return new Map(
    untold.map((event) => {
      const reason = hearsOfChange(event, userId) ? null : reasonOfAnswer(event.availability, userId);
      return [event.id, reason ?? "too_late"];
    }),
  );
}
