import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { backupFolder } from "./database/backup/backup-files.ts";
import { ifThere } from "./database/data-dir.ts";
import { outboxFolder } from "./mail/outbox-transport.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

interface Leftovers {
  readonly folder: string;
  readonly names: RegExp;
  /** Days since their last change. */
  readonly keptFor: number;
}

/** Files with names and addresses that are deleted after a while. Listed in docs/operations.md. */
function leftoversIn(dataDir: string): readonly Leftovers[] {
  const outbox = outboxFolder(dataDir);
  const backups = backupFolder(dataDir);
  return [
    // Mails: their links expire after a week at most.
    { folder: outbox, names: /\.eml$/, keptFor: 7 },
    // Left by a killed process: writing a file never takes a day.
    { folder: outbox, names: /\.part$/, keptFor: 1 },
    { folder: backups, names: /\.unfinished$/, keptFor: 1 },
    // Kept as long as the oldest daily backup.
    { folder: backups, names: /^before-restore-.*\.jsonl\.gz$/, keptFor: 35 },
  ];
}

async function sweepFolder({ folder, names, keptFor }: Leftovers, now: Date): Promise<void> {
  const files = (await ifThere(readdir(folder))) ?? [];
  for (const name of files.filter((file) => names.test(file))) {
    const path = join(folder, name);
    const file = await ifThere(stat(path));
    if (file !== null && now.getTime() - file.mtime.getTime() > keptFor * DAY_MS) await rm(path, { force: true });
  }
}

/** Removes expired files from `dataDir`. */
export async function sweepFiles(dataDir: string, now: Date): Promise<void> {
  for (const leftovers of leftoversIn(dataDir)) await sweepFolder(leftovers, now);
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
