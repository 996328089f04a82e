import { isErrorCode } from "#contract/errors.ts";
import type { PlanningChange } from "#domain/planning-change.ts";
import { createListeners, type Listeners } from "../../storage/listeners.ts";
import type { LateRefusal, RefusalCode, SubmitOutcome } from "../planning-source.ts";
import { createKeptChanges } from "./kept-changes.ts";
import { joinOutboxChannel, type OutboxMessage } from "./outbox-channel.ts";
import type { OutboxEntry } from "./outbox-record.ts";
import { createOutboxSending, type Decision, isSilent, type Obstacle } from "./outbox-sending.ts";
import type { OutboxStore } from "./outbox-store.ts";
import type { SendOutcome } from "./send-change.ts";
import type { ServerContact } from "./server-contact.ts";
import type { TabChannel } from "./tab-channel.ts";
import { createWaitingCallers } from "./waiting-callers.ts";

/** Where the log of the server stands after it made a change; see `SendOutcome`. */
export type Acceptance = Pick<Extract<SendOutcome, { readonly status: "accepted" }>, "position" | "isInEffect">;

export interface OutboxSurroundings {
  readonly store: OutboxStore;
  /** Of the lock that the sending tab holds, and of the channel on which its tabs speak. */
  readonly name: string;
  readonly locks: Pick<LockManager, "request"> | undefined;
  readonly openChannel: (name: string) => TabChannel;
  readonly contact: ServerContact;
  readonly send: (entry: OutboxEntry, isRepeated: boolean) => Promise<SendOutcome>;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
  /** The server made a change of this person, whichever tab sent it; called before it leaves the outbox. */
  readonly onAccepted: (change: PlanningChange, acceptance: Acceptance) => void;
  readonly onSessionRefused: () => void;
}

/** The changes of one person that the server has not acknowledged. */
export interface Outbox {
  readonly subscribe: Listeners["subscribe"];
  /** In the order in which they were made; the same list until it changes. */
  readonly entries: () => readonly OutboxEntry[];
  /** How many of them wait for the server rather than being on their way. */
  readonly keptCount: () => number;
  readonly refusals: () => readonly LateRefusal[];
  /** Whether something is stored that this page cannot read: it stays stored. */
  readonly isIllegible: () => boolean;
  /** Whether what was stored before has been found. */
  readonly isRestored: () => boolean;
  readonly submit: (change: PlanningChange, about: OutboxEntry["about"]) => Promise<SubmitOutcome>;
  readonly dismiss: (refusalId: string) => Promise<void>;
  /** Looks for what a tab stored that died before it could tell, and tries again now. */
  readonly revisit: () => Promise<void>;
  /** Drops all of it. */
  readonly drop: () => Promise<void>;
  readonly dispose: () => void;
}

const DONE: SubmitOutcome = { status: "done" };
const KEPT: SubmitOutcome = { status: "kept" };

/** A change is stored before it is sent, shown by all tabs, and leaves when the server's answer is known. */
export function createOutbox(surroundings: OutboxSurroundings): Outbox {
  const { store, contact, now, newId, onAccepted } = surroundings;
  const listeners = createListeners();
  const callers = createWaitingCallers();
  const changes = createKeptChanges(store, handleChange);
  const channel = joinOutboxChannel(
    () => surroundings.openChannel(surroundings.name),
    (message) => void hear(message),
  );
  /** Those whose author was told that they are kept, or that were found in the storage. */
  const kept = new Set<string>();
  /** When the latest answer to each event was given: the next one is later, whatever the clock says by then. */
  const lastSaid = new Map<string, number>();
  const sending = createOutboxSending({ ...surroundings, changes, onDecision, onObstacle });
  let isRestored = false;
  let isDisposed = false;
  void restore();

  async function restore(): Promise<void> {
    await changes.refresh();
    for (const { id, change, saidAt } of changes.entries()) {
      if (!callers.isWaiting(id)) kept.add(id);
      noteSaid(change, Date.parse(saidAt));
    }
    isRestored = true;
    listeners.notify();
    sending.start();
  }

  function handleChange(): void {
    // A later answer came from another tab, or that tab died before it could tell what became of this one.
    for (const id of callers.ids().filter(changes.isTaken)) callers.settle(id, KEPT);
    listeners.notify();
  }

  function noteSaid(change: PlanningChange, said: number): void {
    if (change.type !== "availability.set") return;
    lastSaid.set(change.eventId, Math.max(said, lastSaid.get(change.eventId) ?? 0));
  }

  function entryOf(change: PlanningChange, about: OutboxEntry["about"]): OutboxEntry {
    const former = change.type === "availability.set" ? (lastSaid.get(change.eventId) ?? 0) : 0;
    const said = Math.max(now(), former + 1);
    noteSaid(change, said);
    return { id: newId(), change, saidAt: new Date(said).toISOString(), about };
  }

  /** The server decided, in answer to this tab. */
  async function onDecision(entry: OutboxEntry, decision: Decision): Promise<void> {
    const { id, change } = entry;
    if (decision.status === "accepted") {
      const { position, isInEffect } = decision;
      onAccepted(change, { position, isInEffect });
      channel.tell({ type: "accepted", id, change, position, isInEffect });
      const removal = changes.remove(entry);
      callers.settle(id, DONE);
      await removal;
      channel.tell({ type: "changed" });
      return;
    }
    const removal = callers.isWaiting(id) ? changes.remove(entry) : changes.refuse(entry, decision.code);
    callers.settle(id, decision);
    await removal;
    channel.tell({ type: "refused", id, code: decision.code });
  }

  function onObstacle(obstacle: Obstacle): void {
    channel.tell({ type: "held_up", isSilent: isSilent(obstacle) });
    keepAll();
  }

  /** Whoever waits is told that it may take a while. */
  function keepAll(): void {
    for (const { id } of changes.stored()) {
      kept.add(id);
      callers.settle(id, KEPT);
    }
    listeners.notify();
  }

  async function hear(message: OutboxMessage): Promise<void> {
    switch (message.type) {
      case "changed":
        break;
      case "held_up":
        if (message.isSilent) contact.silent();
        keepAll();
        return;
      case "accepted":
        contact.answered();
        onAccepted(message.change, message);
        callers.settle(message.id, DONE);
        break;
      case "refused":
        await hearRefusal(message);
        break;
    }
    await revisit();
  }

  async function revisit(): Promise<void> {
    await changes.refresh();
    sending.start();
  }

  /** Another tab sent it, and keeps why it was refused: here is who can be told now. */
  async function hearRefusal({ id, code }: Extract<OutboxMessage, { readonly type: "refused" }>): Promise<void> {
    contact.answered();
    if (!callers.isWaiting(id)) return;
    callers.settle(id, { status: "refused", code: isErrorCode(code) ? code : "request.invalid" });
    await changes.dismiss(id);
  }

  /** Where nothing can be kept, a change is made now or not at all. */
  async function sendUnkept(entry: OutboxEntry, storageError: unknown): Promise<SubmitOutcome> {
    const outcome = await sending.sendOnce(entry);
    if (outcome.status === "accepted") onAccepted(entry.change, outcome);
    await changes.remove(entry);
    if (outcome.status === "accepted") return DONE;
    return outcome.status === "refused" ? outcome : { status: "refused", code: codeOf(outcome, storageError) };
  }

  return {
    subscribe: listeners.subscribe,
    entries: changes.entries,
    keptCount: () => changes.entries().filter(({ id }) => kept.has(id)).length,
    refusals: changes.refusals,
    isIllegible: changes.isIllegible,
    isRestored: () => isRestored,
    async submit(change, about) {
      const entry = entryOf(change, about);
      const outcome = callers.outcomeOf(entry.id);
      sending.noteNew(entry.id);
      try {
        await changes.add(entry, (replacedId) => callers.move(replacedId, entry.id));
      } catch (error) {
        callers.settle(entry.id, await sendUnkept(entry, error));
        return outcome;
      }
      channel.tell({ type: "changed" });
      if (sending.isHeldUp() || !contact.isOnline() || isDisposed) keepAll();
      sending.start();
      return outcome;
    },
    async dismiss(refusalId) {
      await changes.dismiss(refusalId);
      channel.tell({ type: "changed" });
    },
    revisit,
    async drop() {
      await changes.drop();
      channel.tell({ type: "changed" });
    },
    dispose() {
      isDisposed = true;
      keepAll();
      sending.stop();
      channel.close();
    },
  };
}

/** Why a change was not made that could neither be sent nor kept. */
function codeOf({ status }: Obstacle, storageError: unknown): RefusalCode {
  if (status === "session_refused") return "session.required";
  if (status === "postponed") return "request.too_many";
  if (status === "failed") return "server.failure";
  const isFull = storageError instanceof DOMException && storageError.name === "QuotaExceededError";
  return isFull ? "storage.full" : "server.unreachable";
}
