import type { Logger } from "pino";
import type { Database } from "../database/database.ts";
import type { JobHandlers } from "./job.ts";
import type { Transact } from "./run-job.ts";
import { type Scheduler, startScheduler } from "./scheduler.ts";
import { JOBS_CHANNEL, sweepJobs } from "./write-jobs.ts";

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

async function settle(scheduler: Scheduler, longestMs: number): Promise<void> {
  const grace = Promise.withResolvers<void>();
  const timer = setTimeout(grace.resolve, longestMs);
  await Promise.race([scheduler.settled(), grace.promise]);
  clearTimeout(timer);
}

export function createJobs({ database, logger, clock, transact }: JobsDependencies): Jobs {
  const inTransaction: Transact = (work) =>
    database.kysely.transaction().execute((kysely) => work({ engine: database.engine, kysely }));
  let scheduler: Scheduler | null = null;
  let stopListening: (() => Promise<void>) | undefined;

  function advance(moment: Date): void {
    scheduler?.advance(moment);
  }

  /** @param payload the time at which an added job is due; `null`: notifications may have been missed */
  function receive(payload: string | null): void {
    if (payload === null) scheduler?.check();
    else advance(new Date(Number(payload)));
  }

  return {
    start(handlers) {
      scheduler = startScheduler({ database, transact: transact ?? inTransaction, handlers, logger, clock });
      stopListening = database.listen(JOBS_CHANNEL, receive);
    },
    wake: () => scheduler?.check(),
    advance,
    settled: () => scheduler?.settled() ?? Promise.resolve(),
    sweep: () => sweepJobs(database, clock()),
    async close(cutOff = () => undefined) {
      const stopped = stopListening?.();
      if (scheduler !== null) {
        // A job may have been added a moment ago whose PostgreSQL notification has not arrived yet.
        scheduler.check();
        await settle(scheduler, GRACE_MS);
        scheduler.stop();
        cutOff();
        await settle(scheduler, CUT_OFF_MS);
      }
      await stopped;
    },
  };
}
