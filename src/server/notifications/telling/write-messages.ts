import type { Topic } from "#domain/notifications/topics.ts";
import type { Queryable } from "../../database/database.ts";
import type { NewJob } from "../../jobs/job.ts";
import { addJobs, removeJobsOf } from "../../jobs/write-jobs.ts";
import { type Guardians, readGuardiansOf } from "../../planning/changes/read-guardians.ts";
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
  /** `null`: it is about entrusted people alone. */
  readonly message: Message | null;
  /** What the people who are entrusted to them are told, by their ids. */
  readonly entrusted?: Readonly<Record<string, Message>>;
}

/** The payload of a job `push`: a notification on one device. */
export interface PushPayload {
  readonly userId: string;
  readonly message: Message;
  readonly subscriptionId: string;
  /** The entrusted person who is told it; left out: the device's owner. */
  readonly personId?: string;
}

/** One person who is told something themselves, and for others. */
interface Telling {
  readonly userId: string;
  readonly about: string;
  readonly topic: Topic;
  message: Message | null;
  readonly entrusted: Record<string, Message>;
}

/**
 * The messages by who gets them: those to an entrusted person go to the people who answer for them, beside their own
 * about the same. What is told to leaders stays theirs.
 */
function tellingsOf(messages: readonly AddressedMessage[], guardians: Guardians): readonly Telling[] {
  const tellings = new Map<string, Telling>();
  function tellingOf(userId: string, about: string, topic: Topic): Telling {
    const key = `${about}:${userId}`;
    const known = tellings.get(key) ?? { userId, about, topic, message: null, entrusted: {} };
    tellings.set(key, known);
    return known;
  }
  for (const { userId, message, about } of messages) {
    const { topic } = message;
    tellingOf(userId, about, topic).message = message;
    if (topic === "drop_outs") continue;
    for (const id of guardians.get(userId) ?? []) tellingOf(id, about, topic).entrusted[userId] = message;
  }
  return [...tellings.values()];
}

/** Adds the jobs that tell these people, each by the channels that they chose for the topic. */
export async function tell(queryable: Queryable, messages: readonly AddressedMessage[], now: Date): Promise<void> {
  const guardians = await readGuardiansOf(queryable, [...new Set(messages.map(({ userId }) => userId))]);
  const tellings = tellingsOf(messages, guardians);
  const userIds = [...new Set(tellings.map(({ userId }) => userId))];
  const recipients = await readRecipients(queryable, userIds);
  const wishes = await readWishes(queryable, userIds);
  const subscriptions = Map.groupBy(await readSubscriptions(queryable, userIds), (device) => device.userId);

  function hearsByMail({ userId, topic }: Telling): boolean {
    const hasAddress = (recipients.get(userId)?.address ?? null) !== null;
    return hasAddress && wishes.get(userId)?.[topic].byMail !== false;
  }

  function mailsOf(telling: Telling): NewJob[] {
    if (!hearsByMail(telling)) return [];
    const { userId, about, message, entrusted } = telling;
    const payload: MailPayload = { userId, message, ...(Object.keys(entrusted).length > 0 && { entrusted }) };
    return [{ kind: "message", subject: `${about}:${userId}`, dueAt: now, payload }];
  }

  function pushesOf({ userId, about, topic, message, entrusted }: Telling): NewJob[] {
    const devices = (subscriptions.get(userId) ?? []).filter(({ topics }) => topics.includes(topic));
    const told = [...(message === null ? [] : [[null, message] as const]), ...Object.entries(entrusted)];
    return devices.flatMap(({ id: subscriptionId }) =>
      told.flatMap(([personId, whole]) =>
        notificationsOf(whole).map(({ eventId, message: part }): NewJob => {
          const payload: PushPayload = { userId, message: part, subscriptionId, ...(personId && { personId }) };
          const subject = [about, eventId, subscriptionId, personId].filter((name) => name !== null).join(":");
          return { kind: "push", subject, dueAt: now, payload };
        }),
      ),
    );
  }

  const jobs = tellings.flatMap((telling) => [...mailsOf(telling), ...pushesOf(telling)]);
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
