import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type { Pool, PoolClient } from "pg";
import { reasonOf } from "../data-dir.ts";
import { TimeoutError, within } from "./time-limit.ts";

/** Time limits of a server's queries, in milliseconds. */
export interface PostgresLimits {
  /** For getting a connection, pooled or new. */
  readonly connectionMs: number;
  /** For a statement, enforced by PostgreSQL, which then cancels it. */
  readonly statementMs: number;
  /** For an answer, enforced here: a frozen or unreachable PostgreSQL enforces nothing. */
  readonly answerMs: number;
}

/** How a connection is set up before it is used. */
export interface PostgresSession {
  /** Settings of PostgreSQL, for whoever uses the connection now. Those that are not named stay as they were. */
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

/**
 * Whether an error is not about the connection: PostgreSQL's own errors have a severity, and a TypeError is a bug of
 * the caller.
 */
function saysSomethingElse(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && "severity" in error);
}

/** @throws ConnectionFailure when the connection broke; errors of the statement pass unchanged */
async function overConnection<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (saysSomethingElse(error)) throw error;
    throw new ConnectionFailure(reasonOf(error), { cause: error });
  }
}

/** PostgreSQL closes the connection after it. */
function isFatal(error: unknown): boolean {
  return error instanceof Error && "severity" in error && error.severity === "FATAL";
}

function isSilence(error: unknown): boolean {
  return error instanceof ConnectionFailure && error.cause instanceof TimeoutError;
}

/** Reports to the pool whether one of its connections got a response. */
interface Witness {
  readonly answered: () => void;
  readonly silent: () => void;
  readonly released: () => void;
}

/** A connection that is discarded as soon as one statement is not answered in time, or as it broke. */
class BoundedClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #answerMs: number | null;
  readonly #witness: Witness;
  #isBroken = false;

  constructor(client: PoolClient, answerMs: number | null, witness: Witness) {
    this.#client = client;
    this.#answerMs = answerMs;
    this.#witness = witness;
  }

  query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(asked: string | PostgresCursor<Row>, parameters: readonly unknown[] = []): unknown {
    if (typeof asked !== "string") throw new TypeError("no query of this product is streamed");
    return this.#ask(asked, parameters);
  }

  async #ask(text: string, parameters: readonly unknown[]): Promise<unknown> {
    // A late answer to the previous statement must not be taken for the answer to this one.
    if (this.#isBroken) throw new ConnectionFailure("the connection was given up");
    try {
      const result = await overConnection(() => within(this.#answerMs, this.#client.query(text, [...parameters])));
      this.#witness.answered();
      return result;
    } catch (error) {
      if (isSilence(error)) this.#giveUp();
      else if (!(error instanceof ConnectionFailure)) this.#witness.answered();
      // Nobody else should get it from the pool.
      this.#isBroken ||= error instanceof ConnectionFailure || isFatal(error);
      throw error;
    }
  }

  #giveUp(): void {
    this.#isBroken = true;
    this.#client.connection.stream.destroy();
    this.#witness.silent();
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#isBroken);
    this.#witness.released();
  }
}

/**
 * A pool with bounded waits. While PostgreSQL is silent, one probe at a time is sent: callers wait for its answer, or
 * are refused at once if the last probe just failed. So calls do not pile up, and the first answer admits all of them
 * again.
 */
export class BoundedPool implements PostgresPool {
  readonly options = {};
  readonly #pool: Pool;
  readonly #destroyAll: () => void;
  readonly #idle = new Set<PoolClient>();
  /** What each connection is set to. */
  readonly #settings = new WeakMap<PoolClient, Map<string, string>>();
  #session: PostgresSession = { settings: {}, limits: null };
  #out = 0;
  #isSilent = false;
  #askAgainAt = 0;
  #question: Promise<void> | null = null;

  /** @param destroyAll cuts off all connections of this pool */
  constructor(pool: Pool, destroyAll: () => void) {
    this.#pool = pool;
    this.#destroyAll = destroyAll;
    pool.on("acquire", (client) => void this.#idle.delete(client));
    pool.on("release", (_error, client) => void this.#idle.add(client));
    pool.on("remove", (client) => void this.#idle.delete(client));
  }

  /** Sets the limits. Before, there are none. */
  limit(limits: PostgresLimits): void {
    this.#session = { settings: { statement_timeout: String(limits.statementMs) }, limits };
  }

  /**
   * Its settings are made before anything else runs on the connection, in a round trip of their own, and only where they
   * differ from those of its last user. Where that fails, the connection is discarded.
   */
  async connect(session = this.#session): Promise<PostgresPoolClient> {
    if (this.#isSilent) await this.#askOnce(session);
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
      released: () => (this.#out -= 1),
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
    const known = this.#settings.get(client) ?? new Map<string, string>();
    const changed = Object.entries(settings).filter(([name, value]) => known.get(name) !== value);
    if (changed.length === 0) return;
    const calls = changed.map((_, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, false)`);
    await bounded.query(`select ${calls.join(", ")}`, changed.flat());
    this.#settings.set(client, new Map([...known, ...changed]));
  }

  async #checkOut(limits: PostgresLimits | null): Promise<PoolClient> {
    const asked = this.#pool.connect();
    try {
      const client = await overConnection(() => within(limits?.connectionMs ?? null, asked));
      this.#out += 1;
      return client;
    } catch (error) {
      if (isSilence(error)) {
        asked.then(
          (client) => client.release(),
          () => undefined,
        );
        // A full pool says nothing about PostgreSQL.
        if (this.#out < this.#pool.options.max) this.#fallSilent();
      }
      throw error;
    }
  }

  #fallSilent(): void {
    this.#isSilent = true;
    this.#askAgainAt = performance.now() + PAUSE_MS;
    // Idle connections are dead too; otherwise each would cost one caller a timeout.
    for (const client of this.#idle) client.connection.stream.destroy();
  }

  async #askOnce(session: PostgresSession): Promise<void> {
    if (performance.now() < this.#askAgainAt) throw new ConnectionFailure("PostgreSQL does not answer");
    this.#question ??= this.#ask(session).finally(() => (this.#question = null));
    await this.#question;
  }

  async #ask(session: PostgresSession): Promise<void> {
    try {
      const client = await this.#take(session);
      await client.query("select 1", []).finally(() => client.release());
    } catch (error) {
      if (isSilence(error)) this.#askAgainAt = performance.now() + PAUSE_MS;
      throw error;
    }
  }
}
