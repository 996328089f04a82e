import { findEvent, type PlannedEvent, type Planning } from "#domain/planning/planning.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { isFollowing } from "#domain/planning/event-edit.ts";
import { applyShownChange } from "#domain/planning/shown-absences.ts";
import { isAboutAbsence, partAfter, type ReceivedChange } from "./part-after.ts";
import type { ReadPart } from "./known-planning.ts";

/** The changes that the server accepted since this page was opened, to apply to parts that were read before them. */
export interface ReceivedChanges {
  /** The latest known position of the server's log. */
  readonly reached: () => number;
  /** Whether every change after `read` was received, so that it need not be read again. */
  readonly isBridged: (read: ReadPart) => boolean;
  /** `read` with every later change applied; the same object until another change arrives. */
  readonly known: (read: ReadPart) => ReadPart;
  /** `read` with all streamed changes applied, without acknowledged ones. Store it before calling `forget`. */
  readonly rebased: (read: ReadPart) => ReadPart;
  /** The stream starts after `position`; changes before it may be missing here. */
  readonly startAt: (position: number) => void;
  readonly hasStarted: () => boolean;
  /** Adds a streamed change; `planning` is the known planning before it. */
  readonly receive: (position: number, change: PlanningChange, planning: Planning) => void;
  /**
   * Adds a change of this browser that the server accepted at `position`; the stream may deliver the same change later.
   * `null`: the server gave no position, so the change comes after all known ones.
   */
  readonly acknowledge: (position: number | null, change: PlanningChange, planning: Planning) => void;
  /** Whether there are too many changes to apply them again for each read. */
  readonly isLong: () => boolean;
  /** Drops the streamed changes. To be called after every read was replaced by its `rebased` form. */
  readonly forget: () => void;
}

/** With more changes than this, `rebased` parts replace what was read. */
const LONG = 300;

interface Applied {
  readonly order: number;
  readonly count: number;
  readonly known: ReadPart;
}

export function createReceivedChanges(): ReceivedChanges {
  /** Sorted by position. */
  let changes: ReceivedChange[] = [];
  /** Grows whenever `changes` changes anywhere but at its end. */
  let order = 0;
  /** Every change after `since` up to `until` was received. */
  let [since, until] = [0, 0];
  /** The latest position that the stream or any answer contained. */
  let reached = 0;
  let hasStarted = false;
  const applied = new WeakMap<ReadPart, Applied>();

  function isBridged({ position }: ReadPart): boolean {
    return position >= since;
  }

  function known(read: ReadPart): ReadPart {
    reached = Math.max(reached, read.position);
    const former = applied.get(read);
    const start = former?.order === order ? former : { count: 0, known: read };
    const later = changes.slice(start.count).filter(({ position }) => position > read.position);
    const part = later.reduce(partAfter, start.known.part);
    const result = part === start.known.part ? start.known : { ...read, part };
    applied.set(read, { order, count: changes.length, known: result });
    return result;
  }

  function insert(received: ReceivedChange): void {
    const index = changes.findLastIndex(({ position }) => position <= received.position);
    const isTaken = index >= 0 && changes[index]?.position === received.position;
    if (isTaken && isSameChange(changes[index], received)) return;
    if (index < changes.length - 1 || isTaken) order += 1;
    changes = changes.toSpliced(isTaken ? index : index + 1, isTaken ? 1 : 0, received);
  }

  return {
    reached: () => reached,
    isBridged,
    known,
    rebased(read) {
      if (!isBridged(read)) return read;
      const streamed = changes.filter(({ position }) => position > read.position && position <= until);
      return { part: streamed.reduce(partAfter, read.part), position: Math.max(read.position, until) };
    },
    startAt(position) {
      // Changes stay applied to earlier reads until those are read again. They are dropped only if the log is shorter:
      // then it is another log (of a restored backup).
      if (position < until) {
        changes = [];
        order += 1;
      }
      [since, until, reached] = [position, position, position];
      hasStarted = true;
    },
    hasStarted: () => hasStarted,
    receive(position, change, planning) {
      if (position <= until) return;
      until = position;
      reached = Math.max(reached, position);
      insert({ position, change, events: eventsOf(planning, change) });
    },
    acknowledge(acknowledged, change, planning) {
      const position = acknowledged ?? reached + 0.5;
      // If the server had nothing left to do, the position belongs to another change.
      const isTaken = changes.some((received) => received.position === position);
      if (!isTaken) insert({ position, change, events: eventsOf(planning, change) });
    },
    isLong: () => changes.length > LONG,
    forget() {
      changes = changes.filter(({ position }) => position > until);
      order += 1;
      since = until;
    },
  };
}

function isSameChange(former: ReceivedChange | undefined, received: ReceivedChange): boolean {
  return JSON.stringify(former?.change) === JSON.stringify(received.change);
}

/** The known events that a change is about (`ReceivedChange`). */
function eventsOf(planning: Planning, change: PlanningChange): readonly PlannedEvent[] {
  if (isAboutAbsence(change)) {
    const before = new Set(planning.events);
    return applyShownChange(planning, change).events.filter((event) => !before.has(event));
  }
  if (change.type === "series.edited" || change.type === "series.deleted") {
    return planning.events.filter((event) => isFollowing(change, event));
  }
  const event = "eventId" in change ? findEvent(planning, change.eventId) : undefined;
  return event ? [event] : [];
}
