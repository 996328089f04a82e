import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { CompiledQuery, type DatabaseConnection, Kysely, sql, SqliteDialect, SqliteDriver } from "kysely";
import { StartError } from "../errors.ts";
import { prepareDataDir, reasonOf } from "./data-dir.ts";
import type { Database, DatabaseFailure } from "./database.ts";
import type { Tables } from "./schema.ts";

const FILE_NAME = "diapason.sqlite";
const OWNER_ONLY = 0o600;
/** How long a write waits for another process's (a migration, `npm run admin`). */
const BUSY_TIMEOUT_MS = 5000;
/** `PRAGMA synchronous` answers with this number for FULL. */
const SYNCHRONOUS_FULL = 2;

const UNIQUE_VIOLATIONS: ReadonlySet<string> = new Set(["SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"]);

/** Another process holds the file for too long, or the disk does not do what it is asked for. */
const UNAVAILABLE = /^SQLITE_(?:BUSY|LOCKED|IOERR|CANTOPEN|READONLY|PROTOCOL)/;

/** SQLite knows no dates and no booleans: the equal of what PostgreSQL's driver does with them. */
function toSqliteValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "boolean" ? Number(value) : value;
}

/** The file as Kysely's dialect wants it, each statement prepared once. */
function preparedOnce(file: SqliteFile.Database) {
  const statements = new Map<string, SqliteFile.Statement>();
  function statementOf(text: string): SqliteFile.Statement {
    const known = statements.get(text);
    if (known !== undefined) return known;
    const statement = file.prepare(text);
    statements.set(text, statement);
    return statement;
  }
  return {
    close: () => file.close(),
    prepare(text: string) {
      const statement = statementOf(text);
      return {
        reader: statement.reader,
        all: (values: readonly unknown[]) => statement.all(...values.map(toSqliteValue)),
        run: (values: readonly unknown[]) => statement.run(...values.map(toSqliteValue)),
        iterate: (values: readonly unknown[]) => statement.iterate(...values.map(toSqliteValue)),
      };
    },
  };
}

class ImmediateDriver extends SqliteDriver {
  readonly #file: SqliteFile.Database;

  constructor(file: SqliteFile.Database) {
    super({ database: preparedOnce(file) });
    this.#file = file;
  }

  /** Takes the write lock at once: a transaction that reads first must not find at its first write that it came too late. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** SQLite has done so by itself where the disk is full: to ask again is an error that would hide the reason. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#file.inTransaction) await super.rollbackTransaction(connection);
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #file: SqliteFile.Database;

  constructor(file: SqliteFile.Database) {
    super({ database: preparedOnce(file) });
    this.#file = file;
  }

  override createDriver(): ImmediateDriver {
    return new ImmediateDriver(this.#file);
  }
}

/** Reads only: whether the file is a sound database is known before anything is written into it. */
function refuseCorrupt(file: SqliteFile.Database): void {
  const verdict = file.pragma("quick_check(1)", { simple: true });
  if (verdict !== "ok") throw new Error(String(verdict));
}

/** An acknowledged write survives a power cut: the log is synced at each commit, and the setting is read back. */
export function makeDurable(file: SqliteFile.Database): void {
  const mode = file.pragma("journal_mode = wal", { simple: true });
  file.pragma("synchronous = full");
  file.pragma("foreign_keys = on");
  const synchronous = file.pragma("synchronous", { simple: true });
  if (mode !== "wal" || synchronous !== SYNCHRONOUS_FULL || file.pragma("foreign_keys", { simple: true }) !== 1) {
    throw new Error("write-ahead log, full synchronisation or foreign keys refused");
  }
}

function openFile(path: string): SqliteFile.Database {
  // SQLite would create the file readable by all; its log takes the file's own rights.
  closeSync(openSync(path, "a", OWNER_ONLY));
  const file = new SqliteFile(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    refuseCorrupt(file);
    makeDurable(file);
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
  if (error.code === "SQLITE_FULL") return "disk_full";
  return UNAVAILABLE.test(error.code) ? "unavailable" : null;
}

/** Opens, or creates, the SQLite file in `dataDir`. */
export async function openSqlite(dataDir: string): Promise<Database> {
  await prepareDataDir(dataDir);
  const path = join(dataDir, FILE_NAME);
  try {
    const kysely = new Kysely<Tables>({ dialect: new ImmediateDialect(openFile(path)) });
    return {
      engine: "sqlite",
      kysely,
      isUniqueViolation,
      failureOf,
      // A file that does not take the right ones is refused.
      weakSettings: [],
      // No other process serves this file: there is nothing to hear.
      listen: () => () => Promise.resolve(),
      ping: async () => void (await sql`select 1`.execute(kysely)),
      close: () => kysely.destroy(),
    };
  } catch (error) {
    throw new StartError(`The database file cannot be used: ${path} (${reasonOf(error)})`, { cause: error });
  }
}
