import { withLock } from "../../../storage/storage-lock.ts";
import type { OutboxEntry, StoredChanges } from "./stored-changes.ts";
import type { SendOutcome } from "./send-change.ts";
import type { ServerContact } from "../contact/server-contact.ts";

type OutcomeOf<Status extends SendOutcome["status"]> = Extract<SendOutcome, { readonly status: Status }>;

/** The server accepted or refused the change. */
export type Decision = OutcomeOf<"accepted"> | OutcomeOf<"refused">;
/** Why sending has to wait. */
export type Obstacle = Exclude<SendOutcome, Decision>;

export interface SendingReport {
  /** Called with each decision before the next change is sent. */
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

/** Turns a server failure into a refusal after too many failures of the same change. */
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
    for (let [entry] = changes.stored(); entry && !stopping.signal.aborted; [entry] = changes.stored()) {
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
