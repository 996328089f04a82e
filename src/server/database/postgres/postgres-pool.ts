import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type { Pool, PoolClient } from "pg";
import { reasonOf } from "../data-dir.ts";
import { TimeoutError, within } from "../../time-limit.ts";

/** Timeouts of a server's queries, in milliseconds. */
export interface PostgresLimits {
  /** For taking a connection from the pool, or opening a new one. */
  readonly connectionMs: number;
  /** For a statement. PostgreSQL itself cancels it then. */
  readonly statementMs: number;
  /** For a response, checked by this process, in case PostgreSQL is frozen or unreachable. */
  readonly responseMs: number;
}

/** How a connection is configured before a caller uses it. */
export interface PostgresSession {
  /** PostgreSQL settings, such as `search_path`. Settings of earlier callers that are not named here stay. */
  readonly settings: Readonly<Record<string, string>>;
  readonly limits: PostgresLimits | null;
}

/** Shorter than the grace period of a stop, so that every running request gets a response. */
export const POSTGRES_LIMITS: PostgresLimits = { connectionMs: 3000, statementMs: 4500, responseMs: 5500 };
/** Circuit breaker: how long queries are refused at once after a timeout. */
const OPEN_CIRCUIT_MS = 1000;
/** How long closing the pool waits for connections in use. */
const CLOSE_TIMEOUT_MS = 400;

/** The connection broke or could not be opened. The driver reports this by message only, without a code. */
export class ConnectionFailure extends Error {}

/** Whether the statement is the cause, not the connection. PostgreSQL's errors have a severity; a bug is a TypeError. */
function isStatementError(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && "severity" in error);
}

/** @throws ConnectionFailure when the connection broke; errors of the statement pass unchanged */
async function withConnectionFailures<Result>(work: () => Promise<Result>): Promise<Result> {
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

/** Callbacks by which a connection informs its pool. */
interface ConnectionEvents {
  readonly onResponse: () => void;
  readonly onTimeout: () => void;
  readonly onRelease: () => void;
}

/** A connection with a timeout for each statement. It is not reused after a timeout, or once it is broken. */
class BoundedClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #responseMs: number | null;
  readonly #events: ConnectionEvents;
  #isBroken = false;

  constructor(client: PoolClient, responseMs: number | null, events: ConnectionEvents) {
    this.#client = client;
    this.#responseMs = responseMs;
    this.#events = events;
  }

  query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(text: string | PostgresCursor<Row>, parameters: readonly unknown[] = []): unknown {
    if (typeof text !== "string") throw new TypeError("no query of this product is streamed");
    return this.#run(text, parameters);
  }

  async #run(text: string, parameters: readonly unknown[]): Promise<unknown> {
    // A late response to the previous statement must not be taken for the response to this one.
    if (this.#isBroken) throw new ConnectionFailure("the connection was given up");
    try {
      const result = await withConnectionFailures(() =>
        within(this.#responseMs, this.#client.query(text, [...parameters])),
      );
      this.#events.onResponse();
      return result;
    } catch (error) {
      if (isTimeout(error)) this.#destroy();
      // The error of a statement is a response, too.
      else if (!(error instanceof ConnectionFailure)) this.#events.onResponse();
      // The pool must not hand out a broken connection again.
      this.#isBroken ||= error instanceof ConnectionFailure || isFatal(error);
      throw error;
    }
  }

  #destroy(): void {
    this.#isBroken = true;
    this.#client.connection.stream.destroy();
    this.#events.onTimeout();
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#isBroken);
    this.#events.onRelease();
  }
}

/**
 * A connection pool with timeouts and a circuit breaker. After a timeout PostgreSQL counts as silent: for a second all
 * queries fail at once, so that they do not pile up; then one probe is sent, and all callers wait for it. The first
 * response ends this state.
 */
export class BoundedPool implements PostgresPool {
  /** Kysely's interface requires it. */
  readonly options = {};
  readonly #pool: Pool;
  readonly #destroyAll: () => void;
  readonly #idle = new Set<PoolClient>();
  /** The settings that are in effect on each connection. */
  readonly #settings = new WeakMap<PoolClient, Map<string, string>>();
  #session: PostgresSession = { settings: {}, limits: null };
  #inUse = 0;
  #isSilent = false;
  #nextProbeAt = 0;
  #probe: Promise<void> | null = null;

  /** @param destroyAll destroys the sockets of all connections of this pool */
  constructor(pool: Pool, destroyAll: () => void) {
    this.#pool = pool;
    this.#destroyAll = destroyAll;
    pool.on("acquire", (client) => void this.#idle.delete(client));
    pool.on("release", (_error, client) => void this.#idle.add(client));
    pool.on("remove", (client) => void this.#idle.delete(client));
  }

  /** Sets the timeouts. Without this call there are none. */
  limit(limits: PostgresLimits): void {
    this.#session = { settings: { statement_timeout: String(limits.statementMs) }, limits };
  }

  /** Takes a connection. If settings differ from those of its last user, applies them first, which takes a round trip. */
  async connect(session = this.#session): Promise<PostgresPoolClient> {
    if (this.#isSilent) await this.#waitForProbe(session);
    return this.#take(session);
  }

  /** Closes the pool. After a moment it destroys the connections still in use: a silent PostgreSQL never closes them. */
  async end(): Promise<void> {
    await within(CLOSE_TIMEOUT_MS, this.#pool.end()).catch(() => undefined);
    this.#destroyAll();
  }

  async #take({ settings, limits }: PostgresSession): Promise<BoundedClient> {
    const client = await this.#checkOut(limits);
    const bounded = new BoundedClient(client, limits?.responseMs ?? null, {
      onResponse: () => (this.#isSilent = false),
      onTimeout: () => this.#markSilent(),
      onRelease: () => (this.#inUse -= 1),
    });
    try {
      await this.#applySettings(client, bounded, settings);
      return bounded;
    } catch (error) {
      bounded.release(true);
      throw error;
    }
  }

  async #applySettings(
    client: PoolClient,
    bounded: BoundedClient,
    settings: PostgresSession["settings"],
  ): Promise<void> {
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
      const client = await withConnectionFailures(() => within(limits?.connectionMs ?? null, connecting));
      this.#inUse += 1;
      return client;
    } catch (error) {
      if (isTimeout(error)) {
        // The pool may still deliver the connection after the timeout.
        connecting.then(
          (client) => client.release(),
          () => undefined,
        );
        // If all connections are in use, the caller only waited for one of them: PostgreSQL may be fine.
        if (this.#inUse < this.#pool.options.max) this.#markSilent();
      }
      throw error;
    }
  }

  #markSilent(): void {
    this.#isSilent = true;
    this.#nextProbeAt = performance.now() + OPEN_CIRCUIT_MS;
    // Idle connections are dead, too. Each would cost one caller a timeout.
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
      if (isTimeout(error)) this.#nextProbeAt = performance.now() + OPEN_CIRCUIT_MS;
      throw error;
    }
  }
}
