import { closeSync, existsSync, openSync } from "node:fs";
import SqliteFile from "better-sqlite3";
import { Kysely, sql } from "kysely";
import { fileUnusable } from "#text/commands/start-lines.ts";
import { prepareDataDir, reasonOf } from "../data-dir.ts";
import { type Database, type DatabaseFailure, type Pause } from "../database.ts";
import type { Tables } from "../schema.ts";
import { fileFailure, isDiskFull } from "../start-failures.ts";
import { emptyLog, overwriteDeleted } from "./forget-deleted.ts";
import { listenForOtherCommits } from "./other-commits.ts";
import { sqliteDialect, SqliteDriver } from "./sqlite-driver.ts";
import { sqlitePath } from "./sqlite-path.ts";

const OWNER_ONLY = 0o600;
/** How long opening the file waits for another process's lock. It may block the process, which serves no request yet. */
const OPENING_MS = 5000;
/** How long a command waits for another process's lock: a migration or restoration may be running. */
const COMMAND_WAIT_MS = 30_000;
/** How long a server's statements wait for another process's lock. */
const SERVER_WAIT_MS = 3000;
/** The number that `PRAGMA synchronous` returns for FULL. */
const SYNCHRONOUS_FULL = 2;

const UNIQUE_VIOLATIONS: ReadonlySet<string> = new Set(["SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"]);

/** Another process has locked the file for too long, or the disk fails. */
const UNAVAILABLE = /^SQLITE_(?:BUSY|LOCKED|IOERR|CANTOPEN|READONLY|PROTOCOL)/;

/** Checks the file's integrity before anything is written. @throws Error for a corrupt file */
function refuseCorrupt(file: SqliteFile.Database): void {
  const verdict = file.pragma("quick_check(1)", { simple: true });
  if (verdict !== "ok") throw new Error(String(verdict));
}

/** Makes committed writes survive a power cut: the log is synced to disk at each commit. @throws Error if SQLite refuses */
export function makeDurable(file: SqliteFile.Database): void {
  const mode = file.pragma("journal_mode = wal", { simple: true });
  file.pragma("synchronous = full");
  file.pragma("foreign_keys = on");
  const synchronous = file.pragma("synchronous", { simple: true });
  if (mode !== "wal" || synchronous !== SYNCHRONOUS_FULL || file.pragma("foreign_keys", { simple: true }) !== 1) {
    throw new Error("write-ahead log, full synchronisation or foreign keys refused");
  }
}

/** Whether the last process closed the file properly: SQLite then removes the write-ahead log. */
function wasClosed(path: string): boolean {
  return !existsSync(`${path}-wal`);
}

function openFile(
  path: string,
  { mustExist, isTrusted }: Pick<Required<SqliteOptions>, "mustExist" | "isTrusted">,
): SqliteFile.Database {
  // Creates the file (`r+` instead fails if it is missing). SQLite would create it readable by all users. Its log gets the
  // same rights.
  closeSync(openSync(path, mustExist ? "r+" : "a", OWNER_ONLY));
  const isCheckSkipped = isTrusted && wasClosed(path);
  const file = new SqliteFile(path, { timeout: OPENING_MS });
  try {
    if (!isCheckSkipped) refuseCorrupt(file);
    makeDurable(file);
    overwriteDeleted(file);
    // No waiting inside SQLite, which would block the whole process. The driver retries instead.
    file.pragma("busy_timeout = 0");
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof SqliteFile.SqliteError && UNIQUE_VIOLATIONS.has(error.code);
}

function failureOf(error: unknown): DatabaseFailure | null {
  if (!(error instanceof SqliteFile.SqliteError)) return null;
  if (isDiskFull(error)) return "disk_full";
  return UNAVAILABLE.test(error.code) ? "unavailable" : null;
}

/** The size of the file in bytes. The log beside it does not count: SQLite moves its content into the file regularly. */
async function readSize(kysely: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(kysely);
  return rows[0]?.bytes ?? 0;
}

function databaseOf(file: SqliteFile.Database, pause: Pause = () => undefined): Database {
  const driver = new SqliteDriver(file, COMMAND_WAIT_MS, pause);
  const kysely = new Kysely<Tables>({ dialect: sqliteDialect(driver) });
  return {
    engine: "sqlite",
    kysely,
    isUniqueViolation,
    failureOf,
    // Always empty: `makeDurable` refuses a file with unsafe settings.
    weakSettings: [],
    listen: listenForOtherCommits(file),
    readSize: () => readSize(kysely),
    ping: async () => void (await sql`select 1`.execute(kysely)),
    limitWaits: () => driver.waitAtMost(SERVER_WAIT_MS),
    forgetDeleted: () => driver.runExclusive(() => emptyLog(file)),
    close: () => kysely.destroy(),
  };
}

interface SqliteOptions {
  readonly path?: string;
  /** Whether a missing file is an error. For data that existed before: a new, empty file would hide their loss. */
  readonly mustExist?: boolean;
  /** Whether to skip the integrity check, which reads the whole file, if the file was closed properly. */
  readonly isTrusted?: boolean;
  /** Called before each statement, so that other requests can run. */
  readonly pause?: Pause;
}

/** Opens, or creates, the SQLite file in `dataDir`. */
export async function openSqlite(
  dataDir: string,
  { path = sqlitePath(dataDir), mustExist = false, isTrusted = false, pause }: SqliteOptions = {},
): Promise<Database> {
  if (!mustExist) await prepareDataDir(dataDir);
  try {
    return databaseOf(openFile(path, { mustExist, isTrusted }), pause);
  } catch (error) {
    throw fileFailure(fileUnusable(path, reasonOf(error)), error);
  }
}

/** Opens an empty temporary database. The operating system deletes its file when the process ends, even by a crash. */
export function openTemporarySqlite(): Database {
  const file = new SqliteFile("");
  file.pragma("foreign_keys = on");
  return databaseOf(file);
}
