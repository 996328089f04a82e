import type { ReachProblem } from "#contract/notifications/requests.ts";
import type { TimeZone } from "#domain/calendar/time-zone.ts";
import { rolesOfPerson } from "#domain/line-up/kept-line-up.ts";
import { playState } from "#domain/line-up/play-state.ts";
import { isPlaceFree } from "#domain/line-up/repairing/replacement.ts";
import { reasonOfAnswer } from "#domain/notifications/message-outcomes.ts";
import { afterQuietHours } from "#domain/notifications/quiet-hours.ts";
import { fullName } from "#domain/people/people.ts";
import { detailsOf } from "#domain/planning/planning.ts";
import { outcomeLine, outcomeMail, replacementLine, replacementMail, requestMail } from "#text/mails/asking-mails.ts";
import { pushText } from "#text/mails/message-frame.ts";
import { addJobs, removeJobs } from "../../jobs/write-jobs.ts";
import type { Asking, AskingEffects } from "../../planning/requests/asking.ts";
import { readAccounts } from "../../planning/requests/write-requests.ts";
import type { WriteTransaction } from "../../planning/shared-planning.ts";
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
import { readReach, reachProblem } from "../telling/read-reach.ts";
import type { MailProblem } from "../telling/read-recipients.ts";
import { readUpcomingSituation, readPeople, type Situation } from "../../planning/events/read-situation.ts";
import { createTell, type Tell, withdraw } from "../telling/write-messages.ts";

const REACH_PROBLEM_OF: Readonly<Record<MailProblem, ReachProblem>> = {
  no_address: "no_account",
  not_confirmed: "not_confirmed",
  refused: "refused",
  unwanted: "unsubscribed",
};

/** Why no request reaches each of these people; `null` where one reaches them or a guardian of theirs. */
const canReach: Asking["canReach"] = async (queryable, userIds) => {
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

/** The `about` of messages to people whose turn it was. */
function turnsOf(eventId: string): string {
  return `turn:${eventId}`;
}

/** Sends the messages of requests, and adds the job for the next turn. */
async function onRequests(tell: Tell, writing: WriteTransaction, effects: AskingEffects): Promise<void> {
  const { eventId, asked, unreached, endedOrder, nextAt } = effects;
  const { now } = writing;
  // `tell` stores why nothing is sent to the unreached.
  const requests = [...asked, ...unreached].map(
    ({ userId, askedBy, isFromOrder, isReplacement }): AddressedMessage => ({
      userId,
      message: { topic: "requests", eventId, askedById: askedBy, isReplacement },
      about: isFromOrder ? turnsOf(eventId) : `request:${eventId}`,
    }),
  );
  await tell(writing, { topic: "requests", messages: requests }, now);
  if (endedOrder !== null) {
    const message = { topic: "requests" as const, eventId, outcome: endedOrder.outcome };
    const ended = { userId: endedOrder.adminId, message, about: `asking_ended:${eventId}` };
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
  const situation = await readUpcomingSituation(occasion, message.eventId);
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
