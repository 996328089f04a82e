import { answerOf } from "#domain/availability/availability.ts";
import { endOfEvent, type TimeZone } from "#domain/calendar/time-zone.ts";
import { areSameRoles, changedPlaces, rolesOfPerson } from "#domain/line-up/kept-line-up.ts";
import { dropOutRecipients } from "#domain/notifications/drop-outs.ts";
import { reasonOfAnswer } from "#domain/notifications/message-outcomes.ts";
import { fullName } from "#domain/people/people.ts";
import { takenPlaceLine, takenPlaceMail } from "#text/mails/asking-mails.ts";
import { placeLine, placeMail } from "#text/mails/line-up-mails.ts";
import type { RunInTransaction } from "../../jobs/job.ts";
import type { PlacePayload } from "../../planning/line-ups/write-line-ups.ts";
import type { TakenPlacePayload } from "../../planning/requests/asking.ts";
import {
  type Composition,
  eventMessage,
  isForGuardian,
  stillHasRight,
  type MessageContext,
  pushOf,
} from "../messages/composing.ts";
import type { Message } from "../messages/message.ts";
import { readAdminIds } from "../messages/read-recipients.ts";
import { readUpcomingSituation, readPeople, readSituation } from "../../planning/events/read-situation.ts";
import type { QueueMessages } from "../messages/write-messages.ts";
import { readNotifiedLineUp, writeNotifiedLineUp } from "./write-notified-line-up.ts";

/**
 * The handler of jobs `places`, whose subject is an event's id: queues a message for each person whose roles in the kept
 * line-up changed since their last message. The person who chose the line-up gets none.
 */
export function queuePlaceMessages(zone: TimeZone, queueMessages: QueueMessages): RunInTransaction {
  return async (queryable, { subject: eventId, payload }, now) => {
    const { keptBy } = payload as PlacePayload;
    const situation = await readSituation(queryable, eventId, { now, zone });
    if (situation === null) return;
    const lineUp = situation.event.lineUp ?? [];
    const changed = changedPlaces(await readNotifiedLineUp(queryable, eventId), lineUp);
    await writeNotifiedLineUp(queryable, eventId, lineUp);
    const changedForOthers = changed.filter(({ userId }) => userId !== keptBy);
    const isOver = endOfEvent(situation.event, zone) <= now.getTime();
    const tooLate = changedForOthers.map(({ userId }) => ({ userId, eventId, reason: "too_late" as const }));
    const messages = changedForOthers.map(({ userId, before }) => ({
      userId,
      message: { topic: "place" as const, eventId, before },
      replaceKey: `place:${eventId}`,
    }));
    const decisions = isOver ? { messages: [], leftOut: tooLate } : { messages };
    await queueMessages(queryable, { topic: "place", ...decisions }, now);
  };
}

/**
 * The message about the recipient's roles. It shows the line-up as it was when the message was queued: later changes get a
 * message of their own. It is not sent if the event is over, if the person left the line-up by their own answer, or if their
 * roles are those of their last message (unless it is uncertain whether that one was sent).
 */
export async function composePlace(
  context: MessageContext,
  { eventId, before, isUncertain = false }: Extract<Message, { readonly topic: "place" }>,
): Promise<Composition> {
  const { queryable, recipient } = context;
  const isForEntrusted = isForGuardian(context);
  const situation = await readUpcomingSituation(context, eventId);
  if (situation === null) return "too_late";
  const { event } = situation;
  const lineUp = await readNotifiedLineUp(queryable, eventId);
  const change = { before, now: rolesOfPerson(lineUp, recipient.id) };
  if (!isUncertain && areSameRoles(change.before, change.now)) return "too_late";
  if (change.now.length === 0 && answerOf(event.availability, recipient.id) !== "present") {
    return reasonOfAnswer(event.availability, recipient.id) ?? "too_late";
  }
  const userIds = lineUp.map(({ userId }) => userId);
  const names = new Map((await readPeople(queryable, userIds)).map((person) => [person.id, fullName(person)]));
  return {
    mail: placeMail({
      ...eventMessage(context, "place", situation),
      ...change,
      isForEntrusted,
      lineUp: lineUp.flatMap(({ role, userId }) => {
        const name = names.get(userId);
        return name === undefined ? [] : [{ role, name }];
      }),
    }),
    pushes: [pushOf(context, event, placeLine(change, isForEntrusted ? recipient.firstName : undefined))],
  };
}

/** The handler of jobs `place_taken`: notifies those who get drop-outs that somebody has taken another person's place. */
export function queueTakenPlaceMessages(zone: TimeZone, queueMessages: QueueMessages): RunInTransaction {
  return async (queryable, { subject, payload }, now) => {
    const { eventId, leftBy: leftById, takenBy: takenById } = payload as TakenPlacePayload;
    const situation = await readSituation(queryable, eventId, { now, zone });
    if (situation === null) return;
    const adminIds = await readAdminIds(queryable);
    const userIds = dropOutRecipients({ ...situation.group, adminIds, userId: leftById, saidBy: takenById });
    const message = { topic: "drop_outs" as const, eventId, leftById, takenById };
    const messages = userIds.map((userId) => ({ userId, message, replaceKey: `place_taken:${subject}` }));
    await queueMessages(queryable, { topic: "drop_outs", messages }, now);
  };
}

/** Not sent if the person who took the place no longer has it, or if the event is over. */
export async function composeTakenPlace(
  context: MessageContext,
  { eventId, takenById, leftById }: Extract<Message, { readonly takenById: string }>,
): Promise<Composition> {
  const { queryable, recipient } = context;
  const situation = await readUpcomingSituation(context, eventId);
  if (situation === null || !stillHasRight(recipient, "event.hear_of_drop_outs", situation)) return "too_late";
  const { event } = situation;
  const roles = rolesOfPerson(event.lineUp, takenById);
  const people = await readPeople(queryable, [takenById, leftById]);
  const takenBy = people.find(({ id }) => id === takenById);
  const leftBy = people.find(({ id }) => id === leftById);
  if (takenBy === undefined || roles.length === 0) return "too_late";
  return {
    mail: takenPlaceMail({
      ...eventMessage(context, "drop_outs", situation),
      takenBy: fullName(takenBy),
      leftBy: leftBy === undefined ? null : fullName(leftBy),
      roles,
    }),
    pushes: [pushOf(context, event, takenPlaceLine(roles))],
  };
}
