import type { Database } from "../database/database.ts";
import type { Space } from "../database/register/space-rows.ts";
import { JOB_KINDS } from "../jobs/job.ts";
import { readNextMoments } from "../jobs/read-jobs.ts";

/** The wait after a space could not be opened or read. */
const RETRY_MS = 10 * 60_000;
/** The wait before a space is opened again if a job is still due although all due jobs were run. */
const STILL_DUE_MS = 10_000;
/** A space is opened once more this long after its last use: its trash is emptied after thirty days. */
const LAST_SWEEP_MS = 31 * 24 * 60 * 60_000;

/** A space that is closed or being closed. */
interface ClosedSpace {
  readonly database: Database;
  /** The time of a person's latest request; `null`: nobody used the space. */
  readonly usedAt: Date | null;
}

/** When a closed space must be opened, for a job or for its last sweep; `null`: never. */
export async function readNextMoment({ database, usedAt }: ClosedSpace, now: Date): Promise<Date | null> {
  const jobs = (await readNextMoments(database, JOB_KINDS)).values();
  const sweepAt = usedAt && new Date(usedAt.getTime() + LAST_SWEEP_MS);
  const isSweepAhead = sweepAt !== null && sweepAt > now;
  const moments = isSweepAhead ? [...jobs, sweepAt] : [...jobs];
  return moments.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

/** When a space that is being closed must be opened again; `null`: never. */
export async function dueAfterClosing(space: ClosedSpace, now: Date): Promise<Date | null> {
  const next = await readNextMoment(space, now).catch(() => new Date(now.getTime() + RETRY_MS));
  return next !== null && next <= now ? new Date(now.getTime() + STILL_DUE_MS) : next;
}

/** When to open a space again that could not be opened: when it is due, but in ten minutes at the earliest. */
export function dueAfterFailure({ dueAt }: Space, now: Date): Date | null {
  const retryAt = new Date(now.getTime() + RETRY_MS);
  return dueAt === null || dueAt > retryAt ? dueAt : retryAt;
}
