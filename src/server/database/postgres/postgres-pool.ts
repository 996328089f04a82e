import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type { Pool, PoolClient } from "pg";
import { reasonOf } from "../data-dir.ts";
import { TimeoutError, within } from "../../time-limit.ts";

/** Time limits of a server's queries, in milliseconds. */
export interface PostgresLimits {
  /** For getting a connection, pooled or new. */
  readonly connectionMs: number;
  /** For a statement, enforced by PostgreSQL, which then cancels it. */
  readonly statementMs: number;
  /** For an answer, enforced here in case PostgreSQL is frozen or unreachable. */
  readonly answerMs: number;
}

/** How a connection is set up before it is used. */
export interface PostgresSession {
  /** PostgreSQL settings for the caller that takes the connection. Other settings stay as they were. */
  readonly settings: Readonly<Record<string, string>>;
  readonly limits: PostgresLimits | null;
}

/** Shorter than the grace period of a stop, so that every request in flight is answered. */
export const POSTGRES_LIMITS: PostgresLimits = { connectionMs: 3000, statementMs: 4500, answerMs: 5500 };
/** After a timeout, how long queries are refused without trying. */
const PAUSE_MS = 1000;
/** How long to wait for open connections when closing. */
const FAREWELL_MS = 400;

/** The connection broke or could not be opened. The driver reports this by message only, without a code. */
export class ConnectionFailure extends Error {}

/** Whether an error is about the statement: PostgreSQL's own errors have a severity, a TypeError is a bug of the caller. */
function isStatementError(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && "severity" in error);
}

/** @throws ConnectionFailure when the connection broke; errors of the statement pass unchanged */
async function overConnection<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isStatementError(error)) throw error;
    throw new ConnectionFailure(reasonOf(error), { cause: error });
  }
}

/** Whether PostgreSQL closes the connection after this error. */
function isFatal(error: unknown): boolean {
  return error instanceof Error && "severity" in error && error.severity === "FATAL";
}

function isTimeout(error: unknown): boolean {
  return error instanceof ConnectionFailure && error.cause instanceof TimeoutError;
}

/** Callbacks by which a connection reports to its pool. */
interface ConnectionReports {
  readonly answered: () => void;
  readonly silent: () => void;
  readonly released: () => void;
}

/** A connection that is discarded once it broke, or a statement was not answered in time. */
class BoundedClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #answerMs: number | null;
  readonly #reports: ConnectionReports;
  #isBroken = false;

  constructor(client: PoolClient, answerMs: number | null, reports: ConnectionReports) {
    this.#client = client;
    this.#answerMs = answerMs;
    this.#reports = reports;
  }

  query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(text: string | PostgresCursor<Row>, parameters: readonly unknown[] = []): unknown {
    if (typeof text !== "string") throw new TypeError("no query of this product is streamed");
    return this.#run(text, parameters);
  }

  async #run(text: string, parameters: readonly unknown[]): Promise<unknown> {
    // A late answer to the previous statement must not be taken for the answer to this one.
    if (this.#isBroken) throw new ConnectionFailure("the connection was given up");
    try {
      const result = await overConnection(() => within(this.#answerMs, this.#client.query(text, [...parameters])));
      this.#reports.answered();
      return result;
    } catch (error) {
      if (isTimeout(error)) this.#giveUp();
      else if (!(error instanceof ConnectionFailure)) this.#reports.answered();
      // The pool must not hand out a broken connection again.
      this.#isBroken ||= error instanceof ConnectionFailure || isFatal(error);
      throw error;
    }
  }

  #giveUp(): void {
    this.#isBroken = true;
    this.#client.connection.stream.destroy();
    this.#reports.silent();
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#isBroken);
    this.#reports.released();
  }
}

/**
 * A pool with bounded waits. While PostgreSQL is silent, one probe at a time is sent. Callers wait for its answer, or are
 * refused at once if the last probe has just failed, so that calls do not pile up. The first answer admits all callers
 * again.
 */
export class BoundedPool implements PostgresPool {
  readonly options = {};
  readonly #pool: Pool;
  readonly #destroyAll: () => void;
  readonly #idle = new Set<PoolClient>();
  /** The current settings of each connection. */
  readonly #settings = new WeakMap<PoolClient, Map<string, string>>();
  #session: PostgresSession = { settings: {}, limits: null };
  #inUse = 0;
  #isSilent = false;
  #nextProbeAt = 0;
  #probe: Promise<void> | null = null;

  /** @param destroyAll cuts off all connections of this pool */
  constructor(pool: Pool, destroyAll: () => void) {
    this.#pool = pool;
    this.#destroyAll = destroyAll;
    pool.on("acquire", (client) => void this.#idle.delete(client));
    pool.on("release", (_error, client) => void this.#idle.add(client));
    pool.on("remove", (client) => void this.#idle.delete(client));
  }

  /** Sets the limits. Until then there are none. */
  limit(limits: PostgresLimits): void {
    this.#session = { settings: { statement_timeout: String(limits.statementMs) }, limits };
  }

  /**
   * Takes a connection and applies the settings that differ from those of its last caller, in a round trip of their own. If
   * that fails, the connection is discarded.
   */
  async connect(session = this.#session): Promise<PostgresPoolClient> {
    if (this.#isSilent) await this.#waitForProbe(session);
    return this.#take(session);
  }

  /**
   * Closes the pool. Connections still in use after a moment are destroyed, as a silent PostgreSQL never confirms the
   * close.
   */
  async end(): Promise<void> {
    await within(FAREWELL_MS, this.#pool.end()).catch(() => undefined);
    this.#destroyAll();
  }

  async #take({ settings, limits }: PostgresSession): Promise<BoundedClient> {
    const client = await this.#checkOut(limits);
    const bounded = new BoundedClient(client, limits?.answerMs ?? null, {
      answered: () => (this.#isSilent = false),
      silent: () => this.#fallSilent(),
      released: () => (this.#inUse -= 1),
    });
    try {
      await this.#setUp(client, bounded, settings);
      return bounded;
    } catch (error) {
      bounded.release(true);
      throw error;
    }
  }

  async #setUp(client: PoolClient, bounded: BoundedClient, settings: PostgresSession["settings"]): Promise<void> {
    const current = this.#settings.get(client) ?? new Map<string, string>();
    const changed = Object.entries(settings).filter(([name, value]) => current.get(name) !== value);
    if (changed.length === 0) return;
    const calls = changed.map((_, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, false)`);
    await bounded.query(`select ${calls.join(", ")}`, changed.flat());
    this.#settings.set(client, new Map([...current, ...changed]));
  }

  async #checkOut(limits: PostgresLimits | null): Promise<PoolClient> {
    const connecting = this.#pool.connect();
    try {
      const client = await overConnection(() => within(limits?.connectionMs ?? null, connecting));
      this.#inUse += 1;
      return client;
    } catch (error) {
      if (isTimeout(error)) {
        connecting.then(
          (client) => client.release(),
          () => undefined,
        );
        // When all connections are in use, a wait says nothing about PostgreSQL.
        if (this.#inUse < this.#pool.options.max) this.#fallSilent();
      }
      throw error;
    }
  }

  #fallSilent(): void {
    this.#isSilent = true;
    this.#nextProbeAt = performance.now() + PAUSE_MS;
    // Idle connections are dead too; otherwise each would cost one caller a timeout.
    for (const client of this.#idle) client.connection.stream.destroy();
  }

  async #waitForProbe(session: PostgresSession): Promise<void> {
    if (performance.now() < this.#nextProbeAt) throw new ConnectionFailure("PostgreSQL does not answer");
    this.#probe ??= this.#sendProbe(session).finally(() => (this.#probe = null));
    await this.#probe;
  }

  async #sendProbe(session: PostgresSession): Promise<void> {
    try {
      const client = await this.#take(session);
      await client.query("select 1", []).finally(() => client.release());
    } catch (error) {
      if (isTimeout(error)) this.#nextProbeAt = performance.now() + PAUSE_MS;
      throw error;
    }
  }
}
