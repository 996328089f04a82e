import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { folderInUse, folderNotLocked } from "#text/commands/start-lines.ts";
import type { Settings } from "../../env.ts";
import { prepareDataDir, reasonOf } from "../data-dir.ts";
import type { Database } from "../database.ts";
import { fileFailure } from "../start-failures.ts";

const FILE_NAME = "server.lock";
const OWNER_ONLY = 0o600;
/** Two servers that start at the same moment may block each other for an instant, so that one has to wait. */
const LOCK_WAIT_MS = 50;

/** Does not open an existing file: closing it again would release this process's lock on it. */
function createFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", OWNER_ONLY));
  } catch (error) {
    if (reasonOf(error) !== "EEXIST") throw error;
  }
}

/**
 * Locks `dataDir` for one server, because two servers on one SQLite file would not notice each other's changes. The
 * lock ends with the process, or by calling the returned function. It is a file lock of the system, taken through
 * SQLite on an empty file. Commands do not take it. On PostgreSQL many servers may run.
 * @throws StartError when another server holds it
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
