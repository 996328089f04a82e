import { answerOf, type AvailabilityEntry, isInAbsence } from "../availability/availability.ts";
import { compareScheduled } from "../calendar/calendar.ts";
import { endOfEvent, type TimeZone } from "../calendar/time-zone.ts";
import type { EventDetails, Planning } from "../planning/planning.ts";
import { type LeftOut, reasonOfAnswer, type UnsentReason } from "./message-outcomes.ts";
import { afterQuietHours } from "./quiet-hours.ts";

/** Members are told of changes once nothing has changed for this long. */
export const QUIET_AFTER_CHANGE_MS = 5 * 60 * 1000;

/** Members are told when one of these details changes. */
const TOLD_FIELDS = ["date", "time", "location"] as const;

/** The former values of those details that changed. */
export type FormerDetails = Partial<Pick<EventDetails, (typeof TOLD_FIELDS)[number]>>;

/** What members are told about an event. */
export type EventNews =
  | { readonly kind: "moved"; readonly was: FormerDetails }
  | { readonly kind: "deleted" }
  | { readonly kind: "restored" };

/** An event that changed: what members know of it, and what it is now. */
export interface ChangedEvent {
  readonly id: string;
  readonly groupId: string;
  /** The details before the first change of which members were not told; `null`: it was deleted then. */
  readonly before: EventDetails | null;
  /** `null`: it is deleted. */
  readonly now: EventDetails | null;
  /** The answers now, or when it was deleted, with entries that follow from absences. */
  readonly availability: readonly AvailabilityEntry[];
  /** The ids of people who were present before the first of these changes, which may have reset answers. */
  readonly presentBefore: readonly string[];
  /** Whether the event was so new before these changes that only people who had answered knew it. */
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

/** When members are told of changes. `lastChange`: the moment of the last one. */
export function tellingMoment(lastChange: number, zone: TimeZone): number {
  return afterQuietHours(lastChange + QUIET_AFTER_CHANGE_MS, zone);
}

/** Whether an event made at `madeAt` was so new at `moment` that members are not told of a correction or deletion. */
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
 * Whether a member is told of the change. People who are present are told, and people without an answer, unless the
 * event was so new that they did not know it. People who were present, and are in an absence now that answers were
 * reset, are told too: they would come on the former date.
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
 * The messages to send, one for each person.
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

/** The members who are not told of a change: they do not come, or the event was over before they could be told. */
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

/** `null`: the member is told, or did not know the event. */
function reasonNotToTell(event: ChangedEvent, userId: string, isTooLate: boolean): UnsentReason | null {
  if (hearsOfChange(event, userId)) return isTooLate ? "too_late" : null;
  return reasonOfAnswer(event.availability, userId);
}

/**
 * By event id, why changed events are no longer in a person's message when it is sent.
 * @param told the events that are still in it
 */
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
