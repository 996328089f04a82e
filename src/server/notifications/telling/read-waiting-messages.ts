import type { Queryable } from "../../database/database.ts";
import type { NewJob } from "../../jobs/job.ts";
import type { NotedPayload, NotedRows } from "../outcomes/write-outcomes.ts";
import { type ChangeMessage, isKept, type Message, type Told } from "./message.ts";

type PlaceMessage = Extract<Message, { readonly topic: "place" }>;

/** A message that tells the difference from what the person was told last. */
type Comparison = ChangeMessage | PlaceMessage;

/** The payload of a job `message`, which is a mail to one person, and of a job `push`. */
export interface MessagePayload extends NotedPayload {
  /** `null`: it is about entrusted people alone. */
  readonly message: Message | null;
  /** What is told about the people who are entrusted to the recipient, by their ids. */
  readonly entrusted?: Readonly<Record<string, Told>>;
}

/** A message that is not sent yet, or is being sent. */
interface Waiting<Content> {
  readonly message: Content;
  readonly isUnderWay: boolean;
}

/** Subjects in one statement, far below what both engines allow. */
const SUBJECTS_AT_ONCE = 500;

function isComparison(message: Message): message is Comparison {
  return "known" in message || message.topic === "place";
}

/** The later message. It compares events with their state before the earlier one, which did not reach the person. */
function mergedChanges(earlier: ChangeMessage, later: ChangeMessage): ChangeMessage {
  const known = new Set(earlier.known.flatMap((entry) => (isKept(entry) ? [] : [entry.eventId])));
  const others = later.known.filter((entry) => isKept(entry) || !known.has(entry.eventId));
  return { ...later, known: [...earlier.known, ...others] };
}

/**
 * If the earlier message is being sent, the person may learn from it that they play. So the later one is sent even if it
 * seems to change nothing.
 */
function mergedPlaces({ message: earlier, isUnderWay }: Waiting<PlaceMessage>, later: PlaceMessage): PlaceMessage {
  if (isUnderWay || earlier.isUncertain === true) return { ...later, before: [], isUncertain: true };
  return { ...later, before: earlier.before };
}

function merged({ message: earlier, isUnderWay }: Waiting<Comparison>, later: Comparison): Comparison {
  if (earlier.topic === "changes" && later.topic === "changes") return mergedChanges(earlier, later);
  if (earlier.topic !== "place" || later.topic !== "place") return later;
  return mergedPlaces({ message: earlier, isUnderWay }, later);
}

/** What a payload tells about each person, by their ids. */
function toldOf({ userId, personId = userId, message, noted = [], entrusted }: MessagePayload): Map<string, Told> {
  const ofRecipient: readonly [string, Told][] = message === null ? [] : [[personId, { message, noted }]];
  return new Map([...ofRecipient, ...Object.entries(entrusted ?? {})]);
}

function payloadOf(told: ReadonlyMap<string, Told>, { userId, personId = userId, ...later }: MessagePayload) {
  const { message = null, noted = [] } = told.get(personId) ?? {};
  const others = [...told].filter(([id]) => id !== personId);
  return {
    ...later,
    userId,
    ...(personId !== userId && { personId }),
    message,
    noted,
    ...(others.length > 0 && { entrusted: Object.fromEntries(others) }),
  };
}

/**
 * Merges two payloads to one recipient. What only the earlier one tells about a person stays, unless it is being sent. If
 * both tell something about a person, two comparisons become one; of other messages the later one counts.
 * `replaced`: rows of the earlier payload that the merged one no longer fills in.
 */
export function mergedPayloads({ message: earlier, isUnderWay }: Waiting<MessagePayload>, later: MessagePayload) {
  const told = toldOf(later);
  const replaced: NotedRows[] = [];
  for (const [userId, { message, noted = [] }] of toldOf(earlier)) {
    const now = told.get(userId);
    if (now === undefined && !isUnderWay) told.set(userId, { message, noted });
    else if (now !== undefined && isComparison(message) && isComparison(now.message)) {
      const both = [...noted, ...(now.noted ?? [])];
      told.set(userId, { message: merged({ message, isUnderWay }, now.message), noted: both });
    } else
      replaced.push({ userId, noted: noted.filter(({ id }) => now?.noted?.some((row) => row.id === id) !== true) });
  }
  return { payload: payloadOf(told, later), replaced };
}

/** Jobs to add. `replaced`: rows of waiting jobs that the new jobs no longer fill in. */
interface MergedJobs {
  readonly jobs: readonly NewJob[];
  readonly replaced: readonly NotedRows[];
}

/**
 * Merges new jobs with the waiting jobs that they replace, those of the same kind and subject. The text is written when
 * the message is sent, so it tells only what differs from what the person was told last.
 */
export async function withWaitingMessages({ kysely }: Queryable, jobs: readonly NewJob[]): Promise<MergedJobs> {
  const subjects = jobs.map(({ subject }) => subject);
  const waiting = new Map<string, Waiting<MessagePayload>>();
  for (let start = 0; start < subjects.length; start += SUBJECTS_AT_ONCE) {
    const rows = await kysely
      .selectFrom("job")
      .select(["kind", "subject", "payload", "claimed_at"])
      .where("kind", "in", ["message", "push"])
      .where("subject", "in", subjects.slice(start, start + SUBJECTS_AT_ONCE))
      .execute();
    for (const { kind, subject, payload, claimed_at: claimedAt } of rows) {
      const message = JSON.parse(payload ?? "null") as MessagePayload | null;
      if (message !== null) waiting.set(`${kind}:${subject}`, { message, isUnderWay: claimedAt !== null });
    }
  }
  const replaced: NotedRows[] = [];
  const mergedJobs = jobs.map((job) => {
    const earlier = waiting.get(`${job.kind}:${job.subject}`);
    if (earlier === undefined) return job;
    const both = mergedPayloads(earlier, job.payload as MessagePayload);
    replaced.push(...both.replaced);
    return { ...job, payload: both.payload };
  });
  return { jobs: mergedJobs, replaced };
}
