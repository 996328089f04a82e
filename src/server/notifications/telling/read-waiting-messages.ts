import type { Queryable } from "../../database/database.ts";
import type { NewJob } from "../../jobs/job.ts";
import type { NotedPayload } from "../outcomes/write-outcomes.ts";
import { type ChangeMessage, isKept, type Message } from "./message.ts";

type PlaceMessage = Extract<Message, { readonly topic: "place" }>;

/** A message that says how things differ from what the person heard last. */
type Comparison = ChangeMessage | PlaceMessage;

/** The payload of a mail or a push with a comparison. */
interface ComparisonPayload extends NotedPayload {
  readonly message: Comparison;
}

/** A message that has not left, or is being sent. */
interface Waiting<Told> {
  readonly message: Told;
  readonly isUnderWay: boolean;
}

/** Names of one statement, far below what both engines allow. */
const NAMES_AT_ONCE = 500;

function isComparison(payload: unknown): payload is ComparisonPayload {
  const message = (payload as { readonly message?: Message } | null | undefined)?.message;
  return message !== undefined && ("known" in message || message.topic === "place");
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

/** Jobs to add, and the payloads of those which they replace and do not include. */
interface Replacing {
  readonly jobs: readonly NewJob[];
  readonly replaced: readonly string[];
}

/**
 * The same jobs, of which those that compare also tell what one of their name tells that still waits. A message finds out
 * what changed when it is sent, so it says only what differs from what the person heard last.
 */
export async function withWaitingMessages({ kysely }: Queryable, jobs: readonly NewJob[]): Promise<Replacing> {
  const subjects = jobs.map(({ subject }) => subject);
  const waiting = new Map<string, { readonly payload: string; readonly isUnderWay: boolean }>();
  for (let start = 0; start < subjects.length; start += NAMES_AT_ONCE) {
    const rows = await kysely
      .selectFrom("job")
      .select(["kind", "subject", "payload", "claimed_at"])
      .where("kind", "in", ["message", "push"])
      .where("subject", "in", subjects.slice(start, start + NAMES_AT_ONCE))
      .execute();
    for (const { kind, subject, payload, claimed_at: claimedAt } of rows)
      waiting.set(`${kind}:${subject}`, { payload: payload ?? "null", isUnderWay: claimedAt !== null });
  }
  const replaced: string[] = [];
  const merging = jobs.map((job) => {
    const { kind, subject, payload } = job;
    const stored = waiting.get(`${kind}:${subject}`);
    if (stored === undefined) return job;
    const earlier: unknown = JSON.parse(stored.payload);
    if (isComparison(earlier) && isComparison(payload)) {
      const message = merged({ message: earlier.message, isUnderWay: stored.isUnderWay }, payload.message);
      const noted = [...(earlier.noted ?? []), ...(payload.noted ?? [])];
      return { ...job, payload: { ...payload, message, noted } };
    }
    replaced.push(stored.payload);
    return job;
  });
  return { jobs: merging, replaced };
}
