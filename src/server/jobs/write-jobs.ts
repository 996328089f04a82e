import { randomUUID } from "node:crypto";
import type { ExpressionBuilder, Kysely, Selectable } from "kysely";
import { compileOnce } from "../database/compile-once.ts";
import type { Database, Queryable } from "../database/database.ts";
import { notifyProcesses } from "../database/postgres/schema-notices.ts";
import { readDate, type Tables } from "../database/schema.ts";
import { type JobFailure, LONGEST_RETRY_MS } from "./job-failure.ts";
import type { ClaimedJob, JobKind, JobTransaction, NewJob } from "./job.ts";

/** PostgreSQL channel on which a process notifies the others when a job that it added is due. */
export const JOBS_CHANNEL = "diapason_jobs";

const DAY_MS = 24 * 60 * 60_000;
/** How long a job stays useful after it is due. */
const USEFUL_MS = 14 * DAY_MS;
/** Jobs that add themselves again. They never expire: without them, no reminder or request would follow. */
const LASTING_KINDS: ReadonlySet<JobKind> = new Set(["reminders", "asking"]);
const NEVER = new Date("9999-12-31T00:00:00Z");
/** How many rows one statement inserts. Each has eleven values, so it stays far below the limits of both engines. */
const ROWS_AT_ONCE = 500;

function rowOf({ kind, subject, dueAt, payload, expiresAt, sealed }: NewJob, now: Date): Selectable<Tables["job"]> {
  return {
    id: sealed?.id ?? randomUUID(),
    kind,
    subject,
    payload: payload === undefined ? null : JSON.stringify(payload),
    sealed: sealed?.content ?? null,
    due_at: dueAt,
    claimed_at: null,
    tries: 0,
    last_error: null,
    created_at: now,
    expires_at: expiresAt ?? (LASTING_KINDS.has(kind) ? NEVER : new Date(dueAt.getTime() + USEFUL_MS)),
  };
}

/** Inserts the rows. A row replaces the stored job of the same kind and subject. */
function upsertJobs(kysely: Kysely<Tables>, rows: readonly Selectable<Tables["job"]>[]) {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Tables["job"])[];
  return kysely
    .insertInto("job")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["kind", "subject"])
        .doUpdateSet((eb) => Object.fromEntries(columns.map((column) => [column, eb.ref(`excluded.${column}`)]))),
    );
}

/** Names each column, because `compileOnce` passes an object whose properties cannot be listed. */
const upsertJob = compileOnce((kysely, row: Selectable<Tables["job"]>) =>
  upsertJobs(kysely, [
    {
      id: row.id,
      kind: row.kind,
      subject: row.subject,
      payload: row.payload,
      sealed: row.sealed,
      due_at: row.due_at,
      claimed_at: row.claimed_at,
      tries: row.tries,
      last_error: row.last_error,
      created_at: row.created_at,
      expires_at: row.expires_at,
    },
  ]),
);

/**
 * Adds jobs in the transaction of their cause, so that both are committed or neither. Each replaces the job of the same kind
 * and subject, even a running one. On PostgreSQL every process is notified. On SQLite a transaction of the planning notifies
 * its process (`onJobs`); after any other transaction, call `wake` of `Jobs`.
 */
export async function addJobs(transaction: JobTransaction, jobs: readonly NewJob[], now: Date): Promise<void> {
  // One statement must not write a row twice. Sorted, so that all writers lock rows in the same order (no deadlock).
  const byName = new Map(jobs.map((job) => [`${job.kind}:${job.subject}`, job]));
  const sorted = [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, job]) => job);
  for (let start = 0; start < sorted.length; start += ROWS_AT_ONCE) {
    const rows = sorted.slice(start, start + ROWS_AT_ONCE).map((job) => rowOf(job, now));
    const [row] = rows;
    // The usual case is one row. Its statement is compiled once, not at each call.
    if (rows.length === 1 && row !== undefined) await upsertJob(transaction, { ...row });
    else await upsertJobs(transaction.kysely, rows).execute();
  }
  if (sorted.length === 0) return;
  const firstDueAt = Math.min(...sorted.map(({ dueAt }) => dueAt.getTime()));
  if (transaction.engine === "sqlite") transaction.onJobs?.(new Date(firstDueAt));
  await notifyProcesses(transaction, JOBS_CHANNEL, String(firstDueAt));
}

/** Removes the waiting job of this kind with this subject, if there is one. */
export async function cancelJob({ kysely }: Queryable, kind: JobKind, subject: string): Promise<void> {
  await kysely.deleteFrom("job").where("kind", "=", kind).where("subject", "=", subject).execute();
}

/** Removes the jobs that contain the id of this person, who was deleted. Returns the payloads of these jobs. */
export async function removeJobsOf({ kysely }: Queryable, userId: string): Promise<(string | null)[]> {
  const containsId = `%${userId}%`;
  const removed = await kysely
    .deleteFrom("job")
    .where((eb) => eb.or([eb("subject", "like", containsId), eb("payload", "like", containsId)]))
    .returning("payload")
    .execute();
  return removed.map(({ payload }) => payload);
}

function claimedJobOf(row: Selectable<Tables["job"]>): ClaimedJob {
  return {
    id: row.id,
    kind: row.kind as JobKind,
    subject: row.subject,
    payload: row.payload === null ? undefined : JSON.parse(row.payload),
    sealed: row.sealed,
    tries: row.tries,
    createdAt: readDate(row.created_at),
    expiresAt: readDate(row.expires_at),
  };
}

/** A subquery: the id of the job of this kind that has been due for longest. On PostgreSQL it locks the row. */
function longestDueId({ engine }: Queryable, kind: JobKind, now: Date) {
  return (eb: ExpressionBuilder<Tables, "job">) =>
    eb
      .selectFrom("job as due")
      .select("due.id")
      .where("due.kind", "=", kind)
      .where("due.due_at", "<=", now)
      .orderBy("due.due_at")
      .limit(1)
      .$if(engine === "postgres", (query) => query.forUpdate());
}

/**
 * Claims the job of this kind that has been due for longest (a lease); `null` when none is due. The job becomes due again at
 * `until`, so that another process takes over if this one is killed.
 */
export async function claimJob(database: Database, kind: JobKind, now: Date, until: Date): Promise<ClaimedJob | null> {
  const claimed = await database.kysely
    .updateTable("job")
    .set((eb) => ({ due_at: until, claimed_at: now, tries: eb("tries", "+", 1) }))
    .where("id", "=", longestDueId(database, kind, now))
    .returningAll()
    .executeTakeFirst();
  return claimed === undefined ? null : claimedJobOf(claimed);
}

/** Removes and returns the job of this kind that has been due for longest; `null` when none is due. */
export async function takeJob(transaction: Queryable, kind: JobKind, now: Date): Promise<ClaimedJob | null> {
  const taken = await transaction.kysely
    .deleteFrom("job")
    .where("id", "=", longestDueId(transaction, kind, now))
    .returningAll()
    .executeTakeFirst();
  return taken === undefined ? null : claimedJobOf({ ...taken, tries: taken.tries + 1 });
}

/** Stores a failed try, and when the job is retried. Does nothing if the job was replaced or claimed again meanwhile. */
export async function storeFailedTry(
  { kysely }: Database,
  { id, tries }: ClaimedJob,
  dueAt: Date,
  failure: JobFailure,
): Promise<void> {
  await kysely
    .updateTable("job")
    .set({ due_at: dueAt, claimed_at: null, tries, last_error: JSON.stringify(failure) })
    .where("id", "=", id)
    .where("tries", "<=", tries)
    .execute();
}

/** Makes a claimed delivery due later, as if it had not been tried. Does nothing if another job replaced it meanwhile. */
export async function deferJob({ kysely }: Queryable, { id }: ClaimedJob, dueAt: Date, now: Date): Promise<void> {
  // A new id, because the job with the former id is removed when its handler resolves.
  const asNew = { id: randomUUID(), due_at: dueAt, claimed_at: null, tries: 0, created_at: now };
  await kysely.updateTable("job").set(asNew).where("id", "=", id).execute();
}

export async function removeJob({ kysely }: Queryable, id: string): Promise<void> {
  await kysely.deleteFrom("job").where("id", "=", id).execute();
}

/** Removes jobs that expired a day ago. They are still there if no process has a handler for their kind. */
export async function sweepJobs({ kysely }: Database, now: Date): Promise<void> {
  const dayBefore = new Date(now.getTime() - DAY_MS);
  await kysely.deleteFrom("job").where("expires_at", "<=", dayBefore).execute();
}

/** Longer than each retry or debounce delays a job. A job that waits longer is due at a date and time, such as a reminder. */
const LONGEST_DELAY_MS = 2 * LONGEST_RETRY_MS;

/**
 * Call it after the clock was set back. Set back by an hour, a retry in ten minutes would wait for seventy. So such retries
 * become due now, and new jobs that wait for a delay begin this delay again. Claimed deliveries may still run, in this or
 * another process: they become due when a claim made now would end.
 */
export async function rescheduleAfterSetBack({ kysely }: Queryable, now: Date, claimMs: number): Promise<void> {
  const latest = new Date(now.getTime() + LONGEST_DELAY_MS);
  const lateRetries = kysely.updateTable("job").where("tries", ">", 0).where("due_at", ">", latest);
  await lateRetries.where("claimed_at", "is", null).set({ due_at: now }).execute();
  const claimEnd = new Date(now.getTime() + claimMs);
  await lateRetries.where("claimed_at", "is not", null).set({ due_at: claimEnd }).execute();
  const addedInFuture = await kysely
    .selectFrom("job")
    .select(["id", "due_at", "created_at"])
    .where("tries", "=", 0)
    .where("created_at", ">", now)
    .execute();
  for (const { id, due_at, created_at } of addedInFuture) {
    const delay = Math.max(0, readDate(due_at).getTime() - readDate(created_at).getTime());
    if (delay > LONGEST_DELAY_MS) continue;
    const values = { due_at: new Date(now.getTime() + delay), created_at: now };
    await kysely.updateTable("job").set(values).where("id", "=", id).where("tries", "=", 0).execute();
  }
}
