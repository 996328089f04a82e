import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { extname, join } from "node:path";
import type { Logger } from "pino";
import {
  automaticOption,
  backupFolder,
  isBackupDue,
  latestBackup,
  listBackups,
} from "./database/backup/backup-files.ts";
import type { Settings } from "./env.ts";

/** Also the time until the first check: a server that restarts again and again must not fill the disk with backups. */
const CHECK_INTERVAL_MS = 10 * 60 * 1000;
/** The backup command: in the folder of the commands in the sources, beside this file in the built product. */
const COMMAND = join(import.meta.dirname, extname(import.meta.filename) === ".ts" ? "commands/backup.ts" : "backup.js");

/** A database that gets daily backups. */
export interface BackupPlace {
  readonly dataDir: string;
  /** The arguments with which the backup command finds it. */
  readonly words: readonly string[];
  /** When the data may last have changed; `null`: at any time. */
  readonly usedAt: Date | null;
}

interface DailyBackupOptions {
  /** Default: the folder of the settings alone. */
  readonly findPlaces?: () => Promise<readonly BackupPlace[]>;
  /** Passed on to the backup command, which names the backup and deletes older ones by it. */
  readonly clock?: () => Date;
  readonly checkEveryMs?: number;
}

/**
 * Backs up SQLite databases every day into their `DATA_DIR`. PostgreSQL has its own backup tools. Returns a function that
 * stops it.
 */
export function keepDailyBackups(
  { databaseUrl, dataDir }: Pick<Settings, "databaseUrl" | "dataDir">,
  logger: Logger,
  { clock = () => new Date(), checkEveryMs = CHECK_INTERVAL_MS, findPlaces }: DailyBackupOptions = {},
): () => void {
  if (databaseUrl !== null) return () => undefined;
  const listPlaces = findPlaces ?? (() => Promise.resolve([{ dataDir, words: [], usedAt: null }]));
  let child: ChildProcess | undefined;
  let isChecking = false;
  let isStopped = false;

  /** Runs in a process with its own connection, so that requests do not wait for it. */
  async function makeBackup(now: Date, words: readonly string[]): Promise<void> {
    const running = spawn(process.execPath, [COMMAND, automaticOption(now), ...words], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    child = running;
    let reason = "";
    running.stderr.on("data", (chunk: Buffer) => (reason += chunk.toString()));
    const [code] = (await once(running, "close")) as [number | null];
    child = undefined;
    if (code === 0) logger.info("the daily backup is made");
    else logger.error({ code, reason: reason.trim() }, "the daily backup failed");
  }

  async function backUp({ dataDir: folder, words, usedAt }: BackupPlace): Promise<void> {
    const now = clock();
    const names = await listBackups(backupFolder(folder));
    const latest = latestBackup(names);
    const isNew = usedAt === null || latest === null || usedAt > latest;
    if (isNew && isBackupDue(names, now)) await makeBackup(now, words);
  }

  async function check(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    try {
      for (const place of await listPlaces()) if (!isStopped) await backUp(place);
    } catch (error) {
      logger.error({ error: String(error) }, "the daily backup failed");
    } finally {
      isChecking = false;
    }
  }

  const timer = setInterval(() => void check(), checkEveryMs);
  return () => {
    isStopped = true;
    clearInterval(timer);
    child?.kill();
  };
}
