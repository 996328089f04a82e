import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { findEvent, type Planning } from "#domain/planning/planning.ts";
import { createListeners } from "../../../storage/listeners.ts";
import type { NeedStatus, PlanningNeed } from "../../planning-source.ts";
import type { LiveEvent } from "../live/change-stream.ts";
import { formerIfSame, NOTHING_KNOWN, planningOf, type ReadPart } from "./known-planning.ts";
import { createPlanningReads, type PlanningReads, type PlanningReadsPorts } from "./planning-reads.ts";
import { createReceivedChanges, isAboutAbsence, type ReceivedChanges } from "./received-changes.ts";

/** The server's response to a change that it accepted. */
export interface Acceptance {
  /** The position of the server's log after the change; `null`: unknown. */
  readonly position: number | null;
  /** False if the server already has a later answer of the same person, which applies instead. */
  readonly isInEffect: boolean;
}

/** The loaded parts of the server's planning, and one planning made of them. */
export interface KnownPlanning {
  readonly parts: readonly ReadPart[];
  readonly planning: Planning;
}

/**
 * The shared planning as the server has it: the cached and loaded parts, with the changes of the stream applied. It does
 * not contain this user's unsent changes (`shared-source.ts` adds them).
 */
export function createServerPlanning(ports: Omit<PlanningReadsPorts, "received">) {
  const { contact, first } = ports;
  const listeners = createListeners();
  const received = createReceivedChanges();
  if (first) received.startAt(first.position);
  const reads = createPlanningReads({ ...ports, received });
  const known = createPlanningOfParts(reads, first?.planning ?? NOTHING_KNOWN);
  const streamed = createStreamHandling({ received, reads, known });
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
    // A part whose read failed meanwhile now shows restored data instead of the failure: read it again.
    reads.revisit();
    listeners.notify();
  }

  const stopListening = reads.subscribe((event) => (event === "read" ? saveAndNotify() : listeners.notify()));
  const stopHolding = reads.hold({ type: "groups" });
  void restore();
  // No read reports the parts that came with the page, so they are stored here for a next visit without the server.
  if (first) reads.save();

  return {
    /** The same object until a part changes. */
    known,
    /** Calls the listener when a part or the status of a need may have changed. */
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
          contact.recordResponse();
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
          contact.recordSilence();
          break;
        case "refused":
          // `team-source.ts` handles it.
          break;
      }
    },
    /**
     * Applies a change of this browser that the server accepted. It stays applied until the stream delivers it, so that
     * nothing flickers.
     */
    acknowledge: (change: PlanningChange, { position, isInEffect }: Acceptance): void => {
      if (isInEffect) received.acknowledge(position, change, known().planning);
      // Only the server knows all of a restored event or group. While the stream is open, its `reload` event causes the
      // new read.
      if (!isLive && (!isInEffect || isRestoration(change))) reads.refresh(() => true);
      // A user without a group gets no `reload` event for an absence.
      if (isAboutAbsence(change)) reads.refresh(({ part }) => part.type === "absences");
      saveAndNotify();
    },
    /** The server may answer again: retries now. */
    retryNow,
    /** The user is back: reloads the parts that may be out of date. */
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
 * Returns a function that merges all parts into one planning. It does so again only when a part changed.
 * @param former the planning that screens show already: unchanged lists stay the same objects, and are not rendered again
 */
function createPlanningOfParts(reads: Pick<PlanningReads, "parts">, former: Planning): () => KnownPlanning {
  let latest: KnownPlanning = { parts: [], planning: former };

  return () => {
    const parts = formerIfSame(latest.parts, reads.parts());
    if (parts !== latest.parts) latest = { parts, planning: planningOf(parts, latest.planning) };
    return latest;
  };
}

interface StreamHandlingPorts {
  readonly received: ReceivedChanges;
  readonly reads: PlanningReads;
  readonly known: () => KnownPlanning;
}

/** Applies streamed changes to the loaded parts, and reloads what they cannot update. */
function createStreamHandling({ received, reads, known }: StreamHandlingPorts) {
  return {
    add(position: number, change: PlanningChange): void {
      const { planning } = known();
      received.receive(position, change, planning);
      refreshAfter(reads, change, planning);
      if (!received.isLong()) return;
      reads.rebase();
      received.dropStreamed();
    },
    startAfter(position: number): void {
      // After a reconnection, the stream continues with the missed changes: nothing is missing.
      if (received.hasStarted()) return;
      received.startAt(position);
      reads.refreshIncomplete();
    },
    restartAt(position: number): void {
      // A log that ends before a known position is another log: a backup was restored.
      if (position < received.reached()) reads.dropUnused();
      received.startAt(position);
      reads.refresh(() => true);
    },
  };
}

/** Reloads the parts for which `applyChange` cannot compute the whole effect. `planning` is from before the change. */
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
