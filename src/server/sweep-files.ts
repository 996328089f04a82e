import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { backupFolder } from "./database/backup/backup-files.ts";
import { ifThere } from "./database/data-dir.ts";
import { outboxFolder } from "./mail/outbox-transport.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Removes the files with these names that were last changed more than `keptDays` ago. */
async function sweepFolder(folder: string, names: RegExp, keptDays: number, now: Date): Promise<void> {
  const allNames = (await ifThere(readdir(folder))) ?? [];
  for (const name of allNames.filter((fileName) => names.test(fileName))) {
    const path = join(folder, name);
    const file = await ifThere(stat(path));
    const hasExpired = file !== null && now.getTime() - file.mtime.getTime() > keptDays * DAY_MS;
    if (hasExpired) await rm(path, { force: true });
  }
}

/** Removes expired files from `dataDir`, because they contain personal data. docs/operations.md lists them too. */
export async function sweepFiles(dataDir: string, now: Date): Promise<void> {
  const outbox = outboxFolder(dataDir);
  const backups = backupFolder(dataDir);
  // Mails: their links expire after a week at most.
  await sweepFolder(outbox, /\.eml$/, 7, now);
  // Left by a killed process: writing a file never takes a day.
  await sweepFolder(outbox, /\.part$/, 1, now);
  await sweepFolder(backups, /\.unfinished$/, 1, now);
  // Kept as long as the oldest daily backup.
  await sweepFolder(backups, /^before-restore-.*\.jsonl\.gz$/, 35, now);
}

const SWEEP_INTERVAL_MS = 60 * 60 * 1000;

export function logSweepFailure(logger: Logger): (error: unknown) => void {
  return (error) => logger.error({ error: String(error) }, "sweeping failed");
}

/** Runs `sweep` every hour. Returns a function that stops it and waits for the last run. */
export function sweepHourly(sweep: () => Promise<void>, logger: Logger): () => Promise<void> {
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = sweep().catch(logSweepFailure(logger));
  }, SWEEP_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    return last;
  };
}
