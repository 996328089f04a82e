import type { UseStore } from "idb-keyval";
import { errorCodeOf } from "#contract/errors.ts";
import type { RefusalCode, SubmitOutcome } from "#contract/planning/planning-change.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { createListeners } from "../../../storage/listeners.ts";
import type { UnstoredHandle, UnstoredChange } from "../../planning-source.ts";
import type { Acceptance } from "../reads/server-planning.ts";
import {
  createOutboxSending,
  type Decision,
  isSilent,
  joinOutboxChannel,
  type Obstacle,
  type OutboxChannel,
  type OutboxMessage,
  type OutboxSendingPorts,
  type TabChannel,
} from "./outbox-sending.ts";
import {
  createStoredChanges,
  isReplaced,
  type OutboxEntry,
  type Refused,
  type StoredChanges,
} from "./stored-changes.ts";

export interface OutboxPorts extends Pick<
  OutboxSendingPorts,
  "name" | "locks" | "contact" | "send" | "wait" | "onSessionRefused"
> {
  readonly store: UseStore;
  readonly userId: string;
  /** Changes that an earlier page had not stored when the user left it. */
  readonly unstored: readonly UnstoredChange[];
  readonly openChannel: (name: string) => TabChannel;
  readonly now: () => number;
  readonly newId: () => string;
  /** Called when the server accepted a change that this tab or another one sent. It is still in the outbox then. */
  readonly onAccepted: (change: PlanningChange, acceptance: Acceptance) => void;
}

/** One user's unsent changes: each is stored, shown in all tabs, sent, and removed when the server accepts or refuses it. */
export function createOutbox(ports: OutboxPorts) {
  const { store, userId, unstored, name, contact, now, newId, onAccepted } = ports;
  const listeners = createListeners();
  const times = createAnswerTimes();
  const changes = createStoredChanges(store, userId);
  const channel = joinOutboxChannel(() => ports.openChannel(name));
  const outcomes = createOutcomes(changes, channel, ports);
  const sending = createOutboxSending({ ...ports, changes, report: outcomes });
  let isRestored = false;
  let isDisposed = false;

  async function restore(): Promise<void> {
    await changes.refresh();
    await storeUnstored(unstored, changes, sendWithoutStoring);
    outcomes.delayRestored();
    for (const { change, madeAt } of changes.entries()) times.note(change, Date.parse(madeAt) || 0);
    isRestored = true;
    listeners.notify();
    sending.start();
  }

  async function receive(message: OutboxMessage): Promise<void> {
    await outcomes.receive(message);
    // After `held_up`, the other tab waits for the next retry: do not send before.
    if (message.type !== "held_up") await revisit();
  }

  async function revisit(): Promise<void> {
    await changes.refresh();
    sending.start();
  }

  /** For a change that cannot be stored: sends it once. It succeeds now, or counts as refused. */
  async function sendWithoutStoring(entry: OutboxEntry, storageError: unknown): Promise<SubmitOutcome> {
    const outcome = await sending.sendOnce(entry);
    if (outcome.status === "accepted") onAccepted(entry.change, outcome);
    // It was shown although it could not be stored.
    await changes.remove(entry);
    if (outcome.status === "accepted") return { status: "done" };
    return outcome.status === "refused" ? outcome : { status: "refused", code: codeOf(outcome, storageError) };
  }

  async function submit(
    change: PlanningChange,
    about: OutboxEntry["about"],
    handle?: UnstoredHandle,
  ): Promise<SubmitOutcome> {
    const entry = { id: handle?.id ?? newId(), change, madeAt: times.next(change, now()), about };
    const outcome = outcomes.outcomeOf(entry.id);
    sending.noteNew(entry.id);
    try {
      await changes.add(entry, (replacedId) => outcomes.replace(replacedId, entry.id));
    } catch (error) {
      outcomes.settle(entry.id, await sendWithoutStoring(entry, error));
      return outcome;
    }
    handle?.markStored();
    channel.post({ type: "changed" });
    if (sending.isHeldUp() || !contact.isOnline() || isDisposed) outcomes.delayAll();
    sending.start();
    return outcome;
  }

  changes.subscribe(listeners.notify);
  outcomes.subscribe(listeners.notify);
  channel.listen((message) => void receive(message));
  const stopWatching = contact.subscribe(() => {
    if (!contact.isOnline()) outcomes.delayAll();
  });
  void restore();

  return {
    subscribe: listeners.subscribe,
    entries: changes.entries,
    /** Number of changes whose sending takes longer; the page shows it as the number of unsent changes. */
    delayedCount: outcomes.delayedCount,
    refusals: changes.refusals,
    hasUnreadable: changes.hasUnreadable,
    /** Whether the entries of earlier pages have been loaded. */
    isRestored: (): boolean => isRestored,
    submit,
    async dismiss(refusalId: string): Promise<void> {
      await changes.dismiss(refusalId);
      channel.post({ type: "changed" });
    },
    /** Reads the stored changes again, because another tab may have crashed after storing one. Retries sending now. */
    revisit,
    async drop(): Promise<void> {
      await changes.drop();
      channel.post({ type: "changed" });
    },
    dispose(): void {
      isDisposed = true;
      stopWatching();
      outcomes.delayAll();
      sending.stop();
      channel.close();
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;

const DONE: SubmitOutcome = { status: "done" };
const STORED: SubmitOutcome = { status: "stored" };

/**
 * Reports the outcome of each change to its caller on this page and to the other tabs, and removes the change from the
 * stored ones. A caller whose change takes longer gets the outcome `stored`: it is sent later.
 */
function createOutcomes(changes: StoredChanges, channel: OutboxChannel, { contact, onAccepted }: OutboxPorts) {
  const listeners = createListeners();
  /** Callers on this page, by the id of their change. */
  const callers = new Map<string, PromiseWithResolvers<SubmitOutcome>>();
  /** Ids of the changes whose caller got `stored`, or whose page was closed. */
  const delayedIds = new Set<string>();

  changes.subscribe(() => {
    // Another tab replaced the change with a later answer, or crashed between sending it and reporting the outcome.
    for (const id of [...callers.keys()].filter(changes.isRemovedElsewhere)) settle(id, STORED);
  });

  function outcomeOf(id: string): Promise<SubmitOutcome> {
    const caller = callers.get(id) ?? Promise.withResolvers<SubmitOutcome>();
    callers.set(id, caller);
    return caller.promise;
  }

  function settle(id: string, outcome: SubmitOutcome | Promise<SubmitOutcome>): void {
    callers.get(id)?.resolve(outcome);
    callers.delete(id);
  }

  function delayAll(): void {
    for (const { id } of changes.stored()) {
      delayedIds.add(id);
      settle(id, STORED);
    }
    listeners.notify();
  }

  async function handleAccepted(entry: OutboxEntry, { position, isInEffect }: Acceptance): Promise<void> {
    const { id, change } = entry;
    onAccepted(change, { position, isInEffect });
    channel.post({ type: "accepted", id, change, position, isInEffect });
    const removal = changes.remove(entry);
    settle(id, DONE);
    await removal;
    channel.post({ type: "changed" });
  }

  async function handleRefused(entry: OutboxEntry, refusal: Refused): Promise<void> {
    const { id } = entry;
    // A caller on this page gets the refusal now. Otherwise it is stored until the author of the change reads it.
    const removal = callers.has(id) ? changes.remove(entry) : changes.refuse(entry, refusal);
    settle(id, refusal);
    await removal;
    const { code, fieldErrors } = refusal;
    channel.post({ type: "refused", id, code, fieldErrors });
  }

  return {
    subscribe: listeners.subscribe,
    /** Resolves with the outcome of a change that is submitted on this page. */
    outcomeOf,
    settle,
    /** Makes the caller of change `id` wait for change `newId`, which replaced it. */
    replace(id: string, newId: string): void {
      if (callers.has(id)) settle(id, outcomeOf(newId));
    },
    /** Resolves all waiting callers with `stored`: sending may take a while. */
    delayAll,
    /** Counts the changes of earlier pages as delayed. */
    delayRestored(): void {
      for (const { id } of changes.entries()) if (!callers.has(id)) delayedIds.add(id);
    },
    delayedCount: (): number => changes.entries().filter(({ id }) => delayedIds.has(id)).length,
    onDecision: (entry: OutboxEntry, decision: Decision): Promise<void> =>
      decision.status === "accepted" ? handleAccepted(entry, decision) : handleRefused(entry, decision),
    onObstacle(obstacle: Obstacle): void {
      channel.post({ type: "held_up", isSilent: isSilent(obstacle) });
      delayAll();
    },
    async receive(message: OutboxMessage): Promise<void> {
      switch (message.type) {
        case "changed":
          break;
        case "held_up":
          if (message.isSilent) contact.recordSilence();
          delayAll();
          break;
        case "accepted":
          contact.recordResponse();
          onAccepted(message.change, message);
          settle(message.id, DONE);
          break;
        case "refused": {
          const { id, code, fieldErrors } = message;
          contact.recordResponse();
          // The other tab stored the refusal for later, because the caller of the change is in this tab.
          if (!callers.has(id)) break;
          settle(id, { status: "refused", code: errorCodeOf(code), fieldErrors });
          await changes.dismiss(id);
        }
      }
    },
  };
}

/** Stores the changes of an earlier page that are not in the outbox yet, unless a later answer is there. */
async function storeUnstored(
  unstored: readonly UnstoredChange[],
  changes: StoredChanges,
  sendWithoutStoring: (entry: OutboxEntry, error: unknown) => Promise<SubmitOutcome>,
): Promise<void> {
  for (const { id, change, madeAt } of unstored) {
    const entry = { id, change, madeAt: new Date(madeAt).toISOString(), about: null };
    const isLater = (stored: OutboxEntry) => isReplaced(entry, stored) && entry.madeAt < stored.madeAt;
    if (changes.entries().some((stored) => stored.id === id || isLater(stored))) continue;
    try {
      await changes.add(entry);
    } catch (error) {
      await sendWithoutStoring(entry, error);
    }
  }
}

/** The refusal code for a change that could neither be sent nor stored. */
function codeOf({ status }: Obstacle, storageError: unknown): RefusalCode {
  if (status === "session_refused") return "session.required";
  if (status === "postponed") return "request.too_many";
  if (status === "failed") return "server.failure";
  const isFull = storageError instanceof DOMException && storageError.name === "QuotaExceededError";
  return isFull ? "storage.full" : "server.unreachable";
}

/**
 * The time of the latest answer to each event. The server stores the answer with the latest time. So each answer gets a
 * later time than the one before it, even if the device's clock was set back.
 */
function createAnswerTimes() {
  const latestTimes = new Map<string, number>();

  function note(change: PlanningChange, time: number): void {
    if (change.type !== "availability.set") return;
    latestTimes.set(change.eventId, Math.max(time, latestTimes.get(change.eventId) ?? 0));
  }

  return {
    note,
    /** The time of a change that is made now (RFC 3339). */
    next(change: PlanningChange, now: number): string {
      const former = change.type === "availability.set" ? (latestTimes.get(change.eventId) ?? 0) : 0;
      const time = Math.max(now, former + 1);
      note(change, time);
      return new Date(time).toISOString();
    },
  };
}
