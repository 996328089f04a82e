import type { Logger } from "pino";
import type { TimeZone } from "#domain/calendar/time-zone.ts";
import { afterQuietHours } from "#domain/notifications/quiet-hours.ts";
import { fullName } from "#domain/people/people.ts";
import type { Database } from "../database/database.ts";
import type { ClaimedJob, JobHandler } from "../jobs/job.ts";
import { EXPIRED, failureOf } from "../jobs/job-failure.ts";
import { putOffJob } from "../jobs/write-jobs.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Push } from "./push/push.ts";
import { type Delivered, noteDelivered } from "./outcomes/write-outcomes.ts";
import { readSubscriptions } from "./wishes/read-subscriptions.ts";
import { readWishes } from "./wishes/read-wishes.ts";
import { composeChanges } from "./changes/compose-changes.ts";
import { composeDropOut } from "./drop-outs/drop-out-handler.ts";
import { composeTakenPlace } from "./places/compose-taken-place.ts";
import { composePlace } from "./places/compose-place.ts";
import { composeProgramme } from "./programmes/compose-programme.ts";
import { composeReminder } from "./reminders/compose-reminder.ts";
import { composeRequest } from "./requests/compose-request.ts";
import { type Composition, isComposed, type Occasion } from "./telling/composing.ts";
import { isKept, type Message } from "./telling/message.ts";
import type { MessageAddresses } from "./telling/message-links.ts";
import { notificationFor } from "./telling/notifications.ts";
import { mailProblem, readRecipients } from "./telling/read-recipients.ts";
import { readReplyAddresses } from "./telling/read-reply-addresses.ts";
import type { MailPayload, PushPayload } from "./telling/write-messages.ts";

interface DeliveryDependencies {
  readonly database: Database;
  readonly mailer: Pick<Mailer, "send">;
  readonly push: Push;
  readonly addresses: MessageAddresses;
  readonly zone: TimeZone;
  readonly clock: () => Date;
  readonly logger: Logger;
}

interface Deliveries {
  readonly message: JobHandler;
  readonly push: JobHandler;
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

/** The event of a message about one event: all mails about it are one thread. */
function threadOf(message: Message): string | undefined {
  if (message.topic === "reminders") return message.eventIds.length === 1 ? message.eventIds[0] : undefined;
  if ("programmeOf" in message) return message.programmeOf;
  if (message.topic !== "changes") return message.eventId;
  const [known] = message.known;
  return message.known.length !== 1 || known === undefined || isKept(known) ? undefined : known.eventId;
}

/**
 * Sends messages. The text is written at this moment, and a message that is no longer useful is not sent: somebody may
 * have answered, moved the event or stopped these mails since it was decided.
 */
export function createDeliveries(dependencies: DeliveryDependencies): Deliveries {
  const { database, mailer, push, addresses, zone, clock, logger } = dependencies;

  /** Postpones a retry that falls into the quiet hours to their end. Returns whether it did. */
  async function waitsForMorning(job: ClaimedJob): Promise<boolean> {
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

  async function sendMail(occasion: Occasion, job: ClaimedJob): Promise<Delivered> {
    const { userId, message } = job.payload as MailPayload;
    const { address } = occasion.recipient;
    const wishes = (await readWishes(database, [userId])).get(userId);
    const problem = mailProblem(occasion.recipient, wishes, message.topic);
    if (problem !== null || address === null) return { type: "unsent", why: problem ?? "no_address" };
    const composed = await compose(occasion, message);
    if (!isComposed(composed)) return { type: "unsent", why: composed };
    const told = composed.pushes.map(({ tag }) => tag);
    const thread = threadOf(message);
    await mailer.send({
      id: job.id,
      userId,
      to: { name: fullName(occasion.recipient), address },
      replyTo: await readReplyAddresses(database, message, told),
      content: composed.mail,
      unsubscribeUrl: addresses.unsubscribe(userId, message.topic),
      date: job.createdAt,
      ...(thread !== undefined && { thread }),
    });
    return { type: "sent", ...(composed.leftOut && { leftOut: composed.leftOut }) };
  }

  async function sendPush(occasion: Occasion, job: ClaimedJob): Promise<Delivered> {
    const { userId, message, subscriptionId } = job.payload as PushPayload;
    const subscription = (await readSubscriptions(database, [userId])).find(({ id }) => id === subscriptionId);
    if (subscription?.topics.includes(message.topic) !== true) return { type: "unsent", why: "unwanted" };
    const composed = await compose(occasion, message);
    if (!isComposed(composed)) return { type: "unsent", why: composed };
    const content = notificationFor(message, composed.pushes);
    if (content === null) return { type: "unsent", why: composed.leftOut ?? "too_late" };
    const urgency = message.topic === "reminders" ? "normal" : "high";
    const taken = await push.send(subscription, { ...content, urgency });
    if (taken === "gone") return { type: "unsent", why: "unwanted" };
    return { type: "sent", ...(composed.leftOut && { leftOut: composed.leftOut }) };
  }

  async function note({ payload }: ClaimedJob, delivered: Delivered): Promise<void> {
    const { noted = [], ...message } = payload as MailPayload;
    await noteDelivered(database, { ...message, noted }, delivered);
    if (delivered.type === "sent") return;
    const why = typeof delivered.why === "string" ? delivered.why : [...new Set(delivered.why.values())];
    logger.info({ messages: noted.map(({ id }) => id), topic: message.message.topic, why }, "message not sent");
  }

  function deliveryOf(send: (occasion: Occasion, job: ClaimedJob) => Promise<Delivered>): JobHandler {
    async function run(job: ClaimedJob): Promise<void> {
      if (await waitsForMorning(job)) return;
      const occasion = await occasionFor((job.payload as MailPayload).userId);
      // With the account, its rows were deleted.
      if (occasion === null) return;
      const delivered = await send(occasion, job);
      try {
        await note(job, delivered);
      } catch (error) {
        // A failure here must not send the message again.
        logger.warn(failureOf(error), "what became of a message was not noted");
      }
    }
    return {
      type: "delivery",
      run,
      onGivenUp: (job, { reason }) => note(job, { type: "unsent", why: reason === EXPIRED ? "too_late" : "refused" }),
    };
  }

  return { message: deliveryOf(sendMail), push: deliveryOf(sendPush) };
}
