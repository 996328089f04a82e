import type { Topic } from "#domain/notifications/topics.ts";
import type { Queryable } from "../../database/database.ts";
import type { NewJob } from "../../jobs/job.ts";
import { addJobs, removeJobsOf } from "../../jobs/write-jobs.ts";
import { readSubscriptions } from "../wishes/read-subscriptions.ts";
import { readWishes } from "../wishes/read-wishes.ts";
import type { AddressedMessage, Message } from "./message.ts";
import { notificationsOf } from "./notifications.ts";
import { readRecipients } from "./read-recipients.ts";
import { withWaitingMessages } from "./read-waiting-messages.ts";
import type { PlacePayload } from "../../planning/line-ups/write-line-up-news.ts";

/** The payload of a job `message`: a mail to one person. */
export interface MailPayload {
  readonly userId: string;
  readonly message: Message;
}

/** The payload of a job `push`: a notification on one device. */
export interface PushPayload extends MailPayload {
  readonly subscriptionId: string;
}

/** Adds the jobs that tell these people, each by the channels that they chose for the topic. */
export async function tell(queryable: Queryable, messages: readonly AddressedMessage[], now: Date): Promise<void> {
  const userIds = [...new Set(messages.map(({ userId }) => userId))];
  const recipients = await readRecipients(queryable, userIds);
  const wishes = await readWishes(queryable, userIds);
  const subscriptions = Map.groupBy(await readSubscriptions(queryable, userIds), (device) => device.userId);

  function hearsByMail(userId: string, topic: Topic): boolean {
    const hasAddress = (recipients.get(userId)?.address ?? null) !== null;
    return hasAddress && wishes.get(userId)?.[topic].byMail !== false;
  }

  const jobs = messages.flatMap(({ userId, message, about }): NewJob[] => {
    const { topic } = message;
    const mail = { kind: "message", subject: `${about}:${userId}`, dueAt: now, payload: { userId, message } } as const;
    const devices = (subscriptions.get(userId) ?? []).filter(({ topics }) => topics.includes(topic));
    const pushes = devices.flatMap(({ id: subscriptionId }) =>
      notificationsOf(message).map(({ eventId, message: part }) => ({
        kind: "push" as const,
        subject: [about, ...(eventId === null ? [] : [eventId]), subscriptionId].join(":"),
        dueAt: now,
        payload: { userId, message: part, subscriptionId } satisfies PushPayload,
      })),
    );
    return [...(hearsByMail(userId, topic) ? [mail] : []), ...pushes];
  });
  await addJobs(queryable, await withWaitingMessages(queryable, jobs), now);
}

/** Takes back the messages about something that have not left. */
export async function withdraw({ kysely }: Queryable, about: string): Promise<void> {
  const start = `${about}:`;
  await kysely
    .deleteFrom("job")
    .where("kind", "in", ["message", "push"])
    .where((eb) => eb(eb.fn<string>("substr", ["subject", eb.lit(1), eb.lit(start.length)]), "=", start))
    .where("claimed_at", "is", null)
    .execute();
}

/** Those on line-ups that a deleted person kept are told all the same. */
async function forgetKeeper({ kysely }: Queryable, userId: string): Promise<void> {
  const [named, nobody]: readonly PlacePayload[] = [{ keptBy: userId }, { keptBy: null }];
  await kysely
    .updateTable("job")
    .set({ payload: JSON.stringify(nobody) })
    .where("kind", "=", "places")
    .where("payload", "=", JSON.stringify(named))
    .execute();
}

/** Removes a deleted person from what was to be told: messages to them and about them, and who was present at an event. */
export async function forgetTold(queryable: Queryable, userId: string): Promise<void> {
  await forgetKeeper(queryable, userId);
  await removeJobsOf(queryable, userId);
  const quoted = JSON.stringify(userId);
  await queryable.kysely
    .updateTable("event_news")
    .set((eb) => ({ present_ids: eb.fn<string>("replace", ["present_ids", eb.val(quoted), eb.val('""')]) }))
    .where("present_ids", "like", `%${userId}%`)
    .execute();
}
