import { setTimeout as sleep } from "node:timers/promises";
import type SqliteFile from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  type TransactionSettings,
} from "kysely";
import { reasonOf } from "../data-dir.ts";
import type { Pause } from "../database.ts";

/** How often to retry while another process holds the write lock. Other callers use the connection in between. */
const RETRY_MS = 20;

/** Converts dates and booleans, which SQLite lacks, as PostgreSQL's driver does. */
function toSqliteValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "boolean" ? Number(value) : value;
}

/** Measures for how long another process has held the file. */
class BusyTime {
  #since = 0;
  #last = Number.NEGATIVE_INFINITY;

  /** Whether to try again: `mostMs` limits the whole time that the file has been held, not the wait of each call. */
  mayRetry(mostMs: number): boolean {
    const now = performance.now();
    if (now - this.#last > mostMs) this.#since = now;
    this.#last = now;
    return now - this.#since < mostMs;
  }

  end(): void {
    this.#last = Number.NEGATIVE_INFINITY;
  }
}

/** The file's one connection, used by one caller at a time. */
export class SqliteDriver implements Driver {
  readonly #file: SqliteFile.Database;
  /** Each statement is prepared once. */
  readonly #statements = new Map<string, SqliteFile.Statement>();
  readonly #waiting: (() => void)[] = [];
  readonly #busyTime = new BusyTime();
  readonly #closing = new AbortController();
  readonly pause: Pause;
  #mostBusyMs: number;
  #isTaken = false;

  constructor(file: SqliteFile.Database, mostBusyMs: number, pause: Pause) {
    this.#file = file;
    this.#mostBusyMs = mostBusyMs;
    this.pause = pause;
  }

  /** Sets how long a call waits for another process that holds the file. */
  waitAtMost(milliseconds: number): void {
    this.#mostBusyMs = milliseconds;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(new SqliteTurns(this));
  }

  /** Takes the write lock at once. Otherwise a transaction that reads first could fail at its first write. */
  async beginTransaction(connection: DatabaseConnection, _settings: TransactionSettings): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
    if (connection instanceof SqliteTurns) connection.isBegun = true;
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
    if (connection instanceof SqliteTurns) connection.isBegun = false;
  }

  /** On a full disk SQLite has rolled back by itself. A second rollback would fail and hide the reason. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (!(connection instanceof SqliteTurns)) return;
    connection.isBegun = false;
    if (connection.isInTransaction) await connection.executeQuery(CompiledQuery.raw("rollback"));
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof SqliteTurns) connection.leave();
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

  async takeTurn(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
  }

  /** Hands the connection directly to the next caller. */
  passTurn(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else next();
  }

  /** Runs `act` on the file between two transactions. */
  async betweenTurns(act: () => void): Promise<void> {
    await this.takeTurn();
    try {
      act();
    } finally {
      this.passTurn();
    }
  }

  /** Whether a statement with this error should be run again. Waits before, if so. */
  async mayRetry(error: unknown): Promise<boolean> {
    const isBusy = reasonOf(error).startsWith("SQLITE_BUSY");
    if (!isBusy || !this.#busyTime.mayRetry(this.#mostBusyMs)) return false;
    await sleep(RETRY_MS, null, { signal: this.#closing.signal });
    return true;
  }

  run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const statement = this.#statementOf(sql);
    const values = parameters.map(toSqliteValue);
    if (statement.reader) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    this.#busyTime.end();
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  }

  #statementOf(text: string): SqliteFile.Statement {
    const prepared = this.#statements.get(text);
    if (prepared !== undefined) return prepared;
    const statement = this.#file.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }
}

/**
 * One caller of the connection. It holds the connection for one statement or one transaction, and releases it while it
 * waits for another process, so that others can read.
 */
class SqliteTurns implements DatabaseConnection {
  readonly #driver: SqliteDriver;
  /** Whether this caller has an open transaction. */
  isBegun = false;
  #hasTurn = false;

  constructor(driver: SqliteDriver) {
    this.#driver = driver;
  }

  get isInTransaction(): boolean {
    return this.#hasTurn && this.#driver.isInTransaction;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // SQLite has rolled back by itself: further statements would be committed one by one.
    if (this.isBegun && !this.isInTransaction) throw new Error("SQLite took this transaction back");
    for (;;) {
      const pause = this.#driver.pause();
      if (pause !== undefined) await pause;
      if (!this.#hasTurn) await this.#driver.takeTurn();
      this.#hasTurn = true;
      try {
        return this.#driver.run(query);
      } catch (error) {
        // A transaction already holds the locks.
        if (this.isInTransaction) throw error;
        this.leave();
        if (!(await this.#driver.mayRetry(error))) throw error;
      } finally {
        if (!this.isInTransaction) this.leave();
      }
    }
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncGenerator<never> {
    await Promise.reject(new Error("no query of this product is streamed"));
  }

  leave(): void {
    if (!this.#hasTurn) return;
    this.#hasTurn = false;
    this.#driver.passTurn();
  }
}

/** Reads and writes `file` through this driver. */
export class SqliteFileDialect extends SqliteDialect {
  readonly #driver: SqliteDriver;

  constructor(file: SqliteFile.Database, driver: SqliteDriver) {
    super({ database: file });
    this.#driver = driver;
  }

  override createDriver(): Driver {
    return this.#driver;
  }

  override createAdapter(): SqliteAdapter {
    return new ManyUsersAdapter();
  }
}

/**
 * Turns off Kysely's own mutex, which would hold the connection from a caller's first statement to the last. The driver
 * releases it sooner.
 */
class ManyUsersAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
