import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { extname, join } from "node:path";
import type { Logger } from "pino";
import { automaticWord, backupFolder, isBackupDue, listBackups } from "./database/backup/backup-files.ts";
import type { Settings } from "./env.ts";

/** The first check is not at the start: a server that fails and restarts again and again must not fill the disk. */
const CHECK_INTERVAL_MS = 10 * 60 * 1000;
/** The backup command: in the folder of the commands as a source, beside this file as a bundle. */
const COMMAND = join(import.meta.dirname, extname(import.meta.filename) === ".ts" ? "commands/backup.ts" : "backup.js");

interface DailyBackupOptions {
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
  { clock = () => new Date(), checkEveryMs = CHECK_INTERVAL_MS }: DailyBackupOptions = {},
): () => void {
  if (databaseUrl !== null) return () => undefined;
  let child: ChildProcess | undefined;

  /** Runs in a process with its own connection, so that requests do not wait for it. */
  async function makeBackup(now: Date): Promise<void> {
    const running = spawn(process.execPath, [COMMAND, automaticWord(now)], { stdio: ["ignore", "ignore", "pipe"] });
    child = running;
    let reason = "";
    running.stderr.on("data", (chunk: Buffer) => (reason += chunk.toString()));
    const [code] = (await once(running, "close")) as [number | null];
    child = undefined;
    if (code === 0) logger.info("the daily backup is made");
    else logger.error({ code, reason: reason.trim() }, "the daily backup failed");
  }

  async function check(): Promise<void> {
    try {
      const now = clock();
      if (child === undefined && isBackupDue(await listBackups(backupFolder(dataDir)), now)) await makeBackup(now);
    } catch (error) {
      logger.error({ error: String(error) }, "the daily backup failed");
    }
  }

  const timer = setInterval(() => void check(), checkEveryMs);
  return () => {
    clearInterval(timer);
    child?.kill();
  };
}
