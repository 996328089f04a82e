import { Socket } from "node:net";
import { Kysely, PostgresDialect, type PostgresPool, sql } from "kysely";
import type { Client as PostgresClient, ClientBase } from "pg";
import { postgresUnusable } from "#text/commands/start-lines.ts";
import { StartError } from "../../errors.ts";
import { reasonOf } from "../data-dir.ts";
import type { Database, DatabaseFailure } from "../database.ts";
import type { Tables } from "../schema.ts";
import { createPostgresListener } from "./postgres-listener.ts";
import { BoundedPool, ConnectionFailure, POSTGRES_LIMITS } from "./postgres-pool.ts";
import { within } from "../../time-limit.ts";

/** Connections per process. PostgreSQL allows 100 by default, so ten processes fit. */
const POOL_SIZE = 10;
const CONNECTION_TIMEOUT_MS = 5000;
/** SQLSTATE unique_violation. */
const UNIQUE_VIOLATION = "23505";

/** SQLSTATE disk_full. */
const DISK_FULL = "53100";
/**
 * SQLSTATEs: the server stops, starts or recovers (57P0x), it cancelled a slow statement (57014), it has no connection left
 * (53300), it ended a transaction that waited in a deadlock (40P01), or the connection failed (class 08).
 */
const UNAVAILABLE = /^(?:08...|57P0[1-5]|57014|53300|40P01)$/;
/** Makes PostgreSQL confirm a commit only after it was written to disk. */
const DURABLE_COMMITS = `
  select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`;

function sqlState(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === UNIQUE_VIOLATION;
}

function failureOf(error: unknown): DatabaseFailure | null {
  if (sqlState(error) === DISK_FULL) return "disk_full";
  return error instanceof ConnectionFailure || UNAVAILABLE.test(sqlState(error)) ? "unavailable" : null;
}

/** Reads the unsafe settings that only the server's configuration can change. */
async function readWeakSettings(kysely: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where name in ('fsync', 'full_page_writes') and setting = 'off'
    order by name`.execute(kysely);
  return rows.map(({ name }) => `${name}=off`);
}

async function readSize(kysely: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select pg_database_size(current_database()) as bytes`.execute(kysely);
  return Number(rows[0]?.bytes ?? 0);
}

async function makeDurable(client: ClientBase): Promise<void> {
  await within(POSTGRES_LIMITS.responseMs, client.query(DURABLE_COMMITS));
}

/** Creates the sockets of a pool's connections, and can destroy all of them at once. */
function createSockets() {
  const open = new Set<Socket>();
  return {
    create: (): Socket => {
      const socket = new Socket();
      open.add(socket);
      return socket.once("close", () => open.delete(socket));
    },
    destroyAll: (): void => {
      for (const socket of open) socket.destroy();
    },
  };
}

/** What differs between one database, and one schema of a database with many spaces. */
type DatabaseParts = Pick<Database, "listen" | "weakSettings" | "limitWaits">;

/** A database whose queries take their connections from `pool`. */
export function databaseOn(pool: PostgresPool, parts: DatabaseParts): Database {
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    ...parts,
    engine: "postgres",
    kysely,
    isUniqueViolation,
    failureOf,
    readSize: () => readSize(kysely),
    ping: async () => void (await sql`select 1`.execute(kysely)),
    // PostgreSQL removes deleted data and old logs by itself.
    forgetDeleted: () => Promise.resolve(),
    close: () => kysely.destroy(),
  };
}

export interface ConnectionOptions {
  readonly poolSize?: number;
  /** Called with each new listening connection, before it subscribes to channels. */
  readonly onListening?: (client: PostgresClient) => Promise<void>;
}

/** The connections of a process to one database: a pool, and one connection that listens for notifications. */
interface PostgresConnections extends Pick<Database, "listen" | "weakSettings"> {
  readonly pool: BoundedPool;
}

/** Opens a pool on the server at `url`, and checks that it answers. @throws StartError */
export async function connectPostgres(
  url: string,
  { poolSize = POOL_SIZE, onListening }: ConnectionOptions = {},
): Promise<PostgresConnections> {
  const { Client, Pool } = (await import("pg")).default;
  // TCP keep-alive detects a network that silently drops packets.
  const connection = { connectionString: url, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS, keepAlive: true };
  const sockets = createSockets();
  const pool = new Pool({
    ...connection,
    max: poolSize,
    application_name: "diapason",
    stream: sockets.create,
    // The pool awaits the promise, although its types do not say so.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: makeDurable,
  });
  // Errors need no action: the next query opens a new connection, or fails. But without listeners, Node would exit. The
  // pool emits the errors of idle connections; a connection in use emits its own.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  const bounded = new BoundedPool(pool, sockets.destroyAll);
  const createListenerClient = () => new Client({ ...connection, application_name: "diapason listener" });
  try {
    return {
      pool: bounded,
      listen: createPostgresListener(createListenerClient, { onConnect: onListening }),
      weakSettings: await readWeakSettings(new Kysely<Tables>({ dialect: new PostgresDialect({ pool: bounded }) })),
    };
  } catch (error) {
    await bounded.end();
    const { host } = new URL(url);
    throw new StartError(postgresUnusable(host, reasonOf(error)), { cause: error });
  }
}

/** Opens the database of an installation without spaces. @throws StartError */
export async function openPostgres(url: string): Promise<Database> {
  const { pool, ...parts } = await connectPostgres(url);
  return databaseOn(pool, { ...parts, limitWaits: () => pool.limit(POSTGRES_LIMITS) });
}
