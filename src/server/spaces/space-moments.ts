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

/** Of a space that is closed or being closed. */
interface ClosedSpace {
  readonly database: Database;
  /** The time of its latest request; `null`: nobody used it. */
  readonly usedAt: Date | null;
}

/** When a closed space has to be opened, for a job or for its last sweep; `null`: never. */
export async function readNextMoment({ database, usedAt }: ClosedSpace, now: Date): Promise<Date | null> {
  const jobs = (await readNextMoments(database, JOB_KINDS)).values();
  const sweepAt = usedAt && new Date(usedAt.getTime() + LAST_SWEEP_MS);
  const moments = sweepAt !== null && sweepAt > now ? [...jobs, sweepAt] : [...jobs];
  return moments.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

/** When a space that is being closed has to be opened again. */
export async function dueAfterClosing(space: ClosedSpace, now: Date): Promise<Date | null> {
  const next = await readNextMoment(space, now).catch(() => new Date(now.getTime() + RETRY_MS));
  return next !== null && next <= now ? new Date(now.getTime() + STILL_DUE_MS) : next;
}

/** When opening a space is tried again after a failure, unless somebody visits it before. */
export function dueAfterFailure({ dueAt }: Space, now: Date): Date | null {
  const retryAt = new Date(now.getTime() + RETRY_MS);
  return dueAt === null || dueAt > retryAt ? dueAt : retryAt;
}
