import type { ReachProblem } from "#contract/notifications/requests.ts";
import type { TimeZone } from "#domain/calendar/time-zone.ts";
import { rolesOfPerson } from "#domain/line-up/kept-line-up.ts";
import { playState } from "#domain/line-up/play-state.ts";
import { isPlaceFree } from "#domain/line-up/repairing/replacement.ts";
import { type LeftOut, reasonOfAnswer } from "#domain/notifications/message-outcomes.ts";
import { afterQuietHours } from "#domain/notifications/quiet-hours.ts";
import { fullName } from "#domain/people/people.ts";
import { detailsOf } from "#domain/planning/planning.ts";
import { outcomeLine, outcomeMail, replacementLine, replacementMail, requestMail } from "#text/mails/asking-mails.ts";
import { pushText } from "#text/mails/message-frame.ts";
import type { Queryable } from "../../database/database.ts";
import { addJobs, removeJobs } from "../../jobs/write-jobs.ts";
import { readGuardiansOf } from "../../planning/changes/read-rights.ts";
import { type Asking, type AskingEffects, canReachAccounts } from "../../planning/requests/asking.ts";
import type { Writing } from "../../planning/shared-planning.ts";
import {
  answerable,
  type Composition,
  eventLinks,
  footLinks,
  mayStill,
  type Occasion,
  pushOf,
} from "../telling/composing.ts";
import type { AddressedMessage, Message } from "../telling/message.ts";
import { mailProblem, readPeople, readRecipients } from "../telling/read-recipients.ts";
import { readComing, type Situation } from "../telling/read-situation.ts";
import { createTell, type Tell, withdraw } from "../telling/write-messages.ts";
import { readWishes } from "../wishes/read-wishes.ts";

/** Why requests reach these people neither by mail nor on a device; `null` where they do. Ignores guardians. */
async function canReachAlone(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ReachProblem | null>> {
  const accounts = await canReachAccounts(queryable, userIds);
  const wishes = await readWishes(queryable, userIds);
  const recipients = await readRecipients(queryable, userIds);
  return new Map(
    userIds.map((userId) => {
      const problem = accounts.get(userId) ?? null;
      const { byMail = true, byPush = false } = wishes.get(userId)?.requests ?? {};
      if (problem !== null || byPush) return [userId, problem];
      if (!byMail) return [userId, "unsubscribed"];
      const recipient = recipients.get(userId);
      if (recipient?.address != null) return [userId, null];
      return [userId, recipient?.isRefused === true ? "refused" : "not_confirmed"];
    }),
  );
}

/** Like `canReachAlone`, but an entrusted person is also reached if one of their guardians is. */
async function canReach(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ReachProblem | null>> {
  const guardians = await readGuardiansOf(queryable, userIds);
  const guardianIds = [...new Set([...guardians.values()].flat())];
  const alone = await canReachAlone(queryable, [...new Set([...userIds, ...guardianIds])]);
  return new Map(
    userIds.map((userId) => {
      const isReached = (guardians.get(userId) ?? []).some((id) => alone.get(id) === null);
      return [userId, isReached ? null : (alone.get(userId) ?? null)];
    }),
  );
}

/** The `about` of messages to people whose turn it was. */
function turnsOf(eventId: string): string {
  return `turn:${eventId}`;
}

/** Why no mail reaches these people, or the guardian of an entrusted person. */
async function leftOutOf(queryable: Queryable, { eventId, unreached }: AskingEffects): Promise<LeftOut[]> {
  const userIds = unreached.map(({ userId }) => userId);
  const guardians = await readGuardiansOf(queryable, userIds);
  const readerOf = new Map(userIds.map((id) => [id, guardians.get(id)?.[0] ?? id]));
  const readerIds = [...readerOf.values()];
  const recipients = await readRecipients(queryable, readerIds);
  const wishes = await readWishes(queryable, readerIds);
  return Array.from(readerOf, ([userId, id]) => {
    const reason = mailProblem(recipients.get(id), wishes.get(id), "requests") ?? "not_confirmed";
    return { userId, eventId, reason };
  });
}

/** Sends the messages of requests, and adds the job for the next turn. */
async function onRequests(tell: Tell, writing: Writing, effects: AskingEffects): Promise<void> {
  const { eventId, asked, told, nextAt } = effects;
  const { now } = writing;
  const requests = asked.map(({ userId, askedBy, isTurn, isReplacement }): AddressedMessage => ({
    userId,
    message: { topic: "requests", eventId, askedById: askedBy, isReplacement },
    about: isTurn ? turnsOf(eventId) : `request:${eventId}`,
  }));
  const leftOut = await leftOutOf(writing, effects);
  await tell(writing, { topic: "requests", messages: requests, leftOut }, now);
  if (told !== null) {
    const message = { topic: "requests" as const, eventId, outcome: told.outcome };
    const ended = { userId: told.adminId, message, about: `asking_ended:${eventId}` };
    // In a call of its own: the admin who asked may be among the people who are asked.
    await tell(writing, { topic: "requests", messages: [ended] }, now);
  }
  if (nextAt === null) {
    await removeJobs(writing, "asking", [eventId]);
    await withdraw(writing, turnsOf(eventId));
  } else await addJobs(writing, [{ kind: "asking", subject: eventId, dueAt: nextAt }], now);
}

/** Asks people by messages. No message is sent in the quiet hours. */
export function createAsking(zone: TimeZone, tell = createTell()): Asking {
  return {
    timeZone: zone,
    canReach,
    leavesAt: (moment) => new Date(afterQuietHours(moment.getTime(), zone)),
    onRequests: (writing, effects) => onRequests(tell, writing, effects),
  };
}

type RequestMessage = Extract<Message, { readonly topic: "requests" }>;

function isStanding({ question }: Situation): boolean {
  const state = playState(question);
  return state === "complete" || state === "fragile";
}

/**
 * The request to a person, or the outcome of an order to the admin who asked. Too late when it is no longer true: the
 * person answered, the line-up changed, or the event is over.
 */
export async function composeRequest(occasion: Occasion, message: RequestMessage): Promise<Composition> {
  const { queryable, recipient, isForEntrusted = false } = occasion;
  const situation = await readComing(occasion, message.eventId);
  if (situation === null) return "too_late";
  const { event, group } = situation;
  const { firstName } = recipient;
  const links = footLinks(occasion, "requests");
  if ("outcome" in message) {
    const { outcome } = message;
    if (!mayStill(recipient, "event.ask_people", situation) || isStanding(situation) !== (outcome === "complete"))
      return "too_late";
    const toEvent = eventLinks(occasion, "requests", event);
    return {
      mail: outcomeMail({ firstName, event: detailsOf(event), outcome, groupName: group.name, links: toEvent }),
      pushes: [pushOf(occasion, event, outcomeLine(outcome))],
    };
  }
  const [asking] = await readPeople(queryable, [message.askedById]);
  const answered = reasonOfAnswer(event.availability, recipient.id);
  if (asking === undefined || answered !== null) return answered ?? "too_late";
  const asked = answerable(occasion, situation);
  if (message.isReplacement === true) {
    const roles = rolesOfPerson(event.lineUp, asking.id);
    if (!isPlaceFree(event, asking.id)) return "too_late";
    const replacement = { firstName, askedBy: fullName(asking), roles, event: asked, groupName: group.name, links };
    return {
      mail: replacementMail(replacement),
      pushes: [pushOf(occasion, event, replacementLine(roles), true)],
    };
  }
  return {
    mail: requestMail({
      firstName,
      isForEntrusted,
      askedBy: fullName(asking),
      event: asked,
      groupName: group.name,
      links,
    }),
    pushes: [pushOf(occasion, event, asked.stake ?? pushText.requested, true)],
  };
}
