import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { backupFolder } from "./database/backup/backup-files.ts";
import { reasonOf } from "./database/data-dir.ts";
import { outboxFolder } from "./mail/outbox-carrier.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

interface Leftovers {
  readonly folder: string;
  readonly names: RegExp;
  /** Days since their last change. */
  readonly keptFor: number;
}

/** Files that contain names and addresses, and are deleted after a while. Listed in docs/operations.md. */
function leftoversIn(dataDir: string): readonly Leftovers[] {
  const outbox = outboxFolder(dataDir);
  const backups = backupFolder(dataDir);
  return [
    // Their links expire after a week at most.
    { folder: outbox, names: /\.eml$/, keptFor: 7 },
    // Left by a killed process: writing one never takes a day.
    { folder: outbox, names: /\.part$/, keptFor: 1 },
    { folder: backups, names: /\.unfinished$/, keptFor: 1 },
    // Kept as long as the oldest daily backup.
    { folder: backups, names: /^before-restore-.*\.jsonl\.gz$/, keptFor: 35 },
  ];
}

/** `null` if the file does not exist (any more). */
async function ifThere<Result>(looking: Promise<Result>): Promise<Result | null> {
  try {
    return await looking;
  } catch (error) {
    if (reasonOf(error) === "ENOENT") return null;
    throw error;
  }
}

async function sweepFolder({ folder, names, keptFor }: Leftovers, now: Date): Promise<void> {
  for (const name of ((await ifThere(readdir(folder))) ?? []).filter((each) => names.test(each))) {
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

/** Returns a function that stops it. */
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
