import type { Queryable } from "../database/database.ts";
import type { JobFailure } from "./job-failure.ts";

export interface JobTransaction extends Queryable {
  /** Called with the time at which the first added job is due. Only on SQLite: PostgreSQL notifies by a channel. */
  readonly onJobs?: (firstDueAt: Date) => void;
}

/**
 * The queue of each kind of job. Within a queue, kinds that are listed earlier run first. The queues run in parallel: a slow
 * mail server delays neither push notifications nor the decisions who gets a message.
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

/** A job to add. Kind and subject identify it: adding it again replaces the waiting one. */
export interface NewJob {
  readonly kind: JobKind;
  /** What the job is about, such as an event's id. */
  readonly subject: string;
  readonly dueAt: Date;
  /** Stored as JSON. It holds ids instead of names, so that no name of a deleted person stays in it. */
  readonly payload?: unknown;
  /** When it becomes useless. Default: two weeks after it is due, or never (`LASTING_KINDS`). */
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

/** Runs in the transaction that removes the job, so exactly once. It may add jobs, also the same job again. */
export type RunInTransaction = (queryable: Queryable, job: ClaimedJob, now: Date) => Promise<void>;

interface TransactionHandler {
  readonly type: "transaction";
  readonly run: RunInTransaction;
}

/**
 * Runs outside of a transaction, because it waits for another server. When `run` resolves or throws `JobGivenUp`, the job
 * is removed. After any other error it is retried later. If the process is killed before the removal, the job runs twice.
 */
interface DeliveryHandler {
  readonly type: "delivery";
  /** Must end within a minute: after two, another process takes over the job. */
  readonly run: (job: ClaimedJob) => Promise<void>;
  /** The name of the job in the log, more exact than its kind. It must not identify a person. */
  readonly nameOf?: (job: ClaimedJob) => string;
  /** Called before a job that failed or expired is removed. It may be called again if the database fails. */
  readonly onGivenUp?: (job: ClaimedJob, failure: JobFailure) => Promise<void>;
}

export type JobHandler = TransactionHandler | DeliveryHandler;

export type JobHandlers = Readonly<Partial<Record<JobKind, JobHandler>>>;
