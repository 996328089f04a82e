import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "pino";
import type { Database } from "../database/database.ts";
import { createAlarm, watchClock } from "./alarm.ts";
import { failureOf, retryDelay } from "./job-failure.ts";
import { JOB_KINDS, type JobHandlers, type JobKind, QUEUES } from "./job.ts";
import { readNextMoments } from "./read-jobs.ts";
import { CLAIM_MS, createJobRun, type Transact } from "./run-job.ts";
import { rescheduleAfterSetBack } from "./write-jobs.ts";

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

interface SchedulerPorts {
  readonly database: Database;
  readonly transact: Transact;
  readonly handlers: JobHandlers;
  readonly logger: Logger;
  readonly clock: () => Date;
}

export interface Scheduler {
  /** Looks for due jobs now, and runs them. */
  readonly check: () => void;
  /** Also checks at this time, at which a new job is due. */
  readonly advance: (moment: Date) => void;
  /** Resolves when no job is running or due. */
  readonly settled: () => Promise<void>;
  /** Starts no more jobs. */
  readonly stop: () => void;
}

/** How many jobs of each queue run at once. A push service that never responds blocks one worker for some seconds. */
const WORKER_COUNTS = { mails: 1, pushes: 4, decisions: 1 } as const;

/** The longest delay until the next check after the database failed. */
const LONGEST_FAILURE_DELAY_MS = 60_000;

/** Runs each job when it is due. Between checks of the database it waits for one alarm, set to the next job. */
export function startScheduler({ database, transact, handlers, logger, clock }: SchedulerPorts): Scheduler {
  const watch = watchClock(clock);
  const kinds = JOB_KINDS.filter((kind) => handlers[kind] !== undefined);
  const runNext = createJobRun({ database, transact, handlers, logger, now: watch.now });
  const alarm = createAlarm(watch, check);
  const kindsByQueue = Map.groupBy(kinds, (kind) => QUEUES[kind]);
  const workers = [...kindsByQueue].flatMap(([queue, kindsOfQueue]) =>
    Array.from({ length: WORKER_COUNTS[queue] }, () =>
      createWorker({ kinds: kindsOfQueue, runNext, onEmpty: check, onFailure: tryLater }),
    ),
  );
  // True at the start: the clock may have been set back while no process ran.
  let isRescheduleDue = true;
  let failures = 0;
  let isStopped = false;
  /** Whether `check` was called since the last look at the database. */
  let isWoken = false;
  let checking: Promise<void> | null = null;

  /** After a failure of the database: checks again after a delay that grows with each failure. */
  function tryLater(error: unknown): void {
    failures += 1;
    logger.error(failureOf(error), "jobs cannot be read");
    const delay = Math.min(LONGEST_FAILURE_DELAY_MS, retryDelay(failures));
    alarm.advance(new Date(watch.now().getTime() + delay));
  }

  /** Starts the workers of queues with a due job, and sets the alarm to the next time at which another kind is due. */
  async function startDue(): Promise<void> {
    const now = watch.now();
    isRescheduleDue ||= watch.readAndClearSetBack();
    if (isRescheduleDue) await rescheduleAfterSetBack(database, now, CLAIM_MS);
    isRescheduleDue = false;
    const moments = await readNextMoments(database, kinds);
    failures = 0;
    const later: number[] = [];
    for (const [kind, moment] of moments) {
      if (moment > now) later.push(moment.getTime());
      else for (const worker of workers) if (worker.kinds.includes(kind)) worker.start();
    }
    alarm.set(later.length === 0 ? null : new Date(Math.min(...later)));
  }

  // A function, because the compiler does not see that both variables change during an `await`.
  const isCheckDue = () => isWoken && !isStopped;

  async function checkWhileWoken(): Promise<void> {
    try {
      do {
        isWoken = false;
        await startDue();
      } while (isCheckDue());
    } catch (error) {
      tryLater(error);
    } finally {
      checking = null;
    }
  }

  function check(): void {
    isWoken = true;
    if (!isStopped && kinds.length > 0) checking ??= checkWhileWoken();
  }

  check();
  return {
    check,
    advance(moment) {
      // A check under way may have read the database before the job was added.
      if (checking === null) alarm.advance(moment);
      else isWoken = true;
    },
    async settled() {
      for (;;) {
        const tasks = [checking, ...workers.map((worker) => worker.running())];
        const running = tasks.filter((task) => task !== null);
        if (running.length === 0) return;
        await Promise.all(running);
      }
    },
    stop() {
      isStopped = true;
      alarm.stop();
      for (const worker of workers) worker.stop();
    },
  };
}
