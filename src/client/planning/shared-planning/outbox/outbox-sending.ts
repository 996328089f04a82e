import { withLock } from "../../storage/with-lock.ts";
import type { KeptChanges } from "./kept-changes.ts";
import type { OutboxEntry } from "./outbox-record.ts";
import type { SendOutcome } from "./send-change.ts";
import type { ServerContact } from "./server-contact.ts";

type OutcomeOf<Status extends SendOutcome["status"]> = Extract<SendOutcome, { readonly status: Status }>;

/** The server made the change, or said why not. */
export type Decision = OutcomeOf<"accepted"> | OutcomeOf<"refused">;
/** Nothing can be sent for the moment. */
export type Obstacle = Exclude<SendOutcome, Decision>;

interface OutboxSendingSurroundings {
  readonly changes: KeptChanges;
  readonly name: string;
  readonly locks: Pick<LockManager, "request"> | undefined;
  readonly contact: ServerContact;
  readonly send: (entry: OutboxEntry, isRepeated: boolean) => Promise<SendOutcome>;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly onSessionRefused: () => void;
  /** Called with each decision before the next change is sent. */
  readonly onDecision: (entry: OutboxEntry, decision: Decision) => Promise<void>;
  readonly onObstacle: (obstacle: Obstacle) => void;
}

/** Whether an outcome tells no more than that nobody answered. */
export function isSilent({ status }: Pick<SendOutcome, "status">): boolean {
  return status === "unanswered" || status === "failed";
}

/** Sends what is stored, one after the other; among the tabs of a browser, one at a time. */
export interface OutboxSending {
  /** Sends until nothing is left. Where that is under way and held up, it is tried again now. */
  readonly start: () => void;
  readonly isHeldUp: () => boolean;
  /** Nobody has sent a change of this id: it was only just made. */
  readonly noteNew: (id: string) => void;
  /** Sends a change that is not stored, once. */
  readonly sendOnce: (entry: OutboxEntry) => Promise<SendOutcome>;
  readonly stop: () => void;
}

/** What a server has failed at for two minutes it will fail at tomorrow; what was made after it must not wait for that. */
const MOST_FAILURES = 12;
/** Nothing shortens it: ten taps in a row are no ten tries. */
const FAILURE_WAIT_MS = 10_000;

export function createOutboxSending(surroundings: OutboxSendingSurroundings): OutboxSending {
  const { changes, name, locks, contact, wait, onSessionRefused, onDecision, onObstacle } = surroundings;
  const neverSent = new Set<string>();
  /** How often the server failed at a change. */
  const failures = new Map<string, number>();
  let isUnderWay = false;
  const stopping = new AbortController();
  let obstacle: Obstacle | null = null;
  let retry = 0;

  async function send(entry: OutboxEntry): Promise<SendOutcome> {
    const outcome = await surroundings.send(entry, !neverSent.delete(entry.id));
    if (isSilent(outcome)) contact.silent();
    else contact.answered();
    if (outcome.status === "session_refused") onSessionRefused();
    return outcome;
  }

  /** A change that the server always fails at steps aside in the end, as one that it refused. */
  function judge({ id }: OutboxEntry, outcome: SendOutcome): SendOutcome {
    if (outcome.status !== "failed") return outcome;
    const count = (failures.get(id) ?? 0) + 1;
    failures.set(id, count);
    return count < MOST_FAILURES ? outcome : { status: "refused", code: "server.failure" };
  }

  /** All that is stored, by whichever tab; what stopped it, if something did. Only under the lock. */
  async function sendAll(): Promise<Obstacle | null> {
    await changes.refresh();
    for (let [entry] = changes.stored(); entry && !stopping.signal.aborted; [entry] = changes.stored()) {
      const outcome = judge(entry, await send(entry));
      if (outcome.status !== "accepted" && outcome.status !== "refused") return outcome;
      retry = 0;
      failures.delete(entry.id);
      await onDecision(entry, outcome);
      await changes.refresh();
    }
    return null;
  }

  /** The lock is given back meanwhile: a tab that waits, perhaps asleep, keeps no other from trying. */
  async function overcome(current: Obstacle): Promise<void> {
    onObstacle(current);
    switch (current.status) {
      case "unanswered":
        await contact.pause(retry);
        break;
      case "failed":
        await wait(FAILURE_WAIT_MS);
        break;
      case "postponed":
        await (current.seconds === null ? contact.pause(retry) : wait(current.seconds * 1000));
        break;
      case "session_refused":
        await contact.awakening();
        break;
    }
    retry += 1;
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted && changes.stored().length > 0) {
      obstacle = await withLock(locks, name, sendAll);
      if (obstacle) await overcome(obstacle);
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
    start: () => void start(),
    isHeldUp: () => obstacle !== null,
    noteNew: (id) => void neverSent.add(id),
    sendOnce: (entry) => withLock(locks, name, () => send(entry)),
    stop() {
      stopping.abort();
    },
  };
}
