import { setImmediate as nextTurn } from "node:timers/promises";
import type { JobKind } from "./job.ts";

/** Does jobs of some kinds one after another. */
export interface Lane {
  /** Does all that is due, unless it is at it already. */
  readonly start: () => void;
  /** What is being done; `null` when at rest. */
  readonly running: () => Promise<void> | null;
  readonly stop: () => void;
}

interface LanePorts {
  /** Before each job, a job of an earlier kind goes first. */
  readonly kinds: readonly JobKind[];
  /** Does the next job of a kind. Resolves with whether one was due. */
  readonly runNext: (kind: JobKind) => Promise<boolean>;
  /** Nothing more is due. */
  readonly onEmpty: () => void;
  readonly onFailure: (error: unknown) => void;
}

export function createLane({ kinds, runNext, onEmpty, onFailure }: LanePorts): Lane {
  let isStopped = false;
  let running: Promise<void> | null = null;

  async function runFirstDue(): Promise<boolean> {
    for (const kind of kinds) if (!isStopped && (await runNext(kind))) return true;
    return false;
  }

  async function run(): Promise<void> {
    try {
      // Requests have their turn between two jobs.
      while (await runFirstDue()) await nextTurn();
      running = null;
      onEmpty();
    } catch (error) {
      running = null;
      onFailure(error);
    }
  }

  return {
    start() {
      if (!isStopped) running ??= run();
    },
    running: () => running,
    stop() {
      isStopped = true;
    },
  };
}
