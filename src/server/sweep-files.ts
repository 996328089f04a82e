import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { backupFolder } from "./database/backup/backup-files.ts";
import { ifThere } from "./database/data-dir.ts";
import { outboxFolder } from "./mail/outbox-transport.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Files that are deleted after some days, because they contain personal data. */
interface ExpiringFiles {
  readonly folder: string;
  readonly names: RegExp;
  /** Days after their last change. */
  readonly keptDays: number;
}

/** The kinds of files that expire in `dataDir`. docs/operations.md lists them too. */
function expiringFilesIn(dataDir: string): readonly ExpiringFiles[] {
  const outbox = outboxFolder(dataDir);
  const backups = backupFolder(dataDir);
  return [
    // Mails: their links expire after a week at most.
    { folder: outbox, names: /\.eml$/, keptDays: 7 },
    // Left by a killed process: writing a file never takes a day.
    { folder: outbox, names: /\.part$/, keptDays: 1 },
    { folder: backups, names: /\.unfinished$/, keptDays: 1 },
    // Kept as long as the oldest daily backup.
    { folder: backups, names: /^before-restore-.*\.jsonl\.gz$/, keptDays: 35 },
  ];
}

async function sweepFolder({ folder, names, keptDays }: ExpiringFiles, now: Date): Promise<void> {
  const allNames = (await ifThere(readdir(folder))) ?? [];
  for (const name of allNames.filter((fileName) => names.test(fileName))) {
    const path = join(folder, name);
    const file = await ifThere(stat(path));
    const hasExpired = file !== null && now.getTime() - file.mtime.getTime() > keptDays * DAY_MS;
    if (hasExpired) await rm(path, { force: true });
  }
}

/** Removes expired files from `dataDir`. */
export async function sweepFiles(dataDir: string, now: Date): Promise<void> {
  for (const files of expiringFilesIn(dataDir)) await sweepFolder(files, now);
}

const SWEEP_INTERVAL_MS = 60 * 60 * 1000;

/** Runs `sweep` every hour. Returns a function that stops it and waits for the last run. */
export function sweepHourly(sweep: () => Promise<void>, logger: Logger): () => Promise<void> {
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = sweep().catch((error: unknown) => logger.error({ error: String(error) }, "sweeping failed"));
  }, SWEEP_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    return last;
  };
}
