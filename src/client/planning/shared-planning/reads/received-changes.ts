import { findEvent, type Planning } from "#domain/planning.ts";
import type { PlanningChange } from "#domain/planning-change.ts";
import { type HeardChange, partAfter, type ReadPart } from "./planning-part.ts";

/** The changes heard since this page was opened, and what they make of what was read before them. */
export interface HeardChanges {
  /** A position that the server has reached. */
  readonly reached: () => number;
  /** Whether all changes after it were heard: it needs not be read again. */
  readonly isBridged: (read: ReadPart) => boolean;
  /** What was read, with every later change; the same object until another is heard. */
  readonly known: (read: ReadPart) => ReadPart;
  /** The same as if it were read now, without what only acknowledgements tell; to be kept for `forget`. */
  readonly rebased: (read: ReadPart) => ReadPart;
  /** Changes are heard from `position` on: not all of those before it are known. */
  readonly startAt: (position: number) => void;
  readonly hasStarted: () => boolean;
  /** The stream told a change; `planning` is what was known before it. */
  readonly hear: (position: number, change: PlanningChange, planning: Planning) => void;
  /**
   * The server accepted a change of this browser at `position`; the stream will tell the same, perhaps later. `null`
   * where the server tells only that it is so: after all that is known of, and before all that comes.
   */
  readonly acknowledge: (position: number | null, change: PlanningChange, planning: Planning) => void;
  /** More are kept than are worth applying again and again. */
  readonly isLong: () => boolean;
  /** Drops what the stream told: all that was read has been replaced by `rebased`. */
  readonly forget: () => void;
}

/** Beyond it, the changes are worked into what was read. */
const LONG = 300;

interface Applied {
  readonly order: number;
  readonly count: number;
  readonly known: ReadPart;
}

export function createHeardChanges(): HeardChanges {
  /** In the order of their positions. */
  let changes: HeardChange[] = [];
  /** Grows whenever `changes` changes elsewhere than at its end. */
  let order = 0;
  /** Between these, every change was heard. */
  let [since, until] = [0, 0];
  /** The latest position that is known of, be it from the stream or from an answer. */
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

  function place(heard: HeardChange): void {
    const index = changes.findLastIndex(({ position }) => position <= heard.position);
    const isTold = index >= 0 && changes[index]?.position === heard.position;
    if (isTold && isSameChange(changes[index], heard)) return;
    if (index < changes.length - 1 || isTold) order += 1;
    changes = changes.toSpliced(isTold ? index : index + 1, isTold ? 1 : 0, heard);
  }

  return {
    reached: () => reached,
    isBridged,
    known,
    rebased(read) {
      if (!isBridged(read)) return read;
      const told = changes.filter(({ position }) => position > read.position && position <= until);
      return { part: told.reduce(partAfter, read.part), position: Math.max(read.position, until) };
    },
    startAt(position) {
      // What was heard stays on what was read before, until that is read again; unless the log is another one, shorter
      // than what was heard of it.
      if (position < until) {
        changes = [];
        order += 1;
      }
      [since, until, reached] = [position, position, position];
      hasStarted = true;
    },
    hasStarted: () => hasStarted,
    hear(position, change, planning) {
      if (position <= until) return;
      until = position;
      reached = Math.max(reached, position);
      place({ position, change, event: eventOf(planning, change) });
    },
    acknowledge(told, change, planning) {
      const position = told ?? reached + 0.5;
      // The number may be another change's, where the server found nothing left to do.
      const isTaken = changes.some((heard) => heard.position === position);
      if (!isTaken) place({ position, change, event: eventOf(planning, change) });
    },
    isLong: () => changes.length > LONG,
    forget() {
      changes = changes.filter(({ position }) => position > until);
      order += 1;
      since = until;
    },
  };
}

function isSameChange(told: HeardChange | undefined, heard: HeardChange): boolean {
  return JSON.stringify(told?.change) === JSON.stringify(heard.change);
}

function eventOf(planning: Planning, change: PlanningChange) {
  return "eventId" in change ? (findEvent(planning, change.eventId) ?? null) : null;
}
