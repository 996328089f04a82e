import type { Database } from "../database/database.ts";
import type { Space } from "../database/register/space-rows.ts";
import { JOB_KINDS } from "../jobs/job.ts";
import { readNextMoments } from "../jobs/read-jobs.ts";

/** What cannot be done or read now is tried again after this time. */
const RETRY_MS = 10 * 60_000;
/** A job that is due although everything due was done could not be done: opening again at once would not help. */
const STILL_DUE_MS = 10_000;
/** So long after its last use a space is opened once more, to forget what is kept for thirty days. */
const LAST_SWEEP_MS = 31 * 24 * 60 * 60_000;

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** When a space's next job is due; `null`: there is none. */
export async function readNextMoment(database: Database): Promise<Date | null> {
  const moments = await readNextMoments(database, JOB_KINDS);
  return [...moments.values()].reduce<Date | null>(earlier, null);
}

/** When a space that is being closed has to be opened again. */
export async function dueAfterClosing(
  database: Database,
  { usedAt, now }: { readonly usedAt: Date | null; readonly now: Date },
): Promise<Date | null> {
  const sweepAt = usedAt === null ? null : new Date(usedAt.getTime() + LAST_SWEEP_MS);
  const next = await readNextMoment(database).catch(() => new Date(now.getTime() + RETRY_MS));
  const isStillDue = next !== null && next <= now;
  return earlier(isStillDue ? new Date(now.getTime() + STILL_DUE_MS) : next, sweepAt);
}

/** When a space that could not be opened is tried again, if nobody asks for it before. */
export function dueAfterFailure({ dueAt }: Space, now: Date): Date | null {
  const retryAt = new Date(now.getTime() + RETRY_MS);
  return dueAt === null || dueAt > retryAt ? dueAt : retryAt;
}
