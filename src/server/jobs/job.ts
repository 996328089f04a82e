import type { Queryable } from "../database/database.ts";
import type { JobFailure } from "./job-failure.ts";

export interface JobTransaction extends Queryable {
  /** Called on SQLite, which has no notifications, with the moment at which the first added job is due. */
  readonly onJobs?: (firstDueAt: Date) => void;
}

/**
 * The queue of each kind of job. In a queue, kinds that are listed earlier go first. Queues do not wait for each other, so
 * a slow mail server delays neither decisions nor notifications.
 */
export const QUEUES = {
  mail: "mails",
  message: "mails",
  push: "pushes",
  reminders: "decisions",
  changes: "decisions",
  drop_out: "decisions",
  places: "decisions",
  place_taken: "decisions",
  programme: "decisions",
  asking: "decisions",
  news: "decisions",
} as const;

export type JobKind = keyof typeof QUEUES;

export const JOB_KINDS = Object.keys(QUEUES) as JobKind[];

/** Kind and subject identify a job: adding it again replaces the waiting one. */
export interface NewJob {
  readonly kind: JobKind;
  /** What it is about, such as an event's id. */
  readonly subject: string;
  readonly dueAt: Date;
  /** Stored as JSON. It holds ids instead of names, so that no name of a deleted person stays in it. */
  readonly payload?: unknown;
  /** When it becomes useless. By default two weeks after it is due. */
  readonly expiresAt?: Date;
  /** Encrypted content, and the id with which it was encrypted: it becomes the job's id. */
  readonly sealed?: { readonly id: string; readonly content: string };
}

/** A job that is due, and that no other process works on. */
export interface ClaimedJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly subject: string;
  readonly payload: unknown;
  readonly sealed: string | null;
  /** Which try this is: 1, 2, 3… */
  readonly tries: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Runs in the transaction that removes the job, so exactly once. It may add jobs, even one of the same kind and subject. */
export type RunInTransaction = (queryable: Queryable, job: ClaimedJob, now: Date) => Promise<void>;

interface TransactionHandler {
  readonly type: "transaction";
  readonly run: RunInTransaction;
}

/**
 * Runs outside of a transaction, because it waits for another server. When `run` resolves or throws `JobGivenUp`, the job
 * is removed; after any other error it is tried again later. If the process is killed before the removal, it runs twice.
 */
interface DeliveryHandler {
  readonly type: "delivery";
  /** Must end within a minute: after two, another process takes over the job. */
  readonly run: (job: ClaimedJob) => Promise<void>;
  /** A name for the log that is more exact than the kind. It must not name a person. */
  readonly nameOf?: (job: ClaimedJob) => string;
  /** Called before the job is removed undone. It may be called again if the database fails. */
  readonly onGivenUp?: (job: ClaimedJob, failure: JobFailure) => Promise<void>;
}

export type JobHandler = TransactionHandler | DeliveryHandler;

export type JobHandlers = Readonly<Partial<Record<JobKind, JobHandler>>>;
