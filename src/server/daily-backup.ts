import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { extname, join } from "node:path";
import type { Logger } from "pino";
import { AUTOMATIC, backupFolder, isBackupDue, listBackups } from "./database/backup/backup-files.ts";
import type { Settings } from "./env.ts";

/** Not at once: a start has other things to do, and a server that keeps failing must not fill the disk. */
const CHECK_INTERVAL_MS = 10 * 60 * 1000;
/** The command beside this file, as a source and as a bundle. */
const COMMAND = join(import.meta.dirname, `backup${extname(import.meta.filename)}`);

/**
 * Keeps a daily backup of an SQLite file beside it; a PostgreSQL server has ways of its own. Returns how to stop.
 */
export function keepDailyBackups(
  { databaseUrl, dataDir }: Pick<Settings, "databaseUrl" | "dataDir">,
  logger: Logger,
  checkEveryMs = CHECK_INTERVAL_MS,
): () => void {
  if (databaseUrl !== null) return () => undefined;
  let child: ChildProcess | undefined;

  /** In a process of its own, on a connection of its own: requests do not wait for it. */
  async function makeBackup(): Promise<void> {
    const running = spawn(process.execPath, [COMMAND, AUTOMATIC], { stdio: ["ignore", "ignore", "pipe"] });
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
      if (child === undefined && isBackupDue(await listBackups(backupFolder(dataDir)), new Date())) await makeBackup();
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
