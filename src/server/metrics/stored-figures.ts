import { Gauge, type Registry } from "prom-client";
import type { Logger } from "pino";
import { backupFolder, latestBackup, listBackups } from "../database/backup/backup-files.ts";
import type { Database } from "../database/database.ts";
import { within } from "../database/postgres/time-limit.ts";
import { readJobFigures, readMailFigures } from "./read-job-figures.ts";

/** Monitoring programs give up after ten seconds. */
const LONGEST_READ_MS = 4000;

interface StoredFiguresOptions {
  readonly database: Database;
  readonly dataDir: string;
  readonly logger: Logger;
  readonly clock: () => Date;
}

function secondsSince(moment: Date | null, now: Date): number {
  return moment === null ? 0 : Math.max(0, (now.getTime() - moment.getTime()) / 1000);
}

/**
 * Figures from the database and of its backups, read at each scrape. One that cannot be read is missing, rather than
 * that of an earlier scrape.
 */
export function createStoredFigures(
  registry: Registry,
  { database, dataDir, logger, clock }: StoredFiguresOptions,
): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const up = gauge("diapason_database_up", "1: the database answered this scrape; 0: its figures are missing.");
  const size = gauge("diapason_database_size_bytes", "What the database takes on its disk.");
  const waiting = gauge("diapason_mails_waiting", "Mails that wait to be sent, counted up to 10,000.");
  const failed = gauge("diapason_mails_failed", "Of the mails that wait, those whose latest try failed.");
  const mailAge = gauge("diapason_mails_oldest_age_seconds", "Since when the oldest mail that could leave waits.");
  const due = gauge("diapason_jobs_due", "Jobs whose moment has come, counted up to 10,000.");
  const overdue = gauge("diapason_jobs_oldest_overdue_seconds", "Since when the first of the due jobs is due.");
  const backupAge = gauge(
    "diapason_backup_age_seconds",
    "Age of the newest backup in DATA_DIR/backups. +Inf: SQLite, and there is none.",
  );

  async function readDatabase(): Promise<void> {
    const now = clock();
    try {
      const [bytes, mails, jobs] = await within(
        LONGEST_READ_MS,
        Promise.all([database.readSize(), readMailFigures(database, now), readJobFigures(database, now)]),
      );
      up.set(1);
      size.set(bytes);
      waiting.set(mails.waiting);
      failed.set(mails.failed);
      mailAge.set(secondsSince(mails.oldest, now));
      due.set(jobs.due);
      overdue.set(secondsSince(jobs.dueSince, now));
    } catch (error) {
      up.set(0);
      for (const missing of [size, waiting, failed, mailAge, due, overdue]) missing.remove();
      logger.warn({ reason: String(error) }, "figures of the database are missing");
    }
  }

  async function readBackups(): Promise<void> {
    const now = clock();
    try {
      const latest = latestBackup(await listBackups(backupFolder(dataDir)));
      // A team on PostgreSQL may use its own tools.
      if (latest === null && database.engine === "postgres") backupAge.remove();
      else backupAge.set(latest === null ? Number.POSITIVE_INFINITY : secondsSince(latest, now));
    } catch (error) {
      backupAge.remove();
      logger.warn({ reason: String(error) }, "the age of the newest backup is missing");
    }
  }

  return async () => void (await Promise.all([readDatabase(), readBackups()]));
}
