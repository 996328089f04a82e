import type { Queryable } from "../../database/database.ts";
import type { NewJob } from "../../jobs/job.ts";
import type { NotedPayload, NotedRows } from "../outcomes/write-outcomes.ts";
import { type ChangeMessage, isKept, type Message, type Told } from "./message.ts";

type PlaceMessage = Extract<Message, { readonly topic: "place" }>;

/** A message that says how things differ from what the person heard last. */
type Comparison = ChangeMessage | PlaceMessage;

/** The payload of a job `message`, a mail to one person, and of a `push`. */
export interface MessagePayload extends NotedPayload {
  /** `null`: it is about entrusted people alone. */
  readonly message: Message | null;
  /** What the people who are entrusted to them are told, by their ids. */
  readonly entrusted?: Readonly<Record<string, Told>>;
}

/** A message that has not left, or is being sent. */
interface Waiting<Content> {
  readonly message: Content;
  readonly isUnderWay: boolean;
}

/** Subjects in one statement, far below what both engines allow. */
const SUBJECTS_AT_ONCE = 500;

function isComparison(message: Message): message is Comparison {
  return "known" in message || message.topic === "place";
}

/** The later message. It compares each event with what it was before the earlier one, which did not reach the person. */
function mergedChanges(earlier: ChangeMessage, later: ChangeMessage): ChangeMessage {
  const known = new Set(earlier.known.flatMap((each) => (isKept(each) ? [] : [each.eventId])));
  const others = later.known.filter((each) => isKept(each) || !known.has(each.eventId));
  return { ...later, known: [...earlier.known, ...others] };
}

/**
 * While the earlier message is being sent, the person may read in it that they play. So the later one is sent even if
 * nothing seems to differ.
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

/** What a payload tells each person. */
function toldOf({ userId, personId = userId, message, noted = [], entrusted }: MessagePayload): Map<string, Told> {
  const own: readonly [string, Told][] = message === null ? [] : [[personId, { message, noted }]];
  return new Map([...own, ...Object.entries(entrusted ?? {})]);
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
 * One payload that tells what both tell. What only the earlier one tells a person stays, unless it is being sent already.
 * If both tell them something, two comparisons become one; otherwise the later message counts.
 * `replaced`: the rows of the earlier one that the payload leaves out.
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

/** Jobs to add. `replaced`: rows of waiting jobs that these replace without telling of them. */
interface MergedJobs {
  readonly jobs: readonly NewJob[];
  readonly replaced: readonly NotedRows[];
}

/**
 * The jobs. Where a job of the same kind and subject still waits, the new one takes its place and tells what both tell. A
 * message finds out what changed when it is sent, so it says only what differs from what the person heard last.
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
