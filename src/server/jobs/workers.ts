import { setImmediate as nextTurn } from "node:timers/promises";
import { type JobKind, QUEUES } from "./job.ts";

interface WorkerPorts {
  /** In the order of their priority. */
  readonly kinds: readonly JobKind[];
  /** Runs the next due job of a kind. Resolves with whether there was one. */
  readonly runNext: (kind: JobKind) => Promise<boolean>;
  readonly onEmpty: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Runs the jobs of a queue one after another. */
function createWorker({ kinds, runNext, onEmpty, onFailure }: WorkerPorts) {
  let isStopped = false;
  let running: Promise<void> | null = null;

  async function runFirstDue(): Promise<boolean> {
    for (const kind of kinds) if (!isStopped && (await runNext(kind))) return true;
    return false;
  }

  async function run(): Promise<void> {
    try {
      // Lets requests run between two jobs.
      while (await runFirstDue()) await nextTurn();
      running = null;
      onEmpty();
    } catch (error) {
      running = null;
      onFailure(error);
    }
  }

  return {
    kinds,
    /** Runs all due jobs, unless it is already doing so. */
    start(): void {
      if (!isStopped) running ??= run();
    },
    /** A promise that settles when no job is due any more; `null` when idle. */
    running: () => running,
    stop(): void {
      isStopped = true;
    },
  };
}

/** How many jobs of each queue run at once. A push service that never responds blocks one worker for some seconds. */
const WORKER_COUNTS = { mails: 1, pushes: 4, decisions: 1 } as const;

/** The workers of all queues that have one of these kinds. */
export function createWorkers({ kinds, ...ports }: WorkerPorts) {
  return [...Map.groupBy(kinds, (kind) => QUEUES[kind])].flatMap(([queue, kindsOfQueue]) =>
    Array.from({ length: WORKER_COUNTS[queue] }, () => createWorker({ kinds: kindsOfQueue, ...ports })),
  );
}
