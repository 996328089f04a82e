import * as z from "zod/mini";
import type { ClientErrorCode, ErrorCode } from "#contract/errors.ts";
import { fillPath, HEADERS, withQuery } from "#contract/paths.ts";
import { kindOf, type ChangeContext, personOf } from "#contract/planning/change-kinds.ts";
import { PlanningChangeRow } from "#contract/planning/planning-change.ts";
import type { PlannedEvent } from "#contract/planning/planning.ts";
import { givenAnswerOf } from "#domain/availability/availability.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { type ApiCall, ApiError, type ApiResponse, exchangeApi, type Fetch } from "../../../http/call-api.ts";
import { withLock } from "../../../storage/storage-lock.ts";
import { isSessionRefusal, isSilence, type ServerContact } from "../contact/server-contact.ts";
import type { Acceptance } from "../reads/server-planning.ts";
import type { OutboxEntry, Refused, StoredChanges } from "./stored-changes.ts";

export type SendOutcome =
  | ({ readonly status: "accepted" } & Acceptance)
  | Refused
  /** No response reached this page: retry. */
  | { readonly status: "unanswered" }
  /** The server answered with an unexpected failure (500). */
  | { readonly status: "failed"; readonly reference?: string | undefined }
  | { readonly status: "session_refused" }
  /** Retry after `seconds`; `null`: the server gave no time. */
  | { readonly status: "postponed"; readonly seconds: number | null };

interface Sender {
  readonly userId: string;
  readonly fetchIt?: Fetch | undefined;
}

/**
 * Sends a change once. A failure of the server or the network is an outcome, not a rejection.
 * @param isRepeated it may have been sent before: a deletion that finds nothing then counts as done
 */
export async function sendChange(
  { change, madeAt, about = null }: Pick<OutboxEntry, "change" | "madeAt"> & Partial<Pick<OutboxEntry, "about">>,
  isRepeated: boolean,
  { userId, fetchIt }: Sender,
): Promise<SendOutcome> {
  const call = callOf(change, { madeAt, about }, userId);
  if (call === null) return { status: "refused", code: "request.invalid" };
  try {
    const response = await exchangeApi({ ...call, headers: { ...call.headers, [HEADERS.person]: userId } }, fetchIt);
    // Only 204 means deleted: a proxy may send a page of its own.
    if (call.method === "DELETE" && response.status !== 204) return { status: "unanswered" };
    return { status: "accepted", position: response.position, isInEffect: isInEffect(change, response) };
  } catch (error) {
    if (error instanceof ApiError) return outcomeOf(error, change, isRepeated);
    throw error;
  }
}

function outcomeOf(error: ApiError, change: PlanningChange, isRepeated: boolean): SendOutcome {
  const { code, fieldErrors, retryAfter, reference } = error;
  if (code === "server.failure" && error.isFromServer) return { status: "failed", reference };
  if (isSilence(error)) return { status: "unanswered" };
  if (isSessionRefusal(error)) return { status: "session_refused" };
  if (code === "request.too_many") return { status: "postponed", seconds: retryAfter ?? null };
  if (isRepeated && kindOf(change).method === "DELETE" && isAlreadyDeleted(code))
    return { status: "accepted", position: null, isInEffect: true };
  return { status: "refused", code, ...(Object.keys(fieldErrors).length > 0 && { fieldErrors }) };
}

/** A 404 with `request.not_found` does not count, because it does not come from our API. */
function isAlreadyDeleted(code: ErrorCode | ClientErrorCode): boolean {
  return code === "event.not_found" || code === "group.not_found" || code === "absence.not_found";
}

/**
 * Whether the server stored this change. It stores the latest answer of a person, so an answer that was sent late may
 * lose against a later one. The event in the response shows which answer is stored.
 */
function isInEffect(change: PlanningChange, { body }: ApiResponse<unknown>): boolean {
  if (change.type !== "availability.set") return true;
  const { availability } = body as z.infer<typeof PlannedEvent>;
  const entry = availability.find(({ userId }) => userId === change.person.id);
  const isSameComment = change.comment === undefined || (entry?.comment ?? "") === change.comment;
  return givenAnswerOf(availability, change.person.id) === change.answer && isSameComment;
}

/** The API call for a change. `null` if this version has none: another version of this page stored the change. */
function callOf(change: PlanningChange, context: ChangeContext, userId: string): ApiCall<unknown> | null {
  const kind = kindOf(change);
  const person = personOf(change);
  const path = person === null || person.id === userId ? kind.path : person.others?.path;
  // Changes without a right are made by the server only.
  if (kind.right === null || path === undefined) return null;
  const { method, ids, query, key, body, response } = kind;
  return {
    method,
    path: withQuery(fillPath(path, ...(ids?.(change) ?? [])), query ?? {}),
    body: body?.(change, context),
    headers: key ? { [HEADERS.idempotencyKey]: key(change) } : {},
    ...(response && { response }),
  };
}

type OutcomeOf<Status extends SendOutcome["status"]> = Extract<SendOutcome, { readonly status: Status }>;

/** The server accepted or refused the change. */
export type Decision = OutcomeOf<"accepted"> | OutcomeOf<"refused">;
/** Sending failed and must wait. */
export type Obstacle = Exclude<SendOutcome, Decision>;

interface SendingReport {
  readonly onDecision: (entry: OutboxEntry, decision: Decision) => Promise<void>;
  readonly onObstacle: (obstacle: Obstacle) => void;
}

export interface OutboxSendingPorts {
  readonly changes: Pick<StoredChanges, "stored" | "refresh">;
  readonly report: SendingReport;
  /** Name of the lock that the sending tab holds. */
  readonly name: string;
  readonly locks: Pick<LockManager, "request"> | undefined;
  readonly contact: ServerContact;
  readonly send: (entry: OutboxEntry, isRepeated: boolean) => Promise<SendOutcome>;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly onSessionRefused: () => void;
}

/** Whether the server counts as unreachable after this outcome. */
export function isSilent({ status }: Pick<SendOutcome, "status">): boolean {
  return status === "unanswered" || status === "failed";
}

/**
 * A change that has failed this often (for two minutes) counts as refused: it would probably fail tomorrow too, and the
 * changes after it must not wait.
 */
const MOST_FAILURES = 12;
/** Fixed delay, unlike `contact.pause`, which a user's tap ends: taps must not trigger extra retries. */
const FAILURE_WAIT_MS = 10_000;

function waitAfter(
  obstacle: Obstacle,
  retry: number,
  { contact, wait }: Pick<OutboxSendingPorts, "contact" | "wait">,
): Promise<void> {
  switch (obstacle.status) {
    case "unanswered":
      return contact.pause(retry);
    case "failed":
      return wait(FAILURE_WAIT_MS);
    case "postponed":
      return obstacle.seconds === null ? contact.pause(retry) : wait(obstacle.seconds * 1000);
    case "session_refused":
      return contact.awakening();
  }
}

/** Sends the stored changes one after the other; only one tab of a browser sends at a time. */
export function createOutboxSending(ports: OutboxSendingPorts) {
  const { changes, report, name, locks, contact, onSessionRefused } = ports;
  const neverSentIds = new Set<string>();
  const failureCounts = new Map<string, number>();
  let isRunning = false;
  const stopping = new AbortController();
  let obstacle: Obstacle | null = null;
  let retry = 0;

  async function send(entry: OutboxEntry): Promise<SendOutcome> {
    const isFirstTime = neverSentIds.delete(entry.id);
    const outcome = await ports.send(entry, !isFirstTime);
    if (isSilent(outcome)) contact.recordSilence();
    else contact.recordResponse();
    if (outcome.status === "session_refused") onSessionRefused();
    return outcome;
  }

  /** Like `send`; the last allowed failure of a change counts as refused. */
  async function sendOrGiveUp(entry: OutboxEntry): Promise<SendOutcome> {
    const outcome = await send(entry);
    if (outcome.status !== "failed") return outcome;
    const count = (failureCounts.get(entry.id) ?? 0) + 1;
    failureCounts.set(entry.id, count);
    return count < MOST_FAILURES ? outcome : { ...outcome, status: "refused", code: "server.failure" };
  }

  /** Sends the stored changes of all tabs. Returns the obstacle that stopped it, or `null`. To be called under the lock. */
  async function sendAll(): Promise<Obstacle | null> {
    await changes.refresh();
    while (!stopping.signal.aborted) {
      const [entry] = changes.stored();
      if (entry === undefined) break;
      const outcome = await sendOrGiveUp(entry);
      if (outcome.status !== "accepted" && outcome.status !== "refused") return outcome;
      retry = 0;
      await report.onDecision(entry, outcome);
      await changes.refresh();
    }
    return null;
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted && changes.stored().length > 0) {
      obstacle = await withLock(locks, name, sendAll);
      if (obstacle === null) continue;
      // This tab waits without the lock. Otherwise a tab that waits or sleeps would keep the others from sending.
      report.onObstacle(obstacle);
      await waitAfter(obstacle, retry, ports);
      retry += 1;
    }
  }

  async function start(): Promise<void> {
    if (isRunning) {
      if (obstacle) contact.wake();
      return;
    }
    isRunning = true;
    try {
      await run();
    } finally {
      isRunning = false;
    }
  }

  return {
    /** Sends until nothing is left. If sending already waits for a retry, it retries now. */
    start: () => void start(),
    isHeldUp: () => obstacle !== null,
    /** Records that this change is new, so that its first sending does not count as a repetition. */
    noteNew: (id: string) => void neverSentIds.add(id),
    /** Sends a change that could not be stored, without retries. */
    sendOnce: (entry: OutboxEntry) => withLock(locks, name, () => send(entry)),
    stop: () => stopping.abort(),
  };
}

/** The part of `BroadcastChannel` that is used here. */
export type TabChannel = Pick<BroadcastChannel, "postMessage" | "addEventListener" | "close">;

/** Messages between the tabs of one user. `changed`: the stored changes changed. `held_up`: sending must wait. */
const Message = z.union([
  z.object({ type: z.literal("changed") }),
  z.object({
    type: z.literal("accepted"),
    id: z.string(),
    change: PlanningChangeRow,
    position: z.nullable(z.number()),
    isInEffect: z.boolean(),
  }),
  z.object({
    type: z.literal("refused"),
    id: z.string(),
    code: z.string(),
    fieldErrors: z.optional(z.record(z.string(), z.string())),
  }),
  z.object({ type: z.literal("held_up"), isSilent: z.boolean() }),
]);

export type OutboxMessage = z.infer<typeof Message>;

/**
 * The channel between the tabs of one user. Does nothing after `close`.
 * @param open may throw, for example if storage is blocked; each tab then works alone
 */
export function joinOutboxChannel(open: () => TabChannel) {
  let channel = openIfAllowed(open);
  return {
    post(message: OutboxMessage): void {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
      channel?.postMessage(message);
    },
    /** Calls `listener` with the messages of other tabs. Ignores messages of another shape, such as a newer page's. */
    listen(listener: (message: OutboxMessage) => void): void {
      channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
        const message = Message.safeParse(data);
        if (channel && message.success) listener(message.data);
      });
    },
    close(): void {
      channel?.close();
      channel = null;
    },
  };
}

export type OutboxChannel = ReturnType<typeof joinOutboxChannel>;

function openIfAllowed(open: () => TabChannel): TabChannel | null {
  try {
    return open();
  } catch {
    return null;
  }
}
