import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { LeftOut, MessageOutcome } from "#domain/notifications/message-outcomes.ts";
import type { NotificationWishes, Topic } from "#domain/notifications/topics.ts";
import type { Queryable } from "../../database/database.ts";
import type { NewJob } from "../../jobs/job.ts";
import { addJobs, removeJobsOf } from "../../jobs/write-jobs.ts";
import {
  addMessages,
  type NewMessage,
  type Noted,
  type NotedPayload,
  noteWithdrawn,
} from "../outcomes/write-outcomes.ts";
import { readSubscriptions, type Subscription } from "../wishes/read-subscriptions.ts";
import { readWishes } from "../wishes/read-wishes.ts";
import { type AddressedMessage, isKept, type Message } from "./message.ts";
import { notificationsOf } from "./notifications.ts";
import { mailProblem, readRecipients, type Recipient } from "./read-recipients.ts";
import { withWaitingMessages } from "./read-waiting-messages.ts";
import type { PlacePayload } from "../../planning/line-ups/write-line-up-news.ts";

/** The payload of a job `message`: a mail to one person. */
export interface MailPayload extends NotedPayload {
  readonly message: Message;
}

/** The payload of a job `push`: a notification on one device. */
export interface PushPayload extends MailPayload {
  readonly subscriptionId: string;
}

/** What was decided for people: a message, or why they get none. */
interface Decisions {
  readonly topic: Topic;
  readonly messages: readonly AddressedMessage[];
  readonly leftOut?: readonly LeftOut[];
}

/** Stores what was decided, with its outcome, and adds the jobs that tell people by the channels that they chose. */
export type Tell = (queryable: Queryable, decisions: Decisions, now: Date) => Promise<void>;

/** An event of a message, and how many others it stands for. */
interface RowOf {
  readonly eventId: string;
  readonly others: number;
}

/** The events of a message that have rows of their own; the first of many stands for all. */
function eventsOf({ message, overview }: AddressedMessage): readonly RowOf[] {
  if (overview !== undefined) return [overview];
  return eventIdsOf(message).map((eventId) => ({ eventId, others: 0 }));
}

function eventIdsOf(message: Message): readonly string[] {
  if (message.topic === "reminders") return message.eventIds;
  if ("programmeOf" in message) return [message.programmeOf];
  if (message.topic !== "changes") return [message.eventId];
  return message.known.flatMap((known) => (isKept(known) ? [] : [known.eventId]));
}

function notedFor(noted: readonly Noted[], eventId: string | null): readonly Noted[] {
  return eventId === null ? noted : noted.filter((each) => each.eventId === eventId);
}

interface Reach {
  readonly recipients: ReadonlyMap<string, Recipient>;
  readonly wishes: ReadonlyMap<string, NotificationWishes>;
  readonly devices: ReadonlyMap<string, readonly Subscription[]>;
}

async function readReach(queryable: Queryable, userIds: readonly string[]): Promise<Reach> {
  return {
    recipients: await readRecipients(queryable, userIds),
    wishes: await readWishes(queryable, userIds),
    devices: Map.groupBy(await readSubscriptions(queryable, userIds), ({ userId }) => userId),
  };
}

function mailOf({ userId, message, about }: AddressedMessage, noted: readonly Noted[], dueAt: Date): NewJob {
  const payload: MailPayload = { userId, message, noted };
  return { kind: "message", subject: `${about}:${userId}`, dueAt, payload };
}

function pushesOf(
  { userId, message, about }: AddressedMessage,
  { devices }: Reach,
  noted: readonly Noted[],
  dueAt: Date,
): NewJob[] {
  const wanting = (devices.get(userId) ?? []).filter(({ topics }) => topics.includes(message.topic));
  return wanting.flatMap(({ id: subscriptionId }) =>
    notificationsOf(message).map(({ eventId, message: part }): NewJob => {
      const payload: PushPayload = { userId, message: part, subscriptionId, noted: notedFor(noted, eventId) };
      const subject = [about, ...(eventId === null ? [] : [eventId]), subscriptionId].join(":");
      return { kind: "push", subject, dueAt, payload };
    }),
  );
}

/** One message to all people who are told of the same event at once. */
function createIds() {
  const ids = new Map<string, string>();
  return (eventId: string): string => {
    const id = ids.get(eventId) ?? randomUUID();
    ids.set(eventId, id);
    return id;
  };
}

export function createTell(logger?: Pick<Logger, "info">): Tell {
  return async (queryable, { topic, messages, leftOut = [] }, now) => {
    const userIds = [...new Set([...messages, ...leftOut].map(({ userId }) => userId))];
    const reach = await readReach(queryable, userIds);
    const idOf = createIds();
    const rows: NewMessage[] = [];
    const jobs: NewJob[] = [];

    function note(userId: string, eventId: string, others: number, outcome: MessageOutcome): void {
      const known = { id: idOf(eventId), user_id: userId, event_id: eventId, other_events: others };
      if (reach.recipients.has(userId)) rows.push({ ...known, topic, decided_at: now, outcome });
    }

    for (const { userId, eventId, reason } of leftOut) note(userId, eventId, 0, reason);
    for (const addressed of messages) {
      const { userId, overview } = addressed;
      const events = eventsOf(addressed);
      const noted = events.map(({ eventId }) => ({
        id: idOf(eventId),
        eventId: overview === undefined ? eventId : null,
      }));
      const problem = mailProblem(reach.recipients.get(userId), reach.wishes.get(userId), topic);
      const pushes = pushesOf(addressed, reach, noted, now);
      const added = problem === null ? [mailOf(addressed, noted, now), ...pushes] : pushes;
      const outcome = added.length > 0 ? "waiting" : (problem ?? "unwanted");
      for (const { eventId, others } of events) note(userId, eventId, others, outcome);
      jobs.push(...added);
    }
    const { jobs: merged, replaced } = await withWaitingMessages(queryable, jobs);
    await noteWithdrawn(queryable, replaced);
    await addMessages(queryable, rows);
    await addJobs(queryable, merged, now);
    for (const [id, decided] of Map.groupBy(rows, (row) => row.id)) {
      const counts = Map.groupBy(decided, ({ outcome }) => outcome);
      const outcomes = Object.fromEntries(Array.from(counts, ([outcome, { length }]) => [outcome, length]));
      logger?.info({ message: id, topic, outcomes }, "message decided");
    }
  };
}

/** Takes back the messages about something that have not left. */
export async function withdraw(queryable: Queryable, about: string): Promise<void> {
  const start = `${about}:`;
  const withdrawn = await queryable.kysely
    .deleteFrom("job")
    .where("kind", "in", ["message", "push"])
    .where((eb) => eb(eb.fn<string>("substr", ["subject", eb.lit(1), eb.lit(start.length)]), "=", start))
    .where("claimed_at", "is", null)
    .returning("payload")
    .execute();
  await noteWithdrawn(
    queryable,
    withdrawn.map(({ payload }) => payload),
  );
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
  await noteWithdrawn(queryable, await removeJobsOf(queryable, userId));
  const quoted = JSON.stringify(userId);
  await queryable.kysely
    .updateTable("event_news")
    .set((eb) => ({ present_ids: eb.fn<string>("replace", ["present_ids", eb.val(quoted), eb.val('""')]) }))
    .where("present_ids", "like", `%${userId}%`)
    .execute();
}
