import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { LeftOut, MessageOutcome } from "#domain/notifications/message-outcomes.ts";
import type { Topic } from "#domain/notifications/topics.ts";
import type { Queryable } from "../../database/database.ts";
import type { NewJob } from "../../jobs/job.ts";
import { addJobs, removeJob, removeJobsOf } from "../../jobs/write-jobs.ts";
import type { PlacePayload } from "../../planning/line-ups/write-line-ups.ts";
import { addMessages, type NewMessage, recordReplaced, recordWithdrawn } from "../outcomes/write-outcomes.ts";
import type { Subscription } from "../preferences/read-preferences.ts";
import { type AddressedMessage, eventIdsOf, type Message, type RecordedMessage } from "./message.ts";
import { notificationsOf } from "./notifications.ts";
import { devicesFor, mailProblemOf, reachProblem, readersOf, readReach } from "./read-reach.ts";
import { mergePayloads, type MessagePayload, withWaitingMessages } from "./read-waiting-messages.ts";

/** The payload of a job `push`: a notification on one device. */
export interface PushPayload extends MessagePayload {
  readonly message: Message;
  readonly subscriptionId: string;
}

/** Messages of one topic to queue. `leftOut`: people who get no message about an event, and why. */
interface Decisions {
  readonly topic: Topic;
  readonly messages: readonly AddressedMessage[];
  readonly leftOut?: readonly LeftOut[];
}

/** Adds a job for each mail and device, and stores a row for each person and event: "waiting", or why nothing is sent. */
export type QueueMessages = (queryable: Queryable, decisions: Decisions, now: Date) => Promise<void>;

/** An event with a row of its own, and how many others it stands for. */
interface EventOfRow {
  readonly eventId: string;
  readonly others: number;
}

/** The events of a message that get a row in `message`. Of an overview, the first event stands for all. */
function eventsOf({ message, overview }: AddressedMessage): readonly EventOfRow[] {
  if (overview !== undefined) return [overview];
  return eventIdsOf(message).map((eventId) => ({ eventId, others: 0 }));
}

/** Messages that one reader gets together: one about themselves, and those about people entrusted to them. */
interface ReaderMessages {
  readonly userId: string;
  readonly replaceKey: string;
  /** By the id of the person whom each message is about. */
  readonly byPerson: Map<string, RecordedMessage>;
}

function mailOf({ userId, replaceKey, byPerson }: ReaderMessages, dueAt: Date): NewJob {
  const { message = null, noted = [] } = byPerson.get(userId) ?? {};
  const entrusted = Object.fromEntries([...byPerson].filter(([id]) => id !== userId));
  const payload: MessagePayload = { userId, message, noted, ...(Object.keys(entrusted).length > 0 && { entrusted }) };
  return { kind: "message", subject: `${replaceKey}:${userId}`, dueAt, payload };
}

function pushesOf(reader: ReaderMessages, devices: readonly Subscription[], dueAt: Date): NewJob[] {
  const { userId, replaceKey, byPerson } = reader;
  return devices.flatMap(({ id: subscriptionId }) =>
    [...byPerson].flatMap(([personId, { message, noted = [] }]) =>
      notificationsOf(message).map(({ eventId, message: part }): NewJob => {
        const entrustedId = personId === userId ? null : personId;
        const rows = eventId === null ? noted : noted.filter((row) => row.eventId === eventId);
        const about = entrustedId !== null && { personId: entrustedId };
        const payload: PushPayload = { userId, ...about, message: part, subscriptionId, noted: rows };
        const names = [replaceKey, eventId, subscriptionId, entrustedId].filter((name) => name !== null);
        return { kind: "push", subject: names.join(":"), dueAt, payload };
      }),
    ),
  );
}

/** Returns one message id for each event, so that the rows of all its recipients share it. */
function createMessageIds() {
  const ids = new Map<string, string>();
  return (eventId: string): string => {
    const id = ids.get(eventId) ?? randomUUID();
    ids.set(eventId, id);
    return id;
  };
}

/** @param logger logs for each message how many people get it, and why others do not */
export function createMessageQueue(logger?: Pick<Logger, "info">): QueueMessages {
  return async (queryable, { topic, messages, leftOut = [] }, now) => {
    const userIds = [...new Set([...messages, ...leftOut].map(({ userId }) => userId))];
    const reach = await readReach(queryable, userIds);
    const idOf = createMessageIds();
    const rows: NewMessage[] = [];
    const readers = new Map<string, ReaderMessages>();

    function addRow(userId: string, { eventId, others }: EventOfRow, outcome: MessageOutcome): void {
      const isDeleted = !reach.recipients.has(userId);
      if (isDeleted) return;
      const about = { id: idOf(eventId), user_id: userId, event_id: eventId, other_events: others };
      rows.push({ ...about, topic, decided_at: now, outcome });
    }

    function readerOf(userId: string, replaceKey: string): ReaderMessages {
      const key = `${replaceKey}:${userId}`;
      const reader = readers.get(key) ?? { userId, replaceKey, byPerson: new Map<string, RecordedMessage>() };
      readers.set(key, reader);
      return reader;
    }

    for (const { userId, eventId, reason } of leftOut) addRow(userId, { eventId, others: 0 }, reason);
    for (const addressed of messages) {
      const { userId, replaceKey, message, overview } = addressed;
      const isOverview = overview !== undefined;
      const events = eventsOf(addressed);
      // The rows in which the jobs later record their outcome.
      const noted = events.map(({ eventId }) => ({ id: idOf(eventId), eventId: isOverview ? null : eventId }));
      const outcome = reachProblem(reach, userId, topic) ?? "waiting";
      for (const event of events) addRow(userId, event, outcome);
      const readerIds = readersOf(reach, userId, topic);
      for (const id of readerIds) readerOf(id, replaceKey).byPerson.set(userId, { message, noted });
    }
    const jobs = [...readers.values()].flatMap((reader) => {
      const pushes = pushesOf(reader, devicesFor(reach, reader.userId, topic), now);
      return mailProblemOf(reach, reader.userId, topic) === null ? [mailOf(reader, now), ...pushes] : pushes;
    });
    const { jobs: merged, replaced } = await withWaitingMessages(queryable, jobs);
    await recordReplaced(queryable, replaced);
    await addMessages(queryable, rows);
    await addJobs(queryable, merged, now);
    for (const [id, rowsOfMessage] of Map.groupBy(rows, (row) => row.id)) {
      const byOutcome = Map.groupBy(rowsOfMessage, ({ outcome }) => outcome);
      const outcomes = Object.fromEntries(Array.from(byOutcome, ([outcome, { length }]) => [outcome, length]));
      logger?.info({ message: id, topic, outcomes }, "message decided");
    }
  };
}

/** Removes the waiting messages with this `replaceKey`, except those that are being sent. */
export async function withdrawMessages(queryable: Queryable, replaceKey: string): Promise<void> {
  const start = `${replaceKey}:`;
  const withdrawnJobs = await queryable.kysely
    .deleteFrom("job")
    .where("kind", "in", ["message", "push"])
    // Not `like`, for which `_` in an id would be a wildcard.
    .where((eb) => eb(eb.fn<string>("substr", ["subject", eb.lit(1), eb.lit(start.length)]), "=", start))
    .where("claimed_at", "is", null)
    .returning("payload")
    .execute();
  const payloads = withdrawnJobs.map(({ payload }) => payload);
  await recordWithdrawn(queryable, payloads);
}

interface StoredJob {
  readonly id: string;
  readonly payload: string | null;
}

/** Removes a job that has the same kind and subject as `other`, after a merge of two people. `other` gets both messages. */
export async function mergeJobs(
  queryable: Queryable,
  { id, kind, payload, isUnderWay }: StoredJob & { readonly kind: string; readonly isUnderWay: boolean },
  other: StoredJob,
): Promise<void> {
  await removeJob(queryable, id);
  if ((kind !== "message" && kind !== "push") || payload === null || other.payload === null) return;
  const earlier = { content: JSON.parse(payload) as MessagePayload, isUnderWay };
  const merged = mergePayloads(earlier, JSON.parse(other.payload) as MessagePayload);
  const set = { payload: JSON.stringify(merged.payload) };
  await queryable.kysely.updateTable("job").set(set).where("id", "=", other.id).execute();
  await recordReplaced(queryable, merged.replaced);
}

/** Removes a deleted person from the jobs about line-ups that they had kept. The jobs themselves stay. */
async function removeFromPlaceJobs({ kysely }: Queryable, userId: string): Promise<void> {
  const before: PlacePayload = { keptBy: userId };
  const after: PlacePayload = { keptBy: null };
  await kysely
    .updateTable("job")
    .set({ payload: JSON.stringify(after) })
    .where("kind", "=", "places")
    .where("payload", "=", JSON.stringify(before))
    .execute();
}

/** Removes a deleted person from all unsent messages: messages to or about them, and their id in `event_news`. */
export async function removeFromMessages(queryable: Queryable, userId: string): Promise<void> {
  await removeFromPlaceJobs(queryable, userId);
  await recordWithdrawn(queryable, await removeJobsOf(queryable, userId));
  const quoted = JSON.stringify(userId);
  await queryable.kysely
    .updateTable("event_news")
    .set((eb) => ({ present_ids: eb.fn<string>("replace", ["present_ids", eb.val(quoted), eb.val('""')]) }))
    .where("present_ids", "like", `%${userId}%`)
    .execute();
}
