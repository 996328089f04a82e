import type { RefusalCode, SubmitOutcome } from "#contract/planning/submit.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { createListeners, type Listeners } from "../../../storage/listeners.ts";
import type { LateRefusal } from "../../planning-source.ts";
import type { MadeChange, UnstoredChange } from "../../unstored/unstored-changes.ts";
import { createAnswerTimes } from "./answer-times.ts";
import { createStoredChanges, type StoredChanges } from "./stored-changes.ts";
import { joinOutboxChannel, type OutboxMessage, type TabChannel } from "./outbox-channel.ts";
import { createOutboxOutcomes, type OutboxOutcomesPorts } from "./outbox-outcomes.ts";
import type { OutboxEntry } from "./outbox-record.ts";
import { createOutboxSending, type Obstacle, type OutboxSendingPorts } from "./outbox-sending.ts";
import type { OutboxStore } from "./outbox-store.ts";
import type { ServerContact } from "../contact/server-contact.ts";

export interface OutboxPorts
  extends
    Pick<OutboxOutcomesPorts, "onAccepted">,
    Pick<OutboxSendingPorts, "name" | "locks" | "send" | "wait" | "onSessionRefused"> {
  readonly store: OutboxStore;
  /** Changes that an earlier page had not stored when it was left. */
  readonly left: readonly UnstoredChange[];
  readonly openChannel: (name: string) => TabChannel;
  readonly contact: ServerContact;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
}

/** The changes of one user that the server has not acknowledged. */
export interface Outbox {
  readonly subscribe: Listeners["subscribe"];
  /** In the order in which they were made; the same array until it changes. */
  readonly entries: () => readonly OutboxEntry[];
  /** How many of them wait for the server instead of being sent now. */
  readonly delayedCount: () => number;
  readonly refusals: () => readonly LateRefusal[];
  /** Whether the store holds entries that this page cannot read; they stay stored. */
  readonly isIllegible: () => boolean;
  /** Whether the entries of earlier pages have been loaded. */
  readonly isRestored: () => boolean;
  readonly submit: (change: PlanningChange, about: OutboxEntry["about"], made?: MadeChange) => Promise<SubmitOutcome>;
  readonly dismiss: (refusalId: string) => Promise<void>;
  /** Reads the stored changes again (a tab may have died before it reported one), and retries sending now. */
  readonly revisit: () => Promise<void>;
  /** Deletes all entries and refusals. */
  readonly drop: () => Promise<void>;
  readonly dispose: () => void;
}

/** Stores each change before sending it, shows it in all tabs, and removes it when the server has answered. */
export function createOutbox(ports: OutboxPorts): Outbox {
  const { store, left, name, locks, contact, send, wait, now, newId, onAccepted, onSessionRefused } = ports;
  const listeners = createListeners();
  const times = createAnswerTimes(now);
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
    for (const { change, madeAt } of changes.entries()) times.note(change, Date.parse(madeAt));
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

  const submit: Outbox["submit"] = async (change, about, made) => {
    const entry = { id: made?.id ?? newId(), change, madeAt: new Date(times.next(change)).toISOString(), about };
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
  };

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
    delayedCount: outcomes.delayedCount,
    refusals: changes.refusals,
    isIllegible: changes.isIllegible,
    isRestored: () => isRestored,
    submit,
    async dismiss(refusalId) {
      await changes.dismiss(refusalId);
      channel.post({ type: "changed" });
    },
    revisit,
    async drop() {
      await changes.drop();
      channel.post({ type: "changed" });
    },
    dispose() {
      isDisposed = true;
      stopWatching();
      outcomes.delayAll();
      sending.stop();
      channel.close();
    },
  };
}

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
