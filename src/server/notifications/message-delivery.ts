import type { Logger } from "pino";
import type { TimeZone } from "#domain/calendar/time-zone.ts";
import { afterQuietHours } from "#domain/notifications/quiet-hours.ts";
import { fullName } from "#domain/people/people.ts";
import { familyMail, lineFor } from "#text/mails/message-frame.ts";
import type { Database } from "../database/database.ts";
import { EXPIRED, failureOf } from "../jobs/job-failure.ts";
import type { ClaimedJob, JobHandler } from "../jobs/job.ts";
import { putOffJob } from "../jobs/write-jobs.ts";
import type { Mailer } from "../mail/mailer.ts";
import { readEntrusted } from "../planning/changes/read-rights.ts";
import { composeChanges } from "./kinds/changes.ts";
import { composeDropOut } from "./kinds/drop-outs.ts";
import { composePlace, composeTakenPlace } from "./kinds/places.ts";
import { composeProgramme } from "./kinds/programmes.ts";
import { composeReminder } from "./kinds/reminders.ts";
import { composeRequest } from "./kinds/requests.ts";
import { type Delivered, noteDelivered, type NotedRows, rowsOf, type Unsent } from "./outcomes/write-outcomes.ts";
import type { Push } from "./push/push.ts";
import {
  type Composed,
  type Composition,
  isComposed,
  type MessageAddresses,
  type Occasion,
  occasionForEntrusted,
} from "./telling/composing.ts";
import { eventIdsOf, type Message, type Told } from "./telling/message.ts";
import { notificationFor } from "./telling/notifications.ts";
import { mailProblem, readRecipients, readReplyAddresses } from "./telling/read-recipients.ts";
import type { MessagePayload } from "./telling/read-waiting-messages.ts";
import type { PushPayload } from "./telling/write-messages.ts";
import { readSubscriptions, readWishes } from "./wishes/read-wishes.ts";

interface DeliveryDependencies {
  readonly database: Database;
  readonly mailer: Pick<Mailer, "send">;
  readonly push: Push;
  readonly addresses: MessageAddresses;
  readonly zone: TimeZone;
  readonly clock: () => Date;
  readonly logger: Logger;
}

function compose(occasion: Occasion, message: Message): Promise<Composition> {
  switch (message.topic) {
    case "reminders":
      return composeReminder(occasion, message.eventIds);
    case "changes":
      return "programmeOf" in message
        ? composeProgramme(occasion, message.programmeOf)
        : composeChanges(occasion, message);
    case "drop_outs":
      return "takenById" in message ? composeTakenPlace(occasion, message) : composeDropOut(occasion, message);
    case "place":
      return composePlace(occasion, message);
    case "requests":
      return composeRequest(occasion, message);
  }
}

/** The event of a message about a single event: all mails about it are one thread. */
function threadOf(message: Message): string | undefined {
  const isOfMany = "known" in message && message.known.length > 1;
  const [eventId, ...others] = eventIdsOf(message);
  return isOfMany || others.length > 0 ? undefined : eventId;
}

type Outcome = readonly [NotedRows, Delivered];

function unsent({ payload }: ClaimedJob, why: Unsent): Outcome[] {
  return rowsOf(payload as MessagePayload).map((rows) => [rows, { type: "unsent", why }]);
}

function deliveredOf(composed: Composition): Delivered {
  if (!isComposed(composed)) return { type: "unsent", why: composed };
  return { type: "sent", ...(composed.leftOut && { leftOut: composed.leftOut }) };
}

/** The occasion for the recipient, or for a person entrusted to them; `null`: that person is no longer entrusted to them. */
async function occasionOf(occasion: Occasion, personId: string): Promise<Occasion | null> {
  const { recipient } = occasion;
  if (personId === recipient.id) return occasion;
  const person = (await readRecipients(occasion.queryable, [personId])).get(personId);
  const isEntrusted = (await readEntrusted(occasion.queryable, recipient.id)).some(({ id }) => id === personId);
  return isEntrusted && person !== undefined ? occasionForEntrusted(occasion, person) : null;
}

async function composePart(occasion: Occasion, userId: string, told: Told) {
  const ofPerson = await occasionOf(occasion, userId);
  const composed: Composition = ofPerson === null ? "too_late" : await compose(ofPerson, told.message);
  const isOwn = userId === occasion.recipient.id;
  const { firstName, lastName } = (ofPerson ?? occasion).recipient;
  return { userId, ...told, isOwn, firstName, name: fullName({ firstName, lastName }), composed };
}

async function readReplies(database: Database, told: readonly (Told & Pick<Composed, "pushes">)[]): Promise<string[]> {
  const replies = told.map(({ message, pushes }) => {
    const eventIds = pushes.map(({ tag }) => tag);
    return readReplyAddresses(database, message, eventIds);
  });
  return [...new Set((await Promise.all(replies)).flat())];
}

/**
 * Sends messages. The text is written now, and a message that is no longer useful is not sent: since it was decided,
 * somebody may have answered, moved the event or unsubscribed.
 */
export function createDeliveries(dependencies: DeliveryDependencies) {
  const { database, mailer, push, addresses, zone, clock, logger } = dependencies;

  /** Postpones a job that runs in the quiet hours to their end. Returns whether it did. */
  async function postponeInQuietHours(job: ClaimedJob): Promise<boolean> {
    const now = clock();
    const leavesAt = new Date(afterQuietHours(now.getTime(), zone));
    if (leavesAt <= now) return false;
    await putOffJob(database, job, leavesAt, now);
    return true;
  }

  async function occasionFor(userId: string): Promise<Occasion | null> {
    const recipient = (await readRecipients(database, [userId])).get(userId);
    return recipient === undefined ? null : { queryable: database, recipient, now: clock(), zone, addresses };
  }

  async function sendMail(occasion: Occasion, job: ClaimedJob): Promise<Outcome[]> {
    const { userId, message: own, noted = [], entrusted = {} } = job.payload as MessagePayload;
    const [{ message } = { message: own }] = Object.values(entrusted);
    if (message === null) return [];
    const { address, firstName } = occasion.recipient;
    const wishes = (await readWishes(database, [userId])).get(userId);
    const problem = mailProblem(occasion.recipient, wishes, message.topic);
    if (problem !== null || address === null) return unsent(job, problem ?? "no_address");
    const told = [...(own === null ? [] : [[userId, { message: own, noted }] as const]), ...Object.entries(entrusted)];
    const parts = await Promise.all(told.map(([id, part]) => composePart(occasion, id, part)));
    const composed = parts.flatMap((part) => (isComposed(part.composed) ? [{ ...part, ...part.composed }] : []));
    if (composed.length > 0) {
      const others = composed.filter(({ isOwn }) => !isOwn);
      const thread = threadOf(own ?? message);
      await mailer.send({
        id: job.id,
        userId,
        to: { name: fullName(occasion.recipient), address },
        replyTo: await readReplies(database, composed),
        content: familyMail(
          firstName,
          composed.find(({ isOwn }) => isOwn)?.mail ?? null,
          others.map((part) => ({ ...part, isNaming: part.message.topic === "place" })),
        ),
        unsubscribeUrl: addresses.unsubscribe(userId, message.topic),
        date: job.createdAt,
        ...(thread !== undefined && { thread }),
      });
    }
    return parts.map((part) => [part, deliveredOf(part.composed)]);
  }

  async function sendPush(occasion: Occasion, job: ClaimedJob): Promise<Outcome[]> {
    const { userId, personId = userId, message, subscriptionId, noted = [] } = job.payload as PushPayload;
    const subscription = (await readSubscriptions(database, [userId])).find(({ id }) => id === subscriptionId);
    if (subscription?.topics.includes(message.topic) !== true) return unsent(job, "unwanted");
    const part = await composePart(occasion, personId, { message, noted });
    const { composed } = part;
    if (!isComposed(composed)) return unsent(job, composed);
    const content = notificationFor(message, composed.pushes);
    if (content === null) return unsent(job, composed.leftOut ?? "too_late");
    const urgency = message.topic === "reminders" ? "normal" : "high";
    // With a tag of its own, so that it does not replace the notification about the reader's own answer.
    const whose = !part.isOwn && { tag: `${content.tag}:${personId}`, body: lineFor(part.firstName, content.body) };
    const taken = await push.send(subscription, { ...content, ...whose, urgency });
    return taken === "gone" ? unsent(job, "unwanted") : [[part, deliveredOf(composed)]];
  }

  async function note({ payload }: ClaimedJob, outcomes: readonly Outcome[]): Promise<void> {
    const { message, entrusted = {} } = payload as MessagePayload;
    const topic = (message ?? Object.values(entrusted)[0]?.message)?.topic;
    for (const [rows, delivered] of outcomes) {
      await noteDelivered(database, rows, delivered);
      if (delivered.type === "sent") continue;
      const why = typeof delivered.why === "string" ? delivered.why : [...new Set(delivered.why.values())];
      logger.info({ messages: rows.noted?.map(({ id }) => id), topic, why }, "message not sent");
    }
  }

  function deliveryOf(send: (occasion: Occasion, job: ClaimedJob) => Promise<Outcome[]>): JobHandler {
    async function run(job: ClaimedJob): Promise<void> {
      if (await postponeInQuietHours(job)) return;
      const occasion = await occasionFor((job.payload as MessagePayload).userId);
      // Without an account there are no rows either: they were deleted with it.
      const outcomes = occasion === null ? unsent(job, "too_late") : await send(occasion, job);
      try {
        await note(job, outcomes);
      } catch (error) {
        // A failure here must not send the message again.
        logger.warn(failureOf(error), "what became of a message was not noted");
      }
    }
    return {
      type: "delivery",
      run,
      onGivenUp: (job, { reason }) => note(job, unsent(job, reason === EXPIRED ? "too_late" : "refused")),
    };
  }

  return { message: deliveryOf(sendMail), push: deliveryOf(sendPush) };
}
