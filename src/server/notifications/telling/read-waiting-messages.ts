import type { Queryable } from "../../database/database.ts";
import type { NewJob } from "../../jobs/job.ts";
import { isKept, type Message } from "./message.ts";

type ChangeMessage = Extract<Message, { readonly topic: "changes" }>;

type PlaceMessage = Extract<Message, { readonly topic: "place" }>;

/** A message that says how things differ from what the person heard last. */
type Comparison = ChangeMessage | PlaceMessage;

/** What waits in a mail or a push. */
interface WaitingPayload {
  readonly message: Message | null;
  readonly entrusted?: Readonly<Record<string, Message>>;
}

/** A message that has not left, or is being sent. */
interface Waiting<Told> {
  readonly message: Told;
  readonly isUnderWay: boolean;
}

/** Names of one statement, far below what both engines allow. */
const NAMES_AT_ONCE = 500;

function isComparison(message: Message | null | undefined): message is Comparison {
  return message?.topic === "changes" || message?.topic === "place";
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

/** The later message to one person; of a comparison with what the earlier one compared. */
function mergedMessage(earlier: Message | null | undefined, later: Message, isUnderWay: boolean): Message {
  return isComparison(earlier) && isComparison(later) ? merged({ message: earlier, isUnderWay }, later) : later;
}

/** What is told to whom the later job does not tell anything stays, unless it is being sent. */
function mergedPayload(
  { message: earlier, isUnderWay }: Waiting<WaitingPayload>,
  later: WaitingPayload,
): WaitingPayload {
  const left = isUnderWay ? { message: null, entrusted: {} } : earlier;
  const told = Object.entries(later.entrusted ?? {}).map(([personId, message]) => [
    personId,
    mergedMessage(earlier.entrusted?.[personId], message, isUnderWay),
  ]);
  const entrusted = { ...left.entrusted, ...(Object.fromEntries(told) as Record<string, Message>) };
  return {
    ...later,
    message: later.message === null ? left.message : mergedMessage(earlier.message, later.message, isUnderWay),
    ...(Object.keys(entrusted).length > 0 && { entrusted }),
  };
}

/** Whether a job that waits under the same name may hold what this one has to tell, too. */
function mayAddTo({ kind, payload }: NewJob): boolean {
  return kind === "message" || isComparison((payload as WaitingPayload | undefined)?.message);
}

/**
 * The same jobs, which also tell what one of their name tells that still waits. A message finds out what changed when it is
 * sent, so it says only what differs from what the person heard last.
 */
export async function withWaitingMessages({ kysely }: Queryable, jobs: readonly NewJob[]): Promise<NewJob[]> {
  const subjects = jobs.filter(mayAddTo).map(({ subject }) => subject);
  const waiting = new Map<string, Waiting<WaitingPayload>>();
  for (let start = 0; start < subjects.length; start += NAMES_AT_ONCE) {
    const rows = await kysely
      .selectFrom("job")
      .select(["kind", "subject", "payload", "claimed_at"])
      .where("kind", "in", ["message", "push"])
      .where("subject", "in", subjects.slice(start, start + NAMES_AT_ONCE))
      .execute();
    for (const { kind, subject, payload, claimed_at: claimedAt } of rows) {
      const message = JSON.parse(payload ?? "null") as WaitingPayload | null;
      if (message !== null) waiting.set(`${kind}:${subject}`, { message, isUnderWay: claimedAt !== null });
    }
  }
  return jobs.map((job) => {
    const earlier = waiting.get(`${job.kind}:${job.subject}`);
    if (earlier === undefined || !mayAddTo(job)) return job;
    return { ...job, payload: mergedPayload(earlier, job.payload as WaitingPayload) };
  });
}
