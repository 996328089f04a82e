import type { Logger } from "pino";
import type { Database } from "../database/database.ts";
import type { JobHandlers } from "./job.ts";
import type { Transact } from "./run-job.ts";
import { type Scheduler, startScheduler } from "./scheduler.ts";
import { JOBS_CHANNEL, sweepJobs } from "./write-jobs.ts";

export interface Jobs {
  /** Begins with what is due already. Jobs without a handler wait for a process that has one. */
  readonly start: (handlers: JobHandlers) => void;
  /** Looks for what is due. Call it after the commit of `addJobs`. */
  readonly wake: () => void;
  /** Looks for due jobs at this moment, when an added job is due. */
  readonly advance: (moment: Date) => void;
  /** Resolves when nothing is under way. */
  readonly settled: () => Promise<void>;
  /** Removes expired jobs that no process handles. */
  readonly sweep: () => Promise<void>;
  /**
   * Waits a moment for jobs that are due or running, then calls `cutOff`, which should make the deliveries fail. They are
   * tried again after the next start.
   */
  readonly close: (cutOff?: () => void) => Promise<void>;
}

interface JobsDependencies {
  readonly database: Database;
  readonly logger: Logger;
  readonly clock: () => Date;
  /**
   * Runs the transaction of a job. It first takes the locks that other writers take before they add jobs: with another
   * order, two of them could wait for each other.
   */
  readonly transact?: Transact;
}

/** Before this, a stop waits up to six seconds for requests. Supervisors kill after ten. */
const GRACE_MS = 1500;
/** Time for aborted deliveries to be postponed in the database. If that fails, they are due when their claim ends. */
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

  /** @param payload when an added job is due; `null`: notifications may have been missed */
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
        // What was added a moment ago may not have been heard of: on PostgreSQL its notice is on its way.
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
