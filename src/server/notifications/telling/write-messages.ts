import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { LeftOut, MessageOutcome } from "#domain/notifications/message-outcomes.ts";
import type { Topic } from "#domain/notifications/topics.ts";
import type { Queryable } from "../../database/database.ts";
import type { NewJob } from "../../jobs/job.ts";
import { addJobs, removeJob, removeJobsOf } from "../../jobs/write-jobs.ts";
import type { PlacePayload } from "../../planning/line-ups/write-line-ups.ts";
import { addMessages, type NewMessage, noteReplaced, noteWithdrawn } from "../outcomes/write-outcomes.ts";
import type { Subscription } from "../wishes/read-wishes.ts";
import { type AddressedMessage, eventIdsOf, type Message, type Told } from "./message.ts";
import { notificationsOf } from "./notifications.ts";
import { devicesFor, mailProblemOf, reachProblem, readersOf, readReach } from "./read-reach.ts";
import { mergedPayloads, type MessagePayload, withWaitingMessages } from "./read-waiting-messages.ts";

/** The payload of a job `push`: a notification on one device. */
export interface PushPayload extends MessagePayload {
  readonly message: Message;
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

/** An event with a row of its own, and how many others it stands for. */
interface EventOfRow {
  readonly eventId: string;
  readonly others: number;
}

/** The events of a message that have rows of their own; the first of many stands for all. */
function eventsOf({ message, overview }: AddressedMessage): readonly EventOfRow[] {
  if (overview !== undefined) return [overview];
  return eventIdsOf(message).map((eventId) => ({ eventId, others: 0 }));
}

/** What one reader is told. */
interface Telling {
  readonly userId: string;
  readonly about: string;
  /** By the id of the person concerned: the reader, or somebody who is entrusted to them. */
  readonly told: Map<string, Told>;
}

function mailOf({ userId, about, told }: Telling, dueAt: Date): NewJob {
  const { message = null, noted = [] } = told.get(userId) ?? {};
  const entrusted = Object.fromEntries([...told].filter(([id]) => id !== userId));
  const payload: MessagePayload = { userId, message, noted, ...(Object.keys(entrusted).length > 0 && { entrusted }) };
  return { kind: "message", subject: `${about}:${userId}`, dueAt, payload };
}

function pushesOf({ userId, about, told }: Telling, devices: readonly Subscription[], dueAt: Date): NewJob[] {
  return devices.flatMap(({ id: subscriptionId }) =>
    [...told].flatMap(([personId, { message, noted = [] }]) =>
      notificationsOf(message).map(({ eventId, message: part }): NewJob => {
        const entrusted = personId !== userId && { personId };
        const rows = eventId === null ? noted : noted.filter((row) => row.eventId === eventId);
        const payload: PushPayload = { userId, ...entrusted, message: part, subscriptionId, noted: rows };
        const name = [about, eventId, subscriptionId, entrusted && personId];
        return { kind: "push", subject: name.filter(Boolean).join(":"), dueAt, payload };
      }),
    ),
  );
}

/** Gives all people who are told of an event the same message id. */
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
    const tellings = new Map<string, Telling>();

    function note(userId: string, eventId: string, others: number, outcome: MessageOutcome): void {
      const known = { id: idOf(eventId), user_id: userId, event_id: eventId, other_events: others };
      if (reach.recipients.has(userId)) rows.push({ ...known, topic, decided_at: now, outcome });
    }

    function tellingOf(userId: string, about: string): Telling {
      const key = `${about}:${userId}`;
      const telling = tellings.get(key) ?? { userId, about, told: new Map<string, Told>() };
      tellings.set(key, telling);
      return telling;
    }

    for (const { userId, eventId, reason } of leftOut) note(userId, eventId, 0, reason);
    for (const addressed of messages) {
      const { userId, about, message, overview } = addressed;
      const events = eventsOf(addressed);
      const noted = events.map(({ eventId }) => ({
        id: idOf(eventId),
        eventId: overview === undefined ? eventId : null,
      }));
      const outcome = reachProblem(reach, userId, topic) ?? "waiting";
      for (const { eventId, others } of events) note(userId, eventId, others, outcome);
      for (const readerId of readersOf(reach, userId, topic))
        tellingOf(readerId, about).told.set(userId, { message, noted });
    }
    const jobs = [...tellings.values()].flatMap((telling) => {
      const pushes = pushesOf(telling, devicesFor(reach, telling.userId, topic), now);
      return mailProblemOf(reach, telling.userId, topic) === null ? [mailOf(telling, now), ...pushes] : pushes;
    });
    const { jobs: merged, replaced } = await withWaitingMessages(queryable, jobs);
    await noteReplaced(queryable, replaced);
    await addMessages(queryable, rows);
    await addJobs(queryable, merged, now);
    for (const [id, decided] of Map.groupBy(rows, (row) => row.id)) {
      const counts = Map.groupBy(decided, ({ outcome }) => outcome);
      const outcomes = Object.fromEntries(Array.from(counts, ([outcome, { length }]) => [outcome, length]));
      logger?.info({ message: id, topic, outcomes }, "message decided");
    }
  };
}

/** Removes the waiting messages with this `about`. Those that are being sent stay. */
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

interface StoredJob {
  readonly id: string;
  readonly payload: string | null;
}

/** Removes a job because `other` has the same kind and subject. If they are messages, `other` gets the content of both. */
export async function uniteWaiting(
  queryable: Queryable,
  { id, kind, payload, isUnderWay }: StoredJob & { readonly kind: string; readonly isUnderWay: boolean },
  other: StoredJob,
): Promise<void> {
  await removeJob(queryable, id);
  if ((kind !== "message" && kind !== "push") || payload === null || other.payload === null) return;
  const earlier = { message: JSON.parse(payload) as MessagePayload, isUnderWay };
  const both = mergedPayloads(earlier, JSON.parse(other.payload) as MessagePayload);
  const set = { payload: JSON.stringify(both.payload) };
  await queryable.kysely.updateTable("job").set(set).where("id", "=", other.id).execute();
  await noteReplaced(queryable, both.replaced);
}

/** Removes a deleted person from jobs about line-ups that they kept. The jobs stay. */
async function forgetKeeper({ kysely }: Queryable, userId: string): Promise<void> {
  const before: PlacePayload = { keptBy: userId };
  const after: PlacePayload = { keptBy: null };
  await kysely
    .updateTable("job")
    .set({ payload: JSON.stringify(after) })
    .where("kind", "=", "places")
    .where("payload", "=", JSON.stringify(before))
    .execute();
}

/** Removes a deleted person from waiting news and messages: those to them, those about them, and their presences. */
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
