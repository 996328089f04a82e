import type { Logger } from "pino";
import type { Database, Queryable } from "../database/database.ts";
import { EXPIRED, failureOf, JobDelayed, type JobFailure, JobGivenUp, retryDelay } from "./job-failure.ts";
import type { ClaimedJob, JobHandler, JobHandlers, JobKind, RunInTransaction } from "./job.ts";
import { claimJob, postponeJob, removeJob, takeJob } from "./write-jobs.ts";

export type Transact = <Result>(work: (queryable: Queryable) => Promise<Result>) => Promise<Result>;

interface JobRunPorts {
  readonly database: Database;
  readonly transact: Transact;
  readonly handlers: JobHandlers;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** A process that claimed a delivery for longer is dead: deliveries give up after one minute. */
export const CLAIM_MS = 2 * 60_000;

function isExpired({ expiresAt }: ClaimedJob, now: Date): boolean {
  return expiresAt <= now;
}

/**
 * When to try again: after our own delay, or later if the other server asked for that. An expired job is due at once, so
 * that it is given up.
 */
function nextTry({ tries, expiresAt }: ClaimedJob, error: unknown, now: number): Date {
  const askedFor = error instanceof JobDelayed ? (error.retryAt?.getTime() ?? now) : now;
  return new Date(Math.min(Math.max(askedFor, now + retryDelay(tries)), expiresAt.getTime()));
}

/** The returned function runs the next job of a kind. It resolves with whether one was due. */
export function createJobRun({ database, transact, handlers, logger, now }: JobRunPorts) {
  /** Ids of jobs that were delivered, but could not be removed because the database failed. They must not run again. */
  const delivered = new Set<string>();

  function fieldsOf(job: ClaimedJob, failure?: JobFailure) {
    const handler: JobHandler | undefined = handlers[job.kind];
    const name = handler?.type === "delivery" ? handler.nameOf?.(job) : undefined;
    return { kind: name ?? job.kind, attempts: job.tries, ...failure };
  }

  async function giveUp(job: ClaimedJob, failure: JobFailure): Promise<void> {
    const handler: JobHandler | undefined = handlers[job.kind];
    if (handler?.type === "delivery") await handler.onGivenUp?.(job, failure);
    await removeJob(database, job.id);
    logger.error(fieldsOf(job, failure), `${job.kind} given up`);
  }

  async function postpone(job: ClaimedJob, error: unknown): Promise<void> {
    const failure = failureOf(error);
    const time = now().getTime();
    const dueAt = nextTry(job, error, time);
    await postponeJob(database, job, dueAt, failure);
    const retryInSeconds = (dueAt.getTime() - time) / 1000;
    logger.warn({ ...fieldsOf(job, failure), retryInSeconds }, `${job.kind} delayed`);
  }

  async function removeDelivered(job: ClaimedJob): Promise<void> {
    delivered.add(job.id);
    await removeJob(database, job.id);
    delivered.delete(job.id);
  }

  async function tryDelivery(job: ClaimedJob, run: (job: ClaimedJob) => Promise<void>): Promise<void> {
    try {
      await run(job);
    } catch (error) {
      return error instanceof JobGivenUp ? giveUp(job, error.failure) : postpone(job, error);
    }
    await removeDelivered(job);
  }

  async function deliver(kind: JobKind, run: (job: ClaimedJob) => Promise<void>): Promise<boolean> {
    const time = now();
    const job = await claimJob(database, kind, time, new Date(time.getTime() + CLAIM_MS));
    if (job === null) return false;
    if (delivered.has(job.id)) await removeDelivered(job);
    else if (isExpired(job, time)) await giveUp(job, { reason: EXPIRED });
    else await tryDelivery(job, run);
    return true;
  }

  async function decide(kind: JobKind, run: RunInTransaction): Promise<boolean> {
    let taken: ClaimedJob | null = null;
    try {
      await transact(async (queryable) => {
        const time = now();
        taken = await takeJob(queryable, kind, time);
        if (taken !== null && !isExpired(taken, time)) await run(queryable, taken, time);
      });
    } catch (error) {
      // If the database failed, the job did not: it is not postponed.
      if (taken === null || database.failureOf(error) !== null) throw error;
      await postpone(taken, error);
    }
    return taken !== null;
  }

  return (kind: JobKind): Promise<boolean> => {
    const handler = handlers[kind];
    if (handler === undefined) return Promise.resolve(false);
    return handler.type === "delivery" ? deliver(kind, handler.run) : decide(kind, handler.run);
  };
}
