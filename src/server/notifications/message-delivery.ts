import type { TimeZone } from "#domain/calendar/time-zone.ts";
import { fullName } from "#domain/people/people.ts";
import { type EntrustedMail, familyMail, lineFor } from "#text/notifications/family-message.ts";
import { afterQuietHours } from "#domain/notifications/quiet-hours.ts";
import type { Database } from "../database/database.ts";
import type { ClaimedJob, JobHandler } from "../jobs/job.ts";
import { readEntrusted } from "../planning/changes/read-guardians.ts";
import { putOffJob } from "../jobs/write-jobs.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Push } from "./push/push.ts";
import { readSubscriptions } from "./wishes/read-subscriptions.ts";
import { readWishes } from "./wishes/read-wishes.ts";
import { composeChanges } from "./changes/compose-changes.ts";
import { composeDropOut } from "./drop-outs/drop-out-handler.ts";
import { composeTakenPlace } from "./places/compose-taken-place.ts";
import { composePlace } from "./places/compose-place.ts";
import { composeReminder } from "./reminders/compose-reminder.ts";
import { composeRequest } from "./requests/compose-request.ts";
import { type Composed, type Occasion, occasionForEntrusted } from "./telling/composing.ts";
import { isKept, type Message } from "./telling/message.ts";
import type { MessageAddresses } from "./telling/message-links.ts";
import { notificationFor } from "./telling/notifications.ts";
import { readRecipients } from "./telling/read-recipients.ts";
import type { MailPayload, PushPayload } from "./telling/write-messages.ts";

interface DeliveryDependencies {
  readonly database: Database;
  readonly mailer: Pick<Mailer, "send">;
  readonly push: Push;
  readonly addresses: MessageAddresses;
  readonly zone: TimeZone;
  readonly clock: () => Date;
}

interface Deliveries {
  readonly message: JobHandler;
  readonly push: JobHandler;
}

function compose(occasion: Occasion, message: Message): Promise<Composed | null> {
  switch (message.topic) {
    case "reminders":
      return composeReminder(occasion, message.eventIds);
    case "changes":
      return composeChanges(occasion, message);
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
  if (message.topic !== "changes") return message.eventId;
  const [known] = message.known;
  return message.known.length !== 1 || known === undefined || isKept(known) ? undefined : known.eventId;
}

/**
 * Sends messages. The text is written at this moment, and a message that is no longer useful is not sent: somebody may
 * have answered, moved the event or stopped these mails since it was decided.
 */
export function createDeliveries(dependencies: DeliveryDependencies): Deliveries {
  const { database, mailer, push, addresses, zone, clock } = dependencies;

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

  /** What is still to say to those of these people who are still entrusted to the recipient. */
  async function composeEntrusted(occasion: Occasion, messages: NonNullable<MailPayload["entrusted"]>) {
    const ids = Object.keys(messages);
    if (ids.length === 0) return [];
    const entrusted = await readEntrusted(database, occasion.recipient.id);
    const people = await readRecipients(database, ids);
    const composed: EntrustedMail[] = [];
    for (const { id } of entrusted) {
      const [person, message] = [people.get(id), messages[id]];
      if (person === undefined || message === undefined) continue;
      const part = await compose(occasionForEntrusted(occasion, person), message);
      if (part !== null)
        composed.push({ name: fullName(person), isNaming: message.topic === "place", mail: part.mail });
    }
    return composed;
  }

  /** The occasion of a notification; `null`: the person is no longer entrusted to its reader. */
  async function occasionOfPush({ userId, personId }: PushPayload): Promise<Occasion | null> {
    const occasion = await occasionFor(userId);
    if (occasion === null || personId === undefined) return occasion;
    const isEntrusted = (await readEntrusted(database, userId)).some(({ id }) => id === personId);
    const person = (await readRecipients(database, [personId])).get(personId);
    return isEntrusted && person ? occasionForEntrusted(occasion, person) : null;
  }

  async function sendMail(job: ClaimedJob): Promise<void> {
    if (await waitsForMorning(job)) return;
    const { userId, message: own, entrusted = {} } = job.payload as MailPayload;
    const [message = own] = Object.values(entrusted);
    const occasion = await occasionFor(userId);
    const wishes = (await readWishes(database, [userId])).get(userId);
    if (message === null || occasion?.recipient.address == null || wishes?.[message.topic].byMail === false) return;
    const composed = own === null ? null : await compose(occasion, own);
    const others = await composeEntrusted(occasion, entrusted);
    if (composed === null && others.length === 0) return;
    const { firstName, lastName, address } = occasion.recipient;
    const thread = threadOf(own ?? message);
    await mailer.send({
      id: job.id,
      userId,
      to: { name: `${firstName} ${lastName}`, address },
      content: familyMail(firstName, composed?.mail ?? null, others),
      unsubscribeUrl: addresses.unsubscribe(userId, message.topic),
      date: job.createdAt,
      ...(thread !== undefined && { thread }),
    });
  }

  async function sendPush(job: ClaimedJob): Promise<void> {
    if (await waitsForMorning(job)) return;
    const payload = job.payload as PushPayload;
    const { userId, message, subscriptionId, personId } = payload;
    const occasion = await occasionOfPush(payload);
    const subscription = (await readSubscriptions(database, [userId])).find(({ id }) => id === subscriptionId);
    if (occasion === null || subscription?.topics.includes(message.topic) !== true) return;
    const content = notificationFor(message, (await compose(occasion, message))?.pushes ?? []);
    if (content === null) return;
    const { firstName } = occasion.recipient;
    // It must not take the place of the reader's own about the same.
    const whose = personId !== undefined && {
      tag: `${content.tag}:${personId}`,
      body: lineFor(firstName, content.body),
    };
    await push.send(subscription, { ...content, ...whose, urgency: message.topic === "reminders" ? "normal" : "high" });
  }

  return { message: { type: "delivery", run: sendMail }, push: { type: "delivery", run: sendPush } };
}
