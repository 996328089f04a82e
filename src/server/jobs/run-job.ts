import type { Logger } from "pino";
import type { Database, Queryable } from "../database/database.ts";
import { EXPIRED, failureOf, JobDelayed, type JobFailure, JobGivenUp, retryDelay } from "./job-failure.ts";
import type { ClaimedJob, JobHandler, JobHandlers, JobKind, RunInTransaction } from "./job.ts";
import { claimJob, storeFailedTry, removeJob, takeJob } from "./write-jobs.ts";

export type Transact = <Result>(work: (queryable: Queryable) => Promise<Result>) => Promise<Result>;

interface JobRunPorts {
  readonly database: Database;
  readonly transact: Transact;
  readonly handlers: JobHandlers;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** How long a process may work on a delivery. After that the process counts as dead: deliveries time out after one minute. */
export const CLAIM_MS = 2 * 60_000;

function isExpired({ expiresAt }: ClaimedJob, now: Date): boolean {
  return expiresAt <= now;
}

/**
 * When to try again: after our own delay, or later if the other server asked for that. At the latest when the job expires,
 * so that it is given up then.
 */
function nextTry({ tries, expiresAt }: ClaimedJob, error: unknown, now: number): Date {
  const askedFor = error instanceof JobDelayed ? (error.retryAt?.getTime() ?? now) : now;
  const retryAt = Math.max(askedFor, now + retryDelay(tries));
  return new Date(Math.min(retryAt, expiresAt.getTime()));
}

/** Creates a function that runs the next due job of a kind, and resolves with whether there was one. */
export function createJobRun({ database, transact, handlers, logger, now }: JobRunPorts) {
  /** Ids of jobs that were delivered but could not be removed, because the database failed. They must not run again. */
  const deliveredIds = new Set<string>();

  function logFields(job: ClaimedJob, failure?: JobFailure) {
    const handler: JobHandler | undefined = handlers[job.kind];
    const name = handler?.type === "delivery" ? handler.nameOf?.(job) : undefined;
    return { kind: name ?? job.kind, attempts: job.tries, ...failure };
  }

  async function giveUp(job: ClaimedJob, failure: JobFailure): Promise<void> {
    const handler: JobHandler | undefined = handlers[job.kind];
    if (handler?.type === "delivery") await handler.onGivenUp?.(job, failure);
    await removeJob(database, job.id);
    logger.error(logFields(job, failure), `${job.kind} given up`);
  }

  async function retryLater(job: ClaimedJob, error: unknown): Promise<void> {
    const failure = failureOf(error);
    const time = now().getTime();
    const dueAt = nextTry(job, error, time);
    await storeFailedTry(database, job, dueAt, failure);
    const retryInSeconds = (dueAt.getTime() - time) / 1000;
    logger.warn({ ...logFields(job, failure), retryInSeconds }, `${job.kind} delayed`);
  }

  async function removeDelivered(job: ClaimedJob): Promise<void> {
    deliveredIds.add(job.id);
    await removeJob(database, job.id);
    deliveredIds.delete(job.id);
  }

  async function tryDelivery(job: ClaimedJob, run: (job: ClaimedJob) => Promise<void>): Promise<void> {
    try {
      await run(job);
    } catch (error) {
      return error instanceof JobGivenUp ? giveUp(job, error.failure) : retryLater(job, error);
    }
    await removeDelivered(job);
  }

  /** Claims the job in a short statement, and runs it outside of a transaction. */
  async function runDelivery(kind: JobKind, run: (job: ClaimedJob) => Promise<void>): Promise<boolean> {
    const time = now();
    const job = await claimJob(database, kind, time, new Date(time.getTime() + CLAIM_MS));
    if (job === null) return false;
    if (deliveredIds.has(job.id)) await removeDelivered(job);
    else if (isExpired(job, time)) await giveUp(job, { reason: EXPIRED });
    else await tryDelivery(job, run);
    return true;
  }

  /** Takes and runs the job in one transaction. */
  async function runInTransaction(kind: JobKind, run: RunInTransaction): Promise<boolean> {
    let taken: ClaimedJob | null = null;
    try {
      await transact(async (queryable) => {
        const time = now();
        taken = await takeJob(queryable, kind, time);
        // An expired job is only removed.
        if (taken !== null && !isExpired(taken, time)) await run(queryable, taken, time);
      });
    } catch (error) {
      // If the database failed, this is not counted as a failed try of the job. It is tried again after a delay.
      if (taken === null || database.failureOf(error) !== null) throw error;
      await retryLater(taken, error);
    }
    return taken !== null;
  }

  return (kind: JobKind): Promise<boolean> => {
    const handler = handlers[kind];
    if (handler === undefined) return Promise.resolve(false);
    return handler.type === "delivery" ? runDelivery(kind, handler.run) : runInTransaction(kind, handler.run);
  };
}
