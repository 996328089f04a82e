import type { Logger } from "pino";
import type { Database } from "../database/database.ts";
import { createAlarm, watchClock } from "./alarm.ts";
import { failureOf, retryDelay } from "./job-failure.ts";
import { JOB_KINDS, type JobHandlers, type JobKind } from "./job.ts";
import { readNextMoments } from "./read-jobs.ts";
import { CLAIM_MS, createJobRun, type Transact } from "./run-job.ts";
import { createWorkers } from "./workers.ts";
import { JOBS_CHANNEL, rescheduleAfterSetBack, sweepJobs } from "./write-jobs.ts";

/** The job queue of one database: mails, push notifications, reminders and other work in the background. */
export interface Jobs {
  /** From now on, runs each job when it is due. Jobs without a handler wait for another process. */
  readonly start: (handlers: JobHandlers) => void;
  /** Looks for due jobs now. Call it after the commit of `addJobs`. */
  readonly wake: () => void;
  /** Looks for due jobs at this time, at which a new job is due. */
  readonly advance: (moment: Date) => void;
  /** Resolves when no job is running or due. */
  readonly settled: () => Promise<void>;
  /** Removes expired jobs that no process handles. */
  readonly sweep: () => Promise<void>;
  /**
   * Stops: waits at most `GRACE_MS` for jobs that are due or running, then calls `cutOff`, which should make the running
   * deliveries fail. They are retried after the next start.
   */
  readonly close: (cutOff?: () => void) => Promise<void>;
}

interface JobsDependencies {
  readonly database: Database;
  readonly logger: Logger;
  readonly clock: () => Date;
  /**
   * Runs the transaction of a job. For the jobs of a planning, it first takes the planning's write lock, as every writer
   * does: another order of locks could end in a deadlock.
   */
  readonly transact?: Transact;
}

/** How long a stop waits for jobs. Before that it waits up to six seconds for requests, and supervisors kill after ten. */
const GRACE_MS = 1500;
/** Time to store the retry of aborted deliveries. If that fails, they are due again when their claim ends. */
const CUT_OFF_MS = 300;

/** The longest delay until the next check after the database failed. */
const LONGEST_FAILURE_DELAY_MS = 60_000;

function transactOn({ engine, kysely }: Database): Transact {
  return (work) => kysely.transaction().execute((transaction) => work({ engine, kysely: transaction }));
}

/** Resolves when no task is running. @param tasksNow the tasks that are running at the time of the call; `null`: none */
async function settle(tasksNow: () => readonly (Promise<void> | null)[]): Promise<void> {
  for (;;) {
    const running = tasksNow().filter((task) => task !== null);
    if (running.length === 0) return;
    await Promise.all(running);
  }
}

async function waitAtMost(longestMs: number, task: Promise<void>): Promise<void> {
  const grace = Promise.withResolvers<void>();
  const timer = setTimeout(grace.resolve, longestMs);
  await Promise.race([task, grace.promise]);
  clearTimeout(timer);
}

/** Runs each job when it is due. Between checks of the database it waits for one alarm, set to the next job. */
export function createJobs({ database, logger, clock, transact = transactOn(database) }: JobsDependencies): Jobs {
  const watch = watchClock(clock);
  const alarm = createAlarm(watch, check);
  /** Empty before the start, as `workers`. */
  let kinds: JobKind[] = [];
  let workers: ReturnType<typeof createWorkers> = [];
  let stopListening: (() => Promise<void>) | undefined;
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

  function advance(moment: Date): void {
    if (kinds.length === 0) return;
    // A check under way may have read the database before the job was added.
    if (checking === null) alarm.advance(moment);
    else isWoken = true;
  }

  const settled = () => settle(() => [checking, ...workers.map((worker) => worker.running())]);

  return {
    start(handlers) {
      kinds = JOB_KINDS.filter((kind) => handlers[kind] !== undefined);
      const runNext = createJobRun({ database, transact, handlers, logger, now: watch.now });
      workers = createWorkers({ kinds, runNext, onEmpty: check, onFailure: tryLater });
      // The payload is the time at which an added job is due; `null`: notifications may have been missed.
      stopListening = database.listen(JOBS_CHANNEL, (payload) => {
        if (payload === null) check();
        else advance(new Date(Number(payload)));
      });
      check();
    },
    wake: check,
    advance,
    settled,
    sweep: () => sweepJobs(database, clock()),
    async close(cutOff) {
      const stopped = stopListening?.();
      // A job may have been added a moment ago whose PostgreSQL notification has not arrived yet.
      check();
      await waitAtMost(GRACE_MS, settled());
      isStopped = true;
      alarm.stop();
      for (const worker of workers) worker.stop();
      cutOff?.();
      await waitAtMost(CUT_OFF_MS, settled());
      await stopped;
    },
  };
}
