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

/** Names of one statement, far below what both engines allow. */
const NAMES_AT_ONCE = 500;

function isComparison(message: Message): message is Comparison {
  return "known" in message || message.topic === "place";
}

/** Of each event what the person heard last: the earlier message did not reach them. */
function mergedChanges(earlier: ChangeMessage, later: ChangeMessage): ChangeMessage {
  const known = new Set(earlier.known.flatMap((each) => (isKept(each) ? [] : [each.eventId])));
  const others = later.known.filter((each) => isKept(each) || !known.has(each.eventId));
  return { ...later, known: [...earlier.known, ...others] };
}

/** Who perhaps hears that they play at this moment must hear that they no longer do. */
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

/** What both tell. What the later one tells nobody stays, unless it is being sent. `replaced`: the rows that it does not include. */
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

/** Jobs to add, and the rows of those which they replace and do not include. */
interface Replacing {
  readonly jobs: readonly NewJob[];
  readonly replaced: readonly NotedRows[];
}

/**
 * The same jobs, which also tell what one of their name tells that still waits. A message finds out what changed when it is
 * sent, so it says only what differs from what the person heard last.
 */
export async function withWaitingMessages({ kysely }: Queryable, jobs: readonly NewJob[]): Promise<Replacing> {
  const subjects = jobs.map(({ subject }) => subject);
  const waiting = new Map<string, Waiting<MessagePayload>>();
  for (let start = 0; start < subjects.length; start += NAMES_AT_ONCE) {
    const rows = await kysely
      .selectFrom("job")
      .select(["kind", "subject", "payload", "claimed_at"])
      .where("kind", "in", ["message", "push"])
      .where("subject", "in", subjects.slice(start, start + NAMES_AT_ONCE))
      .execute();
    for (const { kind, subject, payload, claimed_at: claimedAt } of rows) {
      const message = JSON.parse(payload ?? "null") as MessagePayload | null;
      if (message !== null) waiting.set(`${kind}:${subject}`, { message, isUnderWay: claimedAt !== null });
    }
  }
  const replaced: NotedRows[] = [];
  const merging = jobs.map((job) => {
    const earlier = waiting.get(`${job.kind}:${job.subject}`);
    if (earlier === undefined) return job;
    const both = mergedPayloads(earlier, job.payload as MessagePayload);
    replaced.push(...both.replaced);
    return { ...job, payload: both.payload };
  });
  return { jobs: merging, replaced };
}
