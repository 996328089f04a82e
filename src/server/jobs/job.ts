import type { Queryable } from "../database/database.ts";
import type { JobFailure } from "./job-failure.ts";

export interface JobTransaction extends Queryable {
  /** Called on SQLite, which has no notifications, with the moment at which the first added job is due. */
  readonly onJobs?: (firstDueAt: Date) => void;
}

/**
 * What a job does when its moment comes, and the lane in which it waits. In one lane, earlier kinds go first. A slow mail
 * server delays neither decisions nor notifications.
 */
export const LANES = {
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

export type JobKind = keyof typeof LANES;

export const JOB_KINDS = Object.keys(LANES) as JobKind[];

/** Something to do at a moment. Kind and subject name it: adding it again replaces the one that waits. */
export interface NewJob {
  readonly kind: JobKind;
  /** What it is about, such as an event's id. */
  readonly subject: string;
  readonly dueAt: Date;
  /** What it needs to know, as JSON. Ids rather than names: a person who is deleted must not stay in it. */
  readonly payload?: unknown;
  /** When doing it is no longer useful. Two weeks after it is due, if not set. */
  readonly expiresAt?: Date;
  /** Encrypted content, which belongs to this id. */
  readonly sealed?: { readonly id: string; readonly content: string };
}

/** A job whose moment has come. No other process works on it meanwhile. */
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

/** Runs in one transaction with the job's removal: exactly once. It may add jobs, also one of its own name. */
export type RunInTransaction = (queryable: Queryable, job: ClaimedJob, now: Date) => Promise<void>;

interface TransactionHandler {
  readonly type: "transaction";
  readonly run: RunInTransaction;
}

/**
 * Runs outside of a transaction, as it waits for another server. The job is removed once it resolves, and tried again
 * later if it throws, unless it throws `JobGivenUp`. A process that is killed in between has the job done twice.
 */
interface DeliveryHandler {
  readonly type: "delivery";
  /** Gives up within a minute: after two, another process takes over. */
  readonly run: (job: ClaimedJob) => Promise<void>;
  /** A name for the log that is more exact than the kind. It must name nobody. */
  readonly nameOf?: (job: ClaimedJob) => string;
  /** Notes that it will never be done. It may be called again if the database fails. */
  readonly onGivenUp?: (job: ClaimedJob, failure: JobFailure) => Promise<void>;
}

export type JobHandler = TransactionHandler | DeliveryHandler;

export type JobHandlers = Readonly<Partial<Record<JobKind, JobHandler>>>;
