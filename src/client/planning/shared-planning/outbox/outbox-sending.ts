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

type Exchanged = ApiResponse<unknown>;

/**
 * Sends a change once. Never rejects for a failure of the server or the network.
 * @param isRepeated the server may already have applied it: a deletion that finds nothing counts as done
 */
export async function sendChange(
  { change, madeAt, about = null }: Pick<OutboxEntry, "change" | "madeAt"> & Partial<Pick<OutboxEntry, "about">>,
  isRepeated: boolean,
  { userId, fetchIt }: Sender,
): Promise<SendOutcome> {
  const call = callOf(change, { madeAt, about }, userId);
  if (call === null) return { status: "refused", code: "request.invalid" };
  try {
    const answer = await exchangeApi({ ...call, headers: { ...call.headers, [HEADERS.person]: userId } }, fetchIt);
    // Only 204 means deleted: a proxy may answer with its own page.
    if (call.method === "DELETE" && answer.status !== 204) return { status: "unanswered" };
    return { status: "accepted", position: answer.position, isInEffect: isInEffect(change, answer) };
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
  if (isRepeated && kindOf(change).method === "DELETE" && isNotFound(code))
    return { status: "accepted", position: null, isInEffect: true };
  return { status: "refused", code, ...(Object.keys(fieldErrors).length > 0 && { fieldErrors }) };
}

/** Without `request.not_found`: such a 404 does not come from our API. */
function isNotFound(code: ErrorCode | ClientErrorCode): boolean {
  return code === "event.not_found" || code === "group.not_found" || code === "absence.not_found";
}

/** The server keeps the latest answer. The returned event shows whether this one is the latest. */
function isInEffect(change: PlanningChange, { body }: Exchanged): boolean {
  if (change.type !== "availability.set") return true;
  const { availability } = body as z.infer<typeof PlannedEvent>;
  const entry = availability.find(({ userId }) => userId === change.person.id);
  const hasComment = change.comment === undefined || (entry?.comment ?? "") === change.comment;
  return givenAnswerOf(availability, change.person.id) === change.answer && hasComment;
}

/** The call that sends a change; `null` if there is none, because another version of this page stored the change. */
function callOf(change: PlanningChange, occasion: ChangeContext, userId: string): ApiCall<unknown> | null {
  const kind = kindOf(change);
  const person = personOf(change);
  const path = person === null || person.id === userId ? kind.path : person.others?.path;
  if (kind.right === null || path === undefined) return null;
  const { method, ids, query, key, body, response } = kind;
  return {
    method,
    path: withQuery(fillPath(path, ...(ids?.(change) ?? [])), query ?? {}),
    body: body?.(change, occasion),
    headers: key ? { [HEADERS.idempotencyKey]: key(change) } : {},
    ...(response && { response }),
  };
}

type OutcomeOf<Status extends SendOutcome["status"]> = Extract<SendOutcome, { readonly status: Status }>;

/** The server accepted or refused the change. */
export type Decision = OutcomeOf<"accepted"> | OutcomeOf<"refused">;
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

export function isSilent({ status }: Pick<SendOutcome, "status">): boolean {
  return status === "unanswered" || status === "failed";
}

/**
 * A change that the server fails at for two minutes would probably fail tomorrow too. The changes after it must not
 * wait.
 */
const MOST_FAILURES = 12;
/** Fixed delay: user taps must not trigger extra retries. */
const FAILURE_WAIT_MS = 10_000;

function createFailureLimit() {
  const failures = new Map<string, number>();

  return ({ id }: OutboxEntry, outcome: SendOutcome): SendOutcome => {
    if (outcome.status !== "failed") {
      if (outcome.status === "accepted" || outcome.status === "refused") failures.delete(id);
      return outcome;
    }
    const count = (failures.get(id) ?? 0) + 1;
    if (count < MOST_FAILURES) {
      failures.set(id, count);
      return outcome;
    }
    failures.delete(id);
    return { ...outcome, status: "refused", code: "server.failure" };
  };
}

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
  const neverSent = new Set<string>();
  const limitFailures = createFailureLimit();
  let isUnderWay = false;
  const stopping = new AbortController();
  let obstacle: Obstacle | null = null;
  let retry = 0;

  async function send(entry: OutboxEntry): Promise<SendOutcome> {
    const outcome = await ports.send(entry, !neverSent.delete(entry.id));
    if (isSilent(outcome)) contact.silent();
    else contact.answered();
    if (outcome.status === "session_refused") onSessionRefused();
    return outcome;
  }

  /**
   * Sends all stored changes, whichever tab stored them. Returns the obstacle that stopped it; `null` if none. To be
   * called only under the lock.
   */
  async function sendAll(): Promise<Obstacle | null> {
    await changes.refresh();
    while (!stopping.signal.aborted) {
      const [entry] = changes.stored();
      if (entry === undefined) break;
      const outcome = limitFailures(entry, await send(entry));
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
      // Without the lock, because a tab that waits (or sleeps) must not keep another one from trying.
      report.onObstacle(obstacle);
      await waitAfter(obstacle, retry, ports);
      retry += 1;
    }
  }

  async function start(): Promise<void> {
    if (isUnderWay) {
      if (obstacle) contact.wake();
      return;
    }
    isUnderWay = true;
    try {
      await run();
    } finally {
      isUnderWay = false;
    }
  }

  return {
    /** Sends until nothing is left. If sending already waits for a retry, it retries now. */
    start: () => void start(),
    isHeldUp: () => obstacle !== null,
    /** Records that no tab has sent this change yet. */
    noteNew: (id: string) => void neverSent.add(id),
    /** Sends a change that is not stored, once. */
    sendOnce: (entry: OutboxEntry) => withLock(locks, name, () => send(entry)),
    stop: () => stopping.abort(),
  };
}

/** Messages between the tabs of one browser: the members of `BroadcastChannel` in use. */
export type TabChannel = Pick<BroadcastChannel, "postMessage" | "addEventListener" | "close">;

/** Messages between the tabs of one user. `changed`: the stored changes did. `held_up`: sending must wait. */
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

/** @param open may throw, for example where storage is blocked: each tab then works alone */
export function joinOutboxChannel(open: () => TabChannel) {
  let channel = opened(open);
  return {
    post(message: OutboxMessage): void {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
      channel?.postMessage(message);
    },
    /** Calls `listener` with the messages of other tabs; messages of another shape are ignored. */
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

function opened(open: () => TabChannel): TabChannel | null {
  try {
    return open();
  } catch {
    return null;
  }
}
