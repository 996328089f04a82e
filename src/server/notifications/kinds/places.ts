import { answerOf } from "#domain/availability/availability.ts";
import { endOfEvent, type TimeZone } from "#domain/calendar/time-zone.ts";
import { areSameRoles, changedPlaces, rolesOfPerson } from "#domain/line-up/kept-line-up.ts";
import { whomToTellOfDropOut } from "#domain/notifications/drop-outs.ts";
import { reasonOfAnswer } from "#domain/notifications/message-outcomes.ts";
import { fullName } from "#domain/people/people.ts";
import { detailsOf } from "#domain/planning/planning.ts";
import { takenPlaceLine, takenPlaceMail } from "#text/mails/asking-mails.ts";
import { placeLine, placeMail } from "#text/mails/line-up-mails.ts";
import type { RunInTransaction } from "../../jobs/job.ts";
import type { PlacePayload } from "../../planning/line-ups/write-line-ups.ts";
import type { TakenPlacePayload } from "../../planning/requests/asking.ts";
import { type Composition, eventLinks, mayStill, type Occasion, pushOf } from "../telling/composing.ts";
import type { Message } from "../telling/message.ts";
import { readAdminIds } from "../telling/read-recipients.ts";
import { readUpcomingSituation, readPeople, readSituation } from "../../planning/events/read-situation.ts";
import type { Tell } from "../telling/write-messages.ts";
import { readToldLineUp, writeToldLineUp } from "./write-told-places.ts";

/**
 * Tells the people on a line-up what has changed for them since their last message, except the person who kept it. The
 * job's subject is the event's id.
 */
export function tellPlaces(zone: TimeZone, tell: Tell): RunInTransaction {
  return async (queryable, { subject: eventId, payload }, now) => {
    const { keptBy } = payload as PlacePayload;
    const situation = await readSituation(queryable, eventId, { now, zone });
    if (situation === null) return;
    const lineUp = situation.event.lineUp ?? [];
    const changed = changedPlaces(await readToldLineUp(queryable, eventId), lineUp);
    await writeToldLineUp(queryable, eventId, lineUp);
    const told = changed.filter(({ userId }) => userId !== keptBy);
    const isOver = endOfEvent(situation.event, zone) <= now.getTime();
    const leftOut = isOver ? told.map(({ userId }) => ({ userId, eventId, reason: "too_late" as const })) : [];
    const messages = told.map(({ userId, before }) => ({
      userId,
      message: { topic: "place" as const, eventId, before },
      about: `place:${eventId}`,
    }));
    await tell(queryable, { topic: "place", messages: isOver ? [] : messages, leftOut }, now);
  };
}

/**
 * Tells the line-up as it was when this message was decided: later changes get a message of their own. There is no message
 * when nothing differs from what the person knows (unless that is uncertain), the event is over, or they left the line-up by
 * their own answer.
 */
export async function composePlace(
  occasion: Occasion,
  { eventId, before, isUncertain = false }: Extract<Message, { readonly topic: "place" }>,
): Promise<Composition> {
  const { queryable, recipient, isForEntrusted = false } = occasion;
  const situation = await readUpcomingSituation(occasion, eventId);
  if (situation === null) return "too_late";
  const { event, group } = situation;
  const lineUp = await readToldLineUp(queryable, eventId);
  const change = { before, now: rolesOfPerson(lineUp, recipient.id) };
  if (!isUncertain && areSameRoles(change.before, change.now)) return "too_late";
  if (change.now.length === 0 && answerOf(event.availability, recipient.id) !== "present") {
    return reasonOfAnswer(event.availability, recipient.id) ?? "too_late";
  }
  const userIds = lineUp.map(({ userId }) => userId);
  const names = new Map((await readPeople(queryable, userIds)).map((person) => [person.id, fullName(person)]));
  return {
    mail: placeMail({
      ...change,
      firstName: recipient.firstName,
      isForEntrusted,
      event: detailsOf(event),
      lineUp: lineUp.flatMap(({ role, userId }) => {
        const name = names.get(userId);
        return name === undefined ? [] : [{ role, name }];
      }),
      groupName: group.name,
      links: eventLinks(occasion, "place", event),
    }),
    pushes: [pushOf(occasion, event, placeLine(change, isForEntrusted ? recipient.firstName : undefined))],
  };
}

/** When somebody has taken another person's place, tells the leaders and admins who are also told of drop-outs. */
export function tellTakenPlace(zone: TimeZone, tell: Tell): RunInTransaction {
  return async (queryable, { subject, payload }, now) => {
    const { eventId, leftBy: leftById, takenBy: takenById } = payload as TakenPlacePayload;
    const situation = await readSituation(queryable, eventId, { now, zone });
    if (situation === null) return;
    const adminIds = await readAdminIds(queryable);
    const userIds = whomToTellOfDropOut({ ...situation.group, adminIds, userId: leftById, saidBy: takenById });
    const message = { topic: "drop_outs" as const, eventId, leftById, takenById };
    const messages = userIds.map((userId) => ({ userId, message, about: `place_taken:${subject}` }));
    await tell(queryable, { topic: "drop_outs", messages }, now);
  };
}

/** Not sent if the person who took the place no longer has it, or if the event is over. */
export async function composeTakenPlace(
  occasion: Occasion,
  { eventId, takenById, leftById }: Extract<Message, { readonly takenById: string }>,
): Promise<Composition> {
  const { queryable, recipient } = occasion;
  const situation = await readUpcomingSituation(occasion, eventId);
  if (situation === null || !mayStill(recipient, "event.hear_of_drop_outs", situation)) return "too_late";
  const { event, group } = situation;
  const roles = rolesOfPerson(event.lineUp, takenById);
  const people = await readPeople(queryable, [takenById, leftById]);
  const takenBy = people.find(({ id }) => id === takenById);
  const leftBy = people.find(({ id }) => id === leftById);
  if (takenBy === undefined || roles.length === 0) return "too_late";
  return {
    mail: takenPlaceMail({
      firstName: recipient.firstName,
      takenBy: fullName(takenBy),
      leftBy: leftBy === undefined ? null : fullName(leftBy),
      roles,
      event: detailsOf(event),
      groupName: group.name,
      links: eventLinks(occasion, "drop_outs", event),
    }),
    pushes: [pushOf(occasion, event, takenPlaceLine(roles))],
  };
}
