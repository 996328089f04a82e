import { execFile } from "node:child_process";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import type { Logger } from "pino";
import {
  automaticOption,
  backupFolder,
  isBackupDue,
  latestBackup,
  listBackups,
} from "./database/backup/backup-files.ts";
import type { Settings } from "./env.ts";

/**
 * How often to check whether a backup is due. A start does not check at once: a server that crashes and restarts in a loop
 * must not fill the disk with backups.
 */
const CHECK_INTERVAL_MS = 10 * 60 * 1000;
/** The file of the backup command: `commands/backup.ts` in the sources, `backup.js` in the built product. */
const COMMAND = join(import.meta.dirname, extname(import.meta.filename) === ".ts" ? "commands/backup.ts" : "backup.js");

const run = promisify(execFile);

/** A database that gets daily backups. */
export interface BackupPlace {
  readonly dataDir: string;
  /** The arguments that name this database for the backup command. */
  readonly commandArguments: readonly string[];
  /** When the data may last have changed; `null`: at any time. */
  readonly usedAt: Date | null;
}

interface DailyBackupOptions {
  /** Default: one database, in the folder of the settings. */
  readonly findPlaces?: (() => Promise<readonly BackupPlace[]>) | undefined;
  /** Passed on to the backup command, which names the backup and deletes older ones by it. */
  readonly clock?: () => Date;
  readonly checkEveryMs?: number;
}

/** Backs up SQLite databases every day (PostgreSQL has its own backup tools). Returns a function that stops it. */
export function keepDailyBackups(
  { databaseUrl, dataDir }: Pick<Settings, "databaseUrl" | "dataDir">,
  logger: Logger,
  {
    clock = () => new Date(),
    checkEveryMs = CHECK_INTERVAL_MS,
    findPlaces = () => Promise.resolve([{ dataDir, commandArguments: [], usedAt: null }]),
  }: DailyBackupOptions,
): () => void {
  if (databaseUrl !== null) return () => undefined;
  let isChecking = false;
  const stopping = new AbortController();

  /** Runs the backup command as a process of its own, so that requests do not wait for it. */
  async function makeBackup(now: Date, commandArguments: readonly string[]): Promise<void> {
    const command = [COMMAND, automaticOption(now), ...commandArguments];
    try {
      await run(process.execPath, command, { signal: stopping.signal });
      logger.info("the daily backup is made");
    } catch (error) {
      if (stopping.signal.aborted) return;
      // A process that cannot be started, for lack of memory for example, has no output.
      const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: string };
      logger.error({ code, reason: stderr?.trim() || String(error) }, "the daily backup failed");
    }
  }

  async function backUpIfDue({ dataDir: folder, commandArguments, usedAt }: BackupPlace): Promise<void> {
    const now = clock();
    const names = await listBackups(backupFolder(folder));
    const latest = latestBackup(names);
    const mayHaveChanged = usedAt === null || latest === null || usedAt > latest;
    if (mayHaveChanged && isBackupDue(names, now)) await makeBackup(now, commandArguments);
  }

  function logFailure(error: unknown): void {
    logger.error({ error: String(error) }, "the daily backup failed");
  }

  async function check(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    try {
      for (const place of await findPlaces()) if (!stopping.signal.aborted) await backUpIfDue(place).catch(logFailure);
    } catch (error) {
      logFailure(error);
    } finally {
      isChecking = false;
    }
  }

  const timer = setInterval(() => void check(), checkEveryMs);
  return () => {
    clearInterval(timer);
    stopping.abort();
  };
}
