import type { Queryable } from "../../database/database.ts";
import type { NewJob } from "../../jobs/job.ts";
import type { OutcomePayload, OutcomeRows } from "../outcomes/write-outcomes.ts";
import { type ChangeMessage, isStoredNews, type Message, type RecordedMessage } from "./message.ts";

type PlaceMessage = Extract<Message, { readonly topic: "place" }>;

/** A message that says what changed since the person's last message. It contains the state that the person knows. */
type Comparison = ChangeMessage | PlaceMessage;

/** The payload of a job `message` (a mail to one person) or `push`. `userId` is the recipient. */
export interface MessagePayload extends OutcomePayload {
  /** `null`: all messages are about entrusted people. */
  readonly message: Message | null;
  /** The messages about people who are entrusted to the recipient, by the ids of these people. */
  readonly entrusted?: Readonly<Record<string, RecordedMessage>>;
}

/** The content of a waiting job: its whole payload, or one message of it. */
interface Waiting<Content> {
  readonly content: Content;
  /** Whether a process is sending it now. */
  readonly isUnderWay: boolean;
}

/** How many subjects one statement contains: far fewer than both engines allow. */
const SUBJECTS_AT_ONCE = 500;

function isComparison(message: Message): message is Comparison {
  return "known" in message || message.topic === "place";
}

/** The later message. For events that both contain, the state in the earlier one counts: the person knows nothing newer. */
function mergeChanges(earlier: ChangeMessage, later: ChangeMessage): ChangeMessage {
  const earlierIds = new Set(earlier.known.flatMap((entry) => (isStoredNews(entry) ? [] : [entry.eventId])));
  const others = later.known.filter((entry) => isStoredNews(entry) || !earlierIds.has(entry.eventId));
  return { ...later, known: [...earlier.known, ...others] };
}

/**
 * The later message, compared with the roles that the person knew before the earlier one. If the earlier one is being sent
 * now, it is uncertain which roles the person knows. Then the later one is sent even if its roles seem unchanged.
 */
function mergePlaces({ content: earlier, isUnderWay }: Waiting<PlaceMessage>, later: PlaceMessage): PlaceMessage {
  if (isUnderWay || earlier.isUncertain === true) return { ...later, before: [], isUncertain: true };
  return { ...later, before: earlier.before };
}

function mergeComparisons({ content: earlier, isUnderWay }: Waiting<Comparison>, later: Comparison): Comparison {
  if (earlier.topic === "changes" && later.topic === "changes") return mergeChanges(earlier, later);
  if (earlier.topic !== "place" || later.topic !== "place") return later;
  return mergePlaces({ content: earlier, isUnderWay }, later);
}

/** All messages of a payload, by the id of the person whom each is about. */
function messagesByPerson(payload: MessagePayload): Map<string, RecordedMessage> {
  const { userId, personId = userId, message, noted = [], entrusted = {} } = payload;
  return new Map([
    ...(message === null ? [] : [[personId, { message, noted }] as const]),
    ...Object.entries(entrusted),
  ]);
}

/** The payload `later` with these messages in place of its own. */
function withMessages(later: MessagePayload, messages: ReadonlyMap<string, RecordedMessage>) {
  const { userId, personId = userId } = later;
  const { message = null, noted = [] } = messages.get(personId) ?? {};
  const entrusted = [...messages].filter(([id]) => id !== personId);
  return { ...later, message, noted, ...(entrusted.length > 0 && { entrusted: Object.fromEntries(entrusted) }) };
}

/**
 * Merges the payloads of two jobs to one recipient, person by person. If only the earlier one has a message about a person,
 * it stays, unless it is being sent. If both have one, two comparisons are merged; otherwise the later message counts.
 * `replaced`: rows of the earlier payload whose outcome the merged one does not record.
 */
export function mergePayloads({ content: earlier, isUnderWay }: Waiting<MessagePayload>, later: MessagePayload) {
  const messages = messagesByPerson(later);
  const replaced: OutcomeRows[] = [];
  for (const [userId, { message, noted = [] }] of messagesByPerson(earlier)) {
    const newer = messages.get(userId);
    if (newer === undefined && !isUnderWay) messages.set(userId, { message, noted });
    else if (newer !== undefined && isComparison(message) && isComparison(newer.message)) {
      const allRows = [...noted, ...(newer.noted ?? [])];
      const merged = mergeComparisons({ content: message, isUnderWay }, newer.message);
      messages.set(userId, { message: merged, noted: allRows });
    } else {
      const newerIds = new Set(newer?.noted?.map(({ id }) => id));
      replaced.push({ userId, noted: noted.filter(({ id }) => !newerIds.has(id)) });
    }
  }
  return { payload: withMessages(later, messages), replaced };
}

/** Jobs to add. `replaced`: rows of waiting jobs whose outcome the new jobs do not record. */
interface MergedJobs {
  readonly jobs: readonly NewJob[];
  readonly replaced: readonly OutcomeRows[];
}

/**
 * Merges new jobs with the waiting jobs of the same kind and subject, which they replace. So the content of a message that
 * was never sent is not lost: the new message says what changed since the last message that was sent.
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
      const content = JSON.parse(payload ?? "null") as MessagePayload | null;
      if (content !== null) waiting.set(`${kind}:${subject}`, { content, isUnderWay: claimedAt !== null });
    }
  }
  const replaced: OutcomeRows[] = [];
  const mergedJobs = jobs.map((job) => {
    const earlier = waiting.get(`${job.kind}:${job.subject}`);
    if (earlier === undefined) return job;
    const merged = mergePayloads(earlier, job.payload as MessagePayload);
    replaced.push(...merged.replaced);
    return { ...job, payload: merged.payload };
  });
  return { jobs: mergedJobs, replaced };
}
