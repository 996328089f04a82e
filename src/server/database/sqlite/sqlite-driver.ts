import { setTimeout as sleep } from "node:timers/promises";
import type SqliteFile from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from "kysely";
import { reasonOf } from "../data-dir.ts";
import type { Pause } from "../database.ts";

/** How often to retry while another process has locked the file. Other callers use the connection in between. */
const RETRY_MS = 20;
const NEVER = Number.NEGATIVE_INFINITY;

/** Converts dates and booleans, which SQLite lacks, as PostgreSQL's driver does. */
function toSqliteValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "boolean" ? Number(value) : value;
}

/**
 * Kysely's driver for one SQLite file. All callers share its one connection. A mutex gives it to one caller at a time, for a
 * statement or a transaction. While another process has locked the file, statements are retried without blocking.
 */
export class SqliteDriver implements Driver {
  readonly #file: SqliteFile.Database;
  /** Prepared statements, by their SQL. */
  readonly #statements = new Map<string, SqliteFile.Statement>();
  /** The callers that wait for the mutex. */
  readonly #waiting: (() => void)[] = [];
  readonly #closing = new AbortController();
  readonly pause: Pause;
  /** The timeout of retries. */
  #mostBusyMs: number;
  /** When another process's lock was first and last noticed, by `performance.now()`. */
  #busySince = NEVER;
  #lastBusyAt = NEVER;
  #isLocked = false;

  constructor(file: SqliteFile.Database, mostBusyMs: number, pause: Pause) {
    this.#file = file;
    this.#mostBusyMs = mostBusyMs;
    this.pause = pause;
  }

  /** Sets how long statements are retried while another process has locked the file. */
  waitAtMost(milliseconds: number): void {
    this.#mostBusyMs = milliseconds;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(new SqliteCaller(this));
  }

  beginTransaction(connection: SqliteCaller, { accessMode }: TransactionSettings): Promise<void> {
    return connection.begin(accessMode === "read only");
  }

  commitTransaction(connection: SqliteCaller): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: SqliteCaller): Promise<void> {
    return connection.rollBack();
  }

  releaseConnection(connection: SqliteCaller): Promise<void> {
    connection.unlock();
    return Promise.resolve();
  }

  destroy(): Promise<void> {
    this.#closing.abort();
    this.#file.close();
    return Promise.resolve();
  }

  get isInTransaction(): boolean {
    return this.#file.inTransaction;
  }

  async lockMutex(): Promise<void> {
    if (this.#isLocked) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isLocked = true;
  }

  /** Gives the mutex directly to the next caller. */
  unlockMutex(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isLocked = false;
    else next();
  }

  /** Runs `act` between the statements and transactions of other callers. */
  async runExclusive(act: () => void): Promise<void> {
    await this.lockMutex();
    try {
      act();
    } finally {
      this.unlockMutex();
    }
  }

  /**
   * Whether to retry a statement that failed with this error. If so, waits for the next try. The timeout is for the
   * whole time that the file has been locked, so callers that come later wait less.
   */
  async waitToRetry(error: unknown): Promise<boolean> {
    if (!reasonOf(error).startsWith("SQLITE_BUSY")) return false;
    const now = performance.now();
    // No lock was noticed for long, so this is a new one.
    if (now - this.#lastBusyAt > this.#mostBusyMs) this.#busySince = now;
    this.#lastBusyAt = now;
    if (now - this.#busySince >= this.#mostBusyMs) return false;
    await sleep(RETRY_MS, null, { signal: this.#closing.signal });
    return true;
  }

  run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#file.prepare(sql);
      this.#statements.set(sql, statement);
    }
    const values = parameters.map(toSqliteValue);
    if (statement.reader) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    // The write succeeded, so no other process has the lock now.
    this.#lastBusyAt = NEVER;
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  }
}

/**
 * What Kysely gives a caller as its connection. It has the mutex for a statement or a transaction, but not while it waits
 * for another process's lock, so that other callers can read.
 */
class SqliteCaller implements DatabaseConnection {
  readonly #driver: SqliteDriver;
  #hasMutex = false;
  /** Whether this caller has begun a transaction, and neither committed nor rolled it back. */
  #isBegun = false;

  constructor(driver: SqliteDriver) {
    this.#driver = driver;
  }

  get #isInTransaction(): boolean {
    return this.#hasMutex && this.#driver.isInTransaction;
  }

  /** A writing transaction takes the write lock at once. Otherwise its first write could fail after it has read. */
  async begin(isReadOnly: boolean): Promise<void> {
    await this.executeQuery(CompiledQuery.raw(isReadOnly ? "begin" : "begin immediate"));
    this.#isBegun = true;
  }

  async commit(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw("commit"));
    this.#isBegun = false;
  }

  /** On a full disk SQLite has rolled back by itself. A second rollback would fail, and hide the first error. */
  async rollBack(): Promise<void> {
    this.#isBegun = false;
    if (this.#isInTransaction) await this.executeQuery(CompiledQuery.raw("rollback"));
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // SQLite has rolled back by itself (full disk). Without this check, further statements would be committed one by one.
    if (this.#isBegun && !this.#isInTransaction) throw new Error("SQLite took this transaction back");
    for (;;) {
      const pause = this.#driver.pause();
      if (pause !== undefined) await pause;
      if (!this.#hasMutex) await this.#driver.lockMutex();
      this.#hasMutex = true;
      try {
        return this.#driver.run(query);
      } catch (error) {
        // Not retried: a transaction has the file's lock already, so this is another error.
        if (this.#isInTransaction) throw error;
        this.unlock();
        if (!(await this.#driver.waitToRetry(error))) throw error;
      } finally {
        if (!this.#isInTransaction) this.unlock();
      }
    }
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncGenerator<never> {
    await Promise.reject(new Error("no query of this product is streamed"));
  }

  unlock(): void {
    if (!this.#hasMutex) return;
    this.#hasMutex = false;
    this.#driver.unlockMutex();
  }
}

/** Turns off Kysely's own mutex, which a caller would keep even while it waits for another process. */
class SharedConnectionAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Kysely's dialect of SQLite, with this driver instead of Kysely's. */
export function sqliteDialect(driver: SqliteDriver): Dialect {
  return {
    createDriver: () => driver,
    createAdapter: () => new SharedConnectionAdapter(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
