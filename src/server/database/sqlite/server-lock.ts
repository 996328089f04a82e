import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { folderInUse, folderNotLocked } from "#text/commands/start-lines.ts";
import type { Settings } from "../../env.ts";
import { prepareDataDir, reasonOf } from "../data-dir.ts";
import type { Database } from "../database.ts";
import { fileFailure } from "../start-failures.ts";

const FILE_NAME = "server.lock";
const OWNER_ONLY = 0o600;
/** Two servers that start at the same moment may block each other briefly. */
const LOCK_WAIT_MS = 50;

/** Creates the file if it is missing. An existing one is not opened: closing it would release this process's lock. */
function createFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", OWNER_ONLY));
  } catch (error) {
    if (reasonOf(error) !== "EEXIST") throw error;
  }
}

/**
 * Locks `dataDir` for one server, because two servers on one SQLite file would not notice each other's changes. Commands do
 * not take this lock. On PostgreSQL, where many servers may run, it does nothing. The lock is a file lock of the operating
 * system, which SQLite takes on an empty file. It ends with the process, or when the returned function is called.
 * @throws StartError when another server has the lock
 */
export async function lockForServer({
  databaseUrl,
  dataDir,
}: Pick<Settings, "databaseUrl" | "dataDir">): Promise<() => void> {
  if (databaseUrl !== null) return () => undefined;
  const { default: SqliteFile } = await import("better-sqlite3");
  await prepareDataDir(dataDir);
  const path = join(dataDir, FILE_NAME);
  try {
    createFile(path);
    const lock = new SqliteFile(path, { timeout: LOCK_WAIT_MS });
    try {
      lock.exec("begin exclusive");
    } catch (error) {
      lock.close();
      throw error;
    }
    return () => void lock.close();
  } catch (error) {
    const reason = reasonOf(error);
    const problem = reason === "SQLITE_BUSY" ? folderInUse(dataDir) : folderNotLocked(dataDir, reason);
    throw fileFailure(problem, error);
  }
}

/** Opens the database for a server. On SQLite it locks the folder until the database is closed. */
export async function openForServer(
  settings: Settings,
  openDatabase: (settings: Settings) => Promise<Database>,
): Promise<Database> {
  // The lock comes first, because opening the database may write.
  const release = await lockForServer(settings);
  try {
    const database = await openDatabase(settings);
    return { ...database, close: () => database.close().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}
