import type { Selectable } from "kysely";
import type { MailProblem, MailReport } from "#contract/mails.ts";
import type { Queryable } from "../database/database.ts";
import { readDate, type Tables } from "../database/schema.ts";
import { type JobFailure, retryDelay } from "../jobs/job-failure.ts";
import type { JobKind } from "../jobs/job.ts";
import { tallyDay } from "./write-mail-outcomes.ts";

export const MAIL_KINDS: readonly JobKind[] = ["mail", "message"];
/** How many failed mails are compared: as many as wait after an outage of days in a large team. */
const FAILED_MAX = 1_000;
const SIX_DAYS_MS = 6 * 24 * 60 * 60_000;

/** What an admin is shown for each error code of the mail library and of the file system. */
const PROBLEMS: Readonly<Record<string, MailProblem>> = {
  ESOCKET: "unreachable",
  ECONNECTION: "unreachable",
  ETIMEDOUT: "unreachable",
  EDNS: "unreachable",
  EAUTH: "password_refused",
  ENOAUTH: "password_refused",
  EOAUTH2: "password_refused",
  ETLS: "encryption_refused",
  EENVELOPE: "refused",
  EMESSAGE: "refused",
  EPROTOCOL: "refused",
  EACCES: "not_written",
  ENOSPC: "not_written",
  ENOTDIR: "not_written",
  EROFS: "not_written",
};

function problemOf(lastError: string | null | undefined): MailProblem | null {
  if (lastError === null || lastError === undefined) return null;
  const { reason } = JSON.parse(lastError) as JobFailure;
  return PROBLEMS[reason] ?? "unknown";
}

type FailedJob = Pick<Selectable<Tables["job"]>, "tries" | "due_at" | "claimed_at" | "created_at">;

/** About when the job failed last. Only the time of its next try is stored, which is a known delay later. */
function failedAt({ tries, due_at: dueAt, claimed_at: claimedAt, created_at: createdAt }: FailedJob): number {
  // Put off to the end of the quiet hours: no try counts since then, but for the one that is made now.
  if (tries === 0 || (tries === 1 && claimedAt !== null)) return readDate(createdAt).getTime();
  if (claimedAt === null) return readDate(dueAt).getTime() - retryDelay(tries);
  // It is tried again now, and `tries` counts that.
  return readDate(claimedAt).getTime() - retryDelay(tries - 1);
}

/** How many mails went out in the last seven days, how many wait, and why. */
export async function readMailReport({ kysely }: Queryable, now: Date): Promise<MailReport> {
  const { sent } = await kysely
    .selectFrom("mail_tally")
    .select(({ fn }) => fn.sum<number | string | null>("sent").as("sent"))
    .where("day", ">=", tallyDay(new Date(now.getTime() - SIX_DAYS_MS)))
    .executeTakeFirstOrThrow();
  const { waiting } = await kysely
    .selectFrom("job")
    .select(({ fn }) => fn.countAll<number | string>().as("waiting"))
    .where("kind", "in", MAIL_KINDS)
    .executeTakeFirstOrThrow();
  const failed = await kysely
    .selectFrom("job")
    .select(["last_error", "tries", "due_at", "claimed_at", "created_at"])
    .where("kind", "in", MAIL_KINDS)
    .where("last_error", "is not", null)
    .orderBy("due_at", "desc")
    .limit(FAILED_MAX)
    .execute();
  const [latest] = failed.map((job) => ({ ...job, at: failedAt(job) })).toSorted((one, other) => other.at - one.at);
  return { sentThisWeek: Number(sent), waiting: Number(waiting), problem: problemOf(latest?.last_error) };
}
