import type { Database } from "../database/database.ts";
import type { Space } from "../database/register/space-rows.ts";
import { JOB_KINDS } from "../jobs/job.ts";
import { readNextMoments } from "../jobs/read-jobs.ts";

/** The wait after a space could not be opened or read. */
const RETRY_MS = 10 * 60_000;
/** The wait for a job that is still due after all due jobs were tried: opening again at once would not help. */
const STILL_DUE_MS = 10_000;
/** A space is opened this long after its last use, to delete the data that are kept for thirty days. */
const LAST_SWEEP_MS = 31 * 24 * 60 * 60_000;

function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/** When a space's next job is due; `null`: there is none. */
export async function readNextMoment(database: Database): Promise<Date | null> {
  const moments = (await readNextMoments(database, JOB_KINDS)).values();
  return [...moments].toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
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

/** When opening a space is tried again after a failure, unless somebody visits it before. */
export function dueAfterFailure({ dueAt }: Space, now: Date): Date | null {
  const retryAt = new Date(now.getTime() + RETRY_MS);
  return dueAt === null || dueAt > retryAt ? dueAt : retryAt;
}
