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

/** The first check is not at the start: a server that fails and restarts again and again must not fill the disk. */
const CHECK_INTERVAL_MS = 10 * 60 * 1000;
/** The backup command: in the folder of the commands as a source, beside this file as a bundle. */
const COMMAND = join(import.meta.dirname, extname(import.meta.filename) === ".ts" ? "commands/backup.ts" : "backup.js");

/** A folder with a database of its own, and how the command is told of it. */
export interface BackupPlace {
  readonly dataDir: string;
  readonly words: readonly string[];
  /** Since when there is something new in it; `null`: always. */
  readonly usedAt: Date | null;
}

interface DailyBackupOptions {
  /** Left out: the one folder of the settings. */
  readonly findPlaces?: () => Promise<readonly BackupPlace[]>;
  /** Decides when a backup is due, what it is called, and which older ones go: its own process is told the moment. */
  readonly clock?: () => Date;
  readonly checkEveryMs?: number;
}

/**
 * Makes a daily backup of an SQLite database into `DATA_DIR`. PostgreSQL has its own backup tools. Returns a function
 * that stops it.
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
