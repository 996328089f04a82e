import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { findEvent, type Planning } from "#domain/planning/planning.ts";
import { createListeners } from "../../../storage/listeners.ts";
import type { NeedStatus, PlanningNeed } from "../../planning-source.ts";
import type { LiveEvent } from "../live/change-stream.ts";
import { formerIfSame, NOTHING_KNOWN, planningOf, type ReadPart } from "./known-planning.ts";
import { createPlanningReads, type PlanningReads, type PlanningReadsPorts } from "./planning-reads.ts";
import { createReceivedChanges, isAboutAbsence, type ReceivedChanges } from "./received-changes.ts";

/** What the server reports about a change that it accepted. */
export interface Acceptance {
  /** The position of the server's log after the change; `null`: unknown. */
  readonly position: number | null;
  /** False if a later answer applies instead. */
  readonly isInEffect: boolean;
}

/** What this page knows of the server's planning: the parts, and one planning made of them. */
export interface KnownPlanning {
  readonly parts: readonly ReadPart[];
  readonly planning: Planning;
}

/**
 * The shared planning as the server has it: cached and loaded parts, with the received changes applied. Unsent changes
 * of this user are not in it.
 */
export function createServerPlanning(ports: Omit<PlanningReadsPorts, "received">) {
  const { contact, first } = ports;
  const listeners = createListeners();
  const received = createReceivedChanges();
  if (first) received.startAt(first.position);
  const reads = createPlanningReads({ ...ports, received });
  const known = createKnown(reads, first?.planning ?? NOTHING_KNOWN);
  const streamed = createStreamed({ received, reads, known });
  let isLive = false;
  let isRestored = false;

  function saveAndNotify(): void {
    reads.save();
    listeners.notify();
  }

  function retryNow(): void {
    contact.wake();
    reads.retry();
  }

  async function restore(): Promise<void> {
    await reads.restored;
    isRestored = true;
    // Restored data hides reads that failed meanwhile: read them again.
    reads.revisit();
    listeners.notify();
  }

  const stopListening = reads.subscribe((event) => (event === "read" ? saveAndNotify() : listeners.notify()));
  const stopHolding = reads.hold({ type: "groups" });
  void restore();
  // What came with the page is not read again, and the next visit may be without the server.
  if (first) reads.save();

  return {
    /** The same object until more is known. */
    known,
    /** Calls the listener when more is known, or when the status of a need may have changed. */
    subscribe: listeners.subscribe,
    need: reads.hold,
    statusOf: (need: PlanningNeed): NeedStatus => {
      const status = reads.statusOf(need);
      return status === "failed" && !isRestored ? "loading" : status;
    },
    isLive: () => isLive,
    receive: (event: LiveEvent): void => {
      isLive = event.type !== "down" && event.type !== "refused";
      reads.setLive(isLive);
      switch (event.type) {
        case "ready":
          streamed.startAfter(event.position);
          contact.answered();
          retryNow();
          break;
        case "reload":
          streamed.restartAt(event.position);
          break;
        case "change":
          streamed.add(event.position, event.change);
          saveAndNotify();
          break;
        case "down":
          contact.silent();
          break;
        case "refused":
          // The owner of the stream handles it.
          break;
      }
    },
    /**
     * Applies a change of this browser that the server accepted. It stays applied until the stream delivers it, so that
     * nothing flickers.
     */
    acknowledge: (change: PlanningChange, { position, isInEffect }: Acceptance): void => {
      if (isInEffect) received.acknowledge(position, change, known().planning);
      // The server knows more about restored items than this page. With a stream, its `reload` event triggers the new
      // read.
      if (!isLive && (!isInEffect || isRestoration(change))) reads.refresh(() => true);
      // A user without a group gets no `reload` event for it.
      if (isAboutAbsence(change)) reads.refresh(({ part }) => part.type === "absences");
      saveAndNotify();
    },
    /** The server may answer again: ends all waits for a retry. */
    retryNow,
    /** The user is back: reloads what may be out of date. */
    revisit: reads.revisit,
    forget: reads.forget,
    dispose(): void {
      stopListening();
      stopHolding();
      reads.dispose();
    },
  };
}

export type ServerPlanning = ReturnType<typeof createServerPlanning>;

/**
 * Returns all parts as one planning, built again only when a part changed.
 * @param former what screens show already: unchanged parts stay the same objects, and are not rendered again
 */
function createKnown(reads: Pick<PlanningReads, "parts">, former: Planning): () => KnownPlanning {
  let latest: KnownPlanning = { parts: [], planning: former };

  return () => {
    const parts = formerIfSame(latest.parts, reads.parts());
    if (parts !== latest.parts) latest = { parts, planning: planningOf(parts, latest.planning) };
    return latest;
  };
}

interface StreamedPorts {
  readonly received: ReceivedChanges;
  readonly reads: PlanningReads;
  readonly known: () => KnownPlanning;
}

/** Applies streamed changes to the loaded parts, and reloads what they cannot update. */
function createStreamed({ received, reads, known }: StreamedPorts) {
  return {
    add(position: number, change: PlanningChange): void {
      const { planning } = known();
      received.receive(position, change, planning);
      refreshAfter(reads, change, planning);
      if (!received.isLong()) return;
      reads.rebase();
      received.forget();
    },
    startAfter(position: number): void {
      // Only for the first start: later starts are followed by the missed changes.
      if (received.hasStarted()) return;
      received.startAt(position);
      reads.bridge();
    },
    restartAt(position: number): void {
      // A log that ends before a known position is another log: a backup was restored.
      if (position < received.reached()) reads.dropUnheld();
      received.startAt(position);
      reads.refresh(() => true);
    },
  };
}

/**
 * Reloads what a change may have changed beyond what `applyChange` can compute; `planning` is from before the change.
 */
function refreshAfter(reads: PlanningReads, change: PlanningChange, planning: Planning): void {
  // If the event is unknown here, only the server can compute the effect on its group.
  const isAboutUnknown = "eventId" in change && findEvent(planning, change.eventId) === undefined;
  if (isAboutUnknown || change.type === "series.deleted") reads.refresh(({ part }) => part.type === "group");
  if (mayMoveUnknown(change, isAboutUnknown)) reads.refresh(({ part }) => part.type === "events");
  reads.refillUpcoming();
}

/** Whether an edit may move an event that is unknown here into the days of a loaded part. */
function mayMoveUnknown(change: PlanningChange, isAboutUnknown: boolean): boolean {
  if (change.type === "series.edited") return change.days !== 0;
  return change.type === "event.edited" && isAboutUnknown && change.edit.date !== undefined;
}

function isRestoration({ type }: PlanningChange): boolean {
  return type === "event.restored" || type === "group.restored" || type === "series.restored";
}
