import type { Logger } from "pino";
import type { TimeZone } from "#domain/calendar/time-zone.ts";
import { afterQuietHours } from "#domain/notifications/quiet-hours.ts";
import { fullName } from "#domain/people/people.ts";
import { familyMail, lineFor } from "#text/mails/message-frame.ts";
import type { Database } from "../database/database.ts";
import { EXPIRED, failureOf } from "../jobs/job-failure.ts";
import type { ClaimedJob, JobHandler } from "../jobs/job.ts";
import { deferJob } from "../jobs/write-jobs.ts";
import type { Mailer } from "../mail/mailer.ts";
import { readEntrusted } from "../planning/changes/read-rights.ts";
import { composeChanges } from "./kinds/changes.ts";
import { composeDropOut } from "./kinds/drop-outs.ts";
import { composePlace, composeTakenPlace } from "./kinds/places.ts";
import { composeProgramme } from "./kinds/programmes.ts";
import { composeReminder } from "./kinds/reminders.ts";
import { composeRequest } from "./kinds/requests.ts";
import { type DeliveryOutcome, recordOutcome, type OutcomeRows, outcomeRowsOf } from "./outcomes/write-outcomes.ts";
import type { Push } from "./push/push.ts";
import {
  type Composed,
  type Composition,
  isComposed,
  type MessageAddresses,
  type MessageContext,
  type UnsentReasons,
} from "./messages/composing.ts";
import { eventIdsOf, type Message, type RecordedMessage } from "./messages/message.ts";
import { notificationFor } from "./messages/notifications.ts";
import { mailProblem, readRecipients, readReplyAddresses } from "./messages/read-recipients.ts";
import type { MessagePayload } from "./messages/read-waiting-messages.ts";
import type { PushPayload } from "./messages/write-messages.ts";
import { readOwnPreferences, readSubscriptions } from "./preferences/read-preferences.ts";

interface DeliveryDependencies {
  readonly database: Database;
  readonly mailer: Pick<Mailer, "send">;
  readonly push: Push;
  readonly addresses: MessageAddresses;
  readonly zone: TimeZone;
  readonly clock: () => Date;
  readonly logger: Logger;
}

function compose(context: MessageContext, message: Message): Promise<Composition> {
  switch (message.topic) {
    case "reminders":
      return composeReminder(context, message.eventIds);
    case "changes":
      return "programmeOf" in message
        ? composeProgramme(context, message.programmeOf)
        : composeChanges(context, message);
    case "drop_outs":
      return "takenById" in message ? composeTakenPlace(context, message) : composeDropOut(context, message);
    case "place":
      return composePlace(context, message);
    case "requests":
      return composeRequest(context, message);
  }
}

/** The event, if the message is about a single one: all mails about that event form one thread. */
function threadOf(message: Message): string | undefined {
  // Stored news are not in `eventIdsOf`.
  const isOfMany = "known" in message && message.known.length > 1;
  const [eventId, ...others] = eventIdsOf(message);
  return isOfMany || others.length > 0 ? undefined : eventId;
}

type Outcome = readonly [OutcomeRows, DeliveryOutcome];

function outcomeOf(composed: Composition): DeliveryOutcome {
  if (typeof composed === "string") return { outcome: composed };
  if (isComposed(composed)) return { outcome: "sent", ...(composed.leftOut && { leftOut: composed.leftOut }) };
  // An event without a reason gets the first reason of the others: usually all have the same.
  const [first = "too_late"] = composed.values();
  return { outcome: first, leftOut: composed };
}

/** The outcomes of a job of which nothing is sent. */
function allUnsent({ payload }: ClaimedJob, why: UnsentReasons): Outcome[] {
  return outcomeRowsOf(payload as MessagePayload).map((rows) => [rows, outcomeOf(why)]);
}

/** The context for a message about this person: the recipient, or somebody entrusted to them; `null`: no longer entrusted. */
async function contextForPerson(context: MessageContext, personId: string): Promise<MessageContext | null> {
  const { recipient } = context;
  if (personId === recipient.id) return context;
  const person = (await readRecipients(context.queryable, [personId])).get(personId);
  const isEntrusted = (await readEntrusted(context.queryable, recipient.id)).some(({ id }) => id === personId);
  return isEntrusted && person !== undefined ? { ...context, recipient: person } : null;
}

/** Writes the part of a mail that is about one person: the recipient, or somebody entrusted to them. */
async function composePart(context: MessageContext, userId: string, recorded: RecordedMessage) {
  const partContext = await contextForPerson(context, userId);
  const composed: Composition = partContext === null ? "too_late" : await compose(partContext, recorded.message);
  const isOwn = userId === context.recipient.id;
  const { firstName, lastName } = (partContext ?? context).recipient;
  return { userId, ...recorded, isOwn, firstName, name: fullName({ firstName, lastName }), composed };
}

type ComposedPart = RecordedMessage & Pick<Composed, "pushes">;

async function readReplyTo(database: Database, parts: readonly ComposedPart[]): Promise<string[]> {
  // The tag of a notification is the id of its event.
  const eventIdsOfPart = ({ pushes }: ComposedPart) => pushes.map(({ tag }) => tag);
  const addresses = parts.map((part) => readReplyAddresses(database, part.message, eventIdsOfPart(part)));
  return [...new Set((await Promise.all(addresses)).flat())];
}

/**
 * The handlers of jobs `message` (a mail) and `push`. They write the text when they send it, and do not send what is no
 * longer useful: since the job was added, somebody may have answered, moved the event or unsubscribed.
 */
export function createDeliveries(dependencies: DeliveryDependencies) {
  const { database, mailer, push, addresses, zone, clock, logger } = dependencies;

  /** Postpones a job that runs in the quiet hours to their end. Returns whether it did. */
  async function postponeInQuietHours(job: ClaimedJob): Promise<boolean> {
    const now = clock();
    const quietUntil = new Date(afterQuietHours(now.getTime(), zone));
    if (quietUntil <= now) return false;
    await deferJob(database, job, quietUntil, now);
    return true;
  }

  async function contextForReader(userId: string): Promise<MessageContext | undefined> {
    const recipient = (await readRecipients(database, [userId])).get(userId);
    return recipient && { queryable: database, recipient, readerId: userId, now: clock(), zone, addresses };
  }

  async function sendMail(context: MessageContext, job: ClaimedJob): Promise<Outcome[]> {
    const { userId, message: own, noted = [], entrusted = {} } = job.payload as MessagePayload;
    // All messages of a job have the same topic. `own` is `null` if all of them are about entrusted people.
    const anyMessage = own ?? Object.values(entrusted)[0]?.message;
    if (anyMessage === undefined) return [];
    const { topic } = anyMessage;
    const { address, firstName } = context.recipient;
    const preferences = await readOwnPreferences(database, userId);
    const problem = mailProblem(context.recipient, preferences, topic);
    if (problem !== null || address === null) return allUnsent(job, problem ?? "no_address");
    const ownPart = own === null ? [] : [composePart(context, userId, { message: own, noted })];
    const entrustedParts = Object.entries(entrusted).map(([id, recorded]) => composePart(context, id, recorded));
    const parts = await Promise.all([...ownPart, ...entrustedParts]);
    const composed = parts.flatMap((part) => (isComposed(part.composed) ? [{ ...part, ...part.composed }] : []));
    if (composed.length > 0) {
      const ownMail = composed.find(({ isOwn }) => isOwn)?.mail ?? null;
      const entrustedMails = composed.filter(({ isOwn }) => !isOwn);
      // Mails about places name the person in their text.
      const others = entrustedMails.map((part) => ({ ...part, isNaming: part.message.topic === "place" }));
      const thread = threadOf(anyMessage);
      await mailer.send({
        id: job.id,
        userId,
        to: { name: fullName(context.recipient), address },
        replyTo: await readReplyTo(database, composed),
        content: familyMail(firstName, ownMail, others),
        unsubscribeUrl: addresses.unsubscribe(userId, topic),
        date: job.createdAt,
        ...(thread !== undefined && { thread }),
      });
    }
    return parts.map((part) => [part, outcomeOf(part.composed)]);
  }

  async function sendPush(context: MessageContext, job: ClaimedJob): Promise<Outcome[]> {
    const { userId, personId = userId, message, subscriptionId, noted = [] } = job.payload as PushPayload;
    const subscription = (await readSubscriptions(database, [userId])).find(({ id }) => id === subscriptionId);
    if (subscription?.topics.includes(message.topic) !== true) return allUnsent(job, "unwanted");
    const part = await composePart(context, personId, { message, noted });
    const { composed } = part;
    if (!isComposed(composed)) return allUnsent(job, composed);
    const content = notificationFor(message, composed.pushes);
    if (content === null) return allUnsent(job, composed.leftOut ?? "too_late");
    const urgency = message.topic === "reminders" ? "normal" : "high";
    // About an entrusted person: another tag, so that it does not replace the notification about the user's own answer.
    const forOther = !part.isOwn && { tag: `${content.tag}:${personId}`, body: lineFor(part.firstName, content.body) };
    const result = await push.send(subscription, { ...content, ...forOther, urgency });
    return result === "gone" ? allUnsent(job, "unwanted") : [[part, outcomeOf(composed)]];
  }

  async function recordOutcomes({ payload }: ClaimedJob, outcomes: readonly Outcome[]): Promise<void> {
    const { message, entrusted = {} } = payload as MessagePayload;
    const topic = (message ?? Object.values(entrusted)[0]?.message)?.topic;
    for (const [rows, delivery] of outcomes) {
      await recordOutcome(database, rows, delivery);
      if (delivery.outcome === "sent") continue;
      const why = delivery.leftOut === undefined ? delivery.outcome : [...new Set(delivery.leftOut.values())];
      logger.info({ messages: rows.noted?.map(({ id }) => id), topic, why }, "message not sent");
    }
  }

  function deliveryOf(send: (context: MessageContext, job: ClaimedJob) => Promise<Outcome[]>): JobHandler {
    async function run(job: ClaimedJob): Promise<void> {
      if (await postponeInQuietHours(job)) return;
      const context = await contextForReader((job.payload as MessagePayload).userId);
      // `undefined`: the account was deleted, and with it the rows in which outcomes are recorded.
      const outcomes = context === undefined ? allUnsent(job, "too_late") : await send(context, job);
      try {
        await recordOutcomes(job, outcomes);
      } catch (error) {
        // A failure here must not send the message again.
        logger.warn(failureOf(error), "what became of a message was not noted");
      }
    }
    return {
      type: "delivery",
      run,
      onGivenUp: (job, { reason }) => recordOutcomes(job, allUnsent(job, reason === EXPIRED ? "too_late" : "refused")),
    };
  }

  return { message: deliveryOf(sendMail), push: deliveryOf(sendPush) };
}
