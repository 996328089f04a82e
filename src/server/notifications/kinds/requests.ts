import type { ReachProblem } from "#contract/notifications/requests.ts";
import type { TimeZone } from "#domain/calendar/time-zone.ts";
import { rolesOfPerson } from "#domain/line-up/kept-line-up.ts";
import { playState } from "#domain/line-up/play-state.ts";
import { isPlaceFree } from "#domain/line-up/repairing/replacement.ts";
import { reasonOfAnswer } from "#domain/notifications/message-outcomes.ts";
import { afterQuietHours } from "#domain/notifications/quiet-hours.ts";
import { fullName } from "#domain/people/people.ts";
import { outcomeLine, outcomeMail, replacementLine, replacementMail, requestMail } from "#text/mails/asking-mails.ts";
import { pushText } from "#text/mails/message-frame.ts";
import { addJobs, cancelJob } from "../../jobs/write-jobs.ts";
import type { Asking, AskingEffects } from "../../planning/requests/asking.ts";
import { readAccounts } from "../../planning/requests/write-requests.ts";
import type { WriteTransaction } from "../../planning/shared-planning.ts";
import {
  answerableEvent,
  type Composition,
  eventMessage,
  isForGuardian,
  stillHasRight,
  type MessageContext,
  pushOf,
} from "../messages/composing.ts";
import type { AddressedMessage, Message } from "../messages/message.ts";
import { readReach, reachProblem } from "../messages/read-reach.ts";
import type { MailProblem } from "../messages/read-recipients.ts";
import { readUpcomingSituation, readPeople, type Situation } from "../../planning/events/read-situation.ts";
import { createMessageQueue, type QueueMessages, withdrawMessages } from "../messages/write-messages.ts";

const REACH_PROBLEM_OF: Readonly<Record<MailProblem, ReachProblem>> = {
  no_address: "no_account",
  not_confirmed: "not_confirmed",
  refused: "refused",
  unwanted: "unsubscribed",
};

/** For each of these people, why no request can reach them; `null`: one reaches the person or one of their guardians. */
const readReachProblems: Asking["reachProblemsOf"] = async (queryable, userIds) => {
  if (userIds.length === 0) return new Map();
  const accounts = await readAccounts(queryable, userIds);
  const reach = await readReach(queryable, userIds);
  return new Map(
    userIds.map((userId) => {
      const problem = reachProblem(reach, userId, "requests");
      if (problem === null) return [userId, null];
      return [userId, accounts.get(userId) === true ? REACH_PROBLEM_OF[problem] : "no_account"];
    }),
  );
};

/** The `replaceKey` of requests to people who are asked one after the other. Waiting ones are withdrawn at the end. */
function orderedRequestsKey(eventId: string): string {
  return `turn:${eventId}`;
}

/** Queues the messages of requests, and adds the job that asks the next person of an order. */
async function onRequests(
  queueMessages: QueueMessages,
  writing: WriteTransaction,
  effects: AskingEffects,
): Promise<void> {
  const { eventId, asked, endedOrder, nextAt } = effects;
  const { now } = writing;
  const requests = asked.map(({ userId, askedBy, isFromOrder, isReplacement }): AddressedMessage => ({
    userId,
    message: { topic: "requests", eventId, askedById: askedBy, isReplacement },
    replaceKey: isFromOrder ? orderedRequestsKey(eventId) : `request:${eventId}`,
  }));
  await queueMessages(writing, { topic: "requests", messages: requests }, now);
  if (endedOrder !== null) {
    const message = { topic: "requests" as const, eventId, outcome: endedOrder.outcome };
    const toAdmin = { userId: endedOrder.adminId, message, replaceKey: `asking_ended:${eventId}` };
    // In a call of its own: one call records at most one message for a person and event, and the admin may be asked too.
    await queueMessages(writing, { topic: "requests", messages: [toAdmin] }, now);
  }
  if (nextAt === null) {
    await cancelJob(writing, "asking", eventId);
    await withdrawMessages(writing, orderedRequestsKey(eventId));
  } else await addJobs(writing, [{ kind: "asking", subject: eventId, dueAt: nextAt }], now);
}

/** Implements `Asking`, what the planning needs to ask people: it asks them by mail and push. */
export function createAsking(zone: TimeZone, queueMessages = createMessageQueue()): Asking {
  return {
    timeZone: zone,
    reachProblemsOf: readReachProblems,
    leavesAt: (moment) => new Date(afterQuietHours(moment.getTime(), zone)),
    onRequests: (writing, effects) => onRequests(queueMessages, writing, effects),
  };
}

type RequestMessage = Extract<Message, { readonly topic: "requests" }>;

/** Whether the people who are present can fill all required roles. */
function canPlay({ question }: Situation): boolean {
  const state = playState(question);
  return state === "complete" || state === "fragile";
}

/**
 * The message to a person who is asked to come, or to the admin who asked people one after the other: how that ended. It is
 * not sent if the event is over, if the person answered in the meantime, or if the text is no longer true: the place was
 * taken, or the outcome changed.
 */
export async function composeRequest(context: MessageContext, message: RequestMessage): Promise<Composition> {
  const { queryable, recipient } = context;
  const situation = await readUpcomingSituation(context, message.eventId);
  if (situation === null) return "too_late";
  const { event } = situation;
  const frame = eventMessage(context, "requests", situation);
  if ("outcome" in message) {
    const { outcome } = message;
    const isStillTrue = canPlay(situation) === (outcome === "complete");
    if (!isStillTrue || !stillHasRight(recipient, "event.ask_people", situation)) return "too_late";
    return { mail: outcomeMail({ ...frame, outcome }), pushes: [pushOf(context, event, outcomeLine(outcome))] };
  }
  const [asker] = await readPeople(queryable, [message.askedById]);
  const answered = reasonOfAnswer(event.availability, recipient.id);
  if (asker === undefined || answered !== null) return answered ?? "too_late";
  const asked = answerableEvent(context, situation);
  const request = { ...frame, event: asked, askedBy: fullName(asker) };
  if (message.isReplacement === true) {
    const roles = rolesOfPerson(event.lineUp, asker.id);
    if (!isPlaceFree(event, asker.id)) return "too_late";
    return {
      mail: replacementMail({ ...request, roles }),
      pushes: [pushOf(context, event, replacementLine(roles), { isAsked: true })],
    };
  }
  return {
    mail: requestMail({ ...request, isForEntrusted: isForGuardian(context) }),
    pushes: [pushOf(context, event, asked.stake ?? pushText.requested, { isAsked: true })],
  };
}
