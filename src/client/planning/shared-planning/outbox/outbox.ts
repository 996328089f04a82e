import type { RefusalCode, SubmitOutcome } from "#contract/planning/submit.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { createListeners } from "../../../storage/listeners.ts";
import type { MadeChange, UnstoredChange } from "../../planning-source.ts";
import type { ServerContact } from "../contact/server-contact.ts";
import {
  createOutboxOutcomes,
  joinOutboxChannel,
  type OutboxMessage,
  type OutboxOutcomesPorts,
  type TabChannel,
} from "./outbox-outcomes.ts";
import { createOutboxSending, type Obstacle, type OutboxSendingPorts } from "./outbox-sending.ts";
import { createStoredChanges, type OutboxEntry, type OutboxStore, type StoredChanges } from "./stored-changes.ts";

export interface OutboxPorts
  extends
    Pick<OutboxOutcomesPorts, "onAccepted">,
    Pick<OutboxSendingPorts, "name" | "locks" | "send" | "wait" | "onSessionRefused"> {
  readonly store: OutboxStore;
  /** Changes that an earlier page had not stored when it was left. */
  readonly left: readonly UnstoredChange[];
  readonly openChannel: (name: string) => TabChannel;
  readonly contact: ServerContact;
  readonly now: () => number;
  readonly newId: () => string;
}

/** Stores each change before sending it, shows it in all tabs, and removes it when the server has answered. */
export function createOutbox(ports: OutboxPorts) {
  const { store, left, name, locks, contact, send, wait, now, newId, onAccepted, onSessionRefused } = ports;
  const listeners = createListeners();
  const times = createAnswerTimes();
  const changes = createStoredChanges(store);
  const channel = joinOutboxChannel(() => ports.openChannel(name));
  const outcomes = createOutboxOutcomes({ changes, channel, contact, onAccepted });
  const report = outcomes;
  const sending = createOutboxSending({ changes, report, name, locks, contact, send, wait, onSessionRefused });
  let isRestored = false;
  let isDisposed = false;

  async function restore(): Promise<void> {
    await changes.refresh();
    await storeLeft(left, changes, sendWithoutStoring);
    outcomes.delayFormer();
    for (const { change, madeAt } of changes.entries()) times.note(change, Date.parse(madeAt) || 0);
    isRestored = true;
    listeners.notify();
    sending.start();
  }

  async function receive(message: OutboxMessage): Promise<void> {
    await outcomes.receive(message);
    if (message.type !== "held_up") await revisit();
  }

  async function revisit(): Promise<void> {
    await changes.refresh();
    sending.start();
  }

  /** Where nothing can be stored, a change is sent once: it succeeds now or is refused. */
  async function sendWithoutStoring(entry: OutboxEntry, storageError: unknown): Promise<SubmitOutcome> {
    const outcome = await sending.sendOnce(entry);
    if (outcome.status === "accepted") onAccepted(entry.change, outcome);
    await changes.remove(entry);
    if (outcome.status === "accepted") return { status: "done" };
    return outcome.status === "refused" ? outcome : { status: "refused", code: codeOf(outcome, storageError) };
  }

  async function submit(
    change: PlanningChange,
    about: OutboxEntry["about"],
    made?: MadeChange,
  ): Promise<SubmitOutcome> {
    const entry = { id: made?.id ?? newId(), change, madeAt: new Date(times.next(change, now())).toISOString(), about };
    const outcome = outcomes.outcomeOf(entry.id);
    sending.noteNew(entry.id);
    try {
      await changes.add(entry, (replacedId) => outcomes.replace(replacedId, entry.id));
    } catch (error) {
      outcomes.settle(entry.id, await sendWithoutStoring(entry, error));
      return outcome;
    }
    made?.handleStored();
    channel.post({ type: "changed" });
    if (sending.isHeldUp() || !contact.isOnline() || isDisposed) outcomes.delayAll();
    sending.start();
    return outcome;
  }

  changes.subscribe(listeners.notify);
  outcomes.subscribe(listeners.notify);
  channel.listen((message) => void receive(message));
  // Changes being sent now are delayed; their callers get `kept`.
  const stopWatching = contact.subscribe(() => {
    if (!contact.isOnline()) outcomes.delayAll();
  });
  void restore();

  return {
    subscribe: listeners.subscribe,
    entries: changes.entries,
    /** How many of them wait for the server instead of being sent now. */
    delayedCount: outcomes.delayedCount,
    refusals: changes.refusals,
    isIllegible: changes.isIllegible,
    /** Whether the entries of earlier pages have been loaded. */
    isRestored: (): boolean => isRestored,
    submit,
    async dismiss(refusalId: string): Promise<void> {
      await changes.dismiss(refusalId);
      channel.post({ type: "changed" });
    },
    /** Reads the stored changes again (a tab may have died before it reported one), and retries sending now. */
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

/** Makes `left` former changes of this outbox; those that were stored after all are there already. */
async function storeLeft(
  left: readonly UnstoredChange[],
  changes: StoredChanges,
  sendWithoutStoring: (entry: OutboxEntry, error: unknown) => Promise<SubmitOutcome>,
): Promise<void> {
  for (const { id, change, madeAt } of left) {
    if (changes.entries().some((stored) => stored.id === id)) continue;
    const entry = { id, change, madeAt: new Date(madeAt).toISOString(), about: null };
    try {
      await changes.add(entry, () => undefined);
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
 * When the latest answer to each event was given. The server keeps the answer with the latest time, so each gets a later
 * time than the one before it, even if the clock was set back.
 */
function createAnswerTimes() {
  const latest = new Map<string, number>();

  function note(change: PlanningChange, time: number): void {
    if (change.type === "availability.set") latest.set(change.eventId, Math.max(time, latest.get(change.eventId) ?? 0));
  }

  return {
    note,
    /** The time of a change that is made now. */
    next(change: PlanningChange, now: number): number {
      const former = change.type === "availability.set" ? (latest.get(change.eventId) ?? 0) : 0;
      const time = Math.max(now, former + 1);
      note(change, time);
      return time;
    },
  };
}
