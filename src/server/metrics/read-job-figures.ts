import type { Database } from "../database/database.ts";
import { readDate, type StoredDate } from "../database/schema.ts";
import { JOB_KINDS } from "../jobs/job.ts";
import { readNextMoments } from "../jobs/read-jobs.ts";
import { MAIL_KINDS } from "../mail/read-mail-report.ts";

/** Jobs are counted up to this number, so that a scrape stays fast. */
const COUNTED_MAX = 10_000;

/**
 * Counts the waiting mails, and those of them that failed at their latest try. `oldest`: when the oldest was written that
 * may be sent now. That ignores mails that are not due and were never tried: the quiet hours delay them.
 */
export async function readMailFigures({ kysely }: Database, now: Date) {
  const mails = kysely
    .selectFrom("job")
    .select(["created_at", "due_at", "tries", "last_error"])
    .where("kind", "in", MAIL_KINDS)
    .limit(COUNTED_MAX);
  const { waiting, failed, oldest } = await kysely
    .selectFrom(mails.as("mail"))
    .select(({ fn, eb }) => [
      fn.countAll<number | string>().as("waiting"),
      fn.count<number | string>("last_error").as("failed"),
      fn
        .min<StoredDate | null>(
          eb
            .case()
            .when(eb.or([eb("due_at", "<=", now), eb("tries", ">", 0)]))
            .then(eb.ref("created_at"))
            .end(),
        )
        .as("oldest"),
    ])
    .executeTakeFirstOrThrow();
  return { waiting: Number(waiting), failed: Number(failed), oldest: oldest === null ? null : readDate(oldest) };
}

/**
 * Counts the jobs that are due, mails included. `dueSince`: since when the longest due job is due. A claimed job counts as
 * due only after its claim has ended.
 */
export async function readJobFigures(database: Database, now: Date) {
  const { kysely } = database;
  const dueJobs = kysely
    .selectFrom("job")
    .select("due_at")
    .where("kind", "in", JOB_KINDS)
    .where("due_at", "<=", now)
    .limit(COUNTED_MAX);
  const { due } = await kysely
    .selectFrom(dueJobs.as("due_job"))
    .select(({ fn }) => fn.countAll<number | string>().as("due"))
    .executeTakeFirstOrThrow();
  const nextMoments = await readNextMoments(database, JOB_KINDS);
  const earliest = Math.min(...Array.from(nextMoments.values(), (moment) => moment.getTime()));
  return { due: Number(due), dueSince: earliest <= now.getTime() ? new Date(earliest) : null };
}
