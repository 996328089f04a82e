import { Kysely, sql } from "kysely";
import type { ClientBase } from "pg";
import { StartError } from "../errors.ts";
import { reasonOf } from "./data-dir.ts";
import type { Database, DatabaseFailure } from "./database.ts";
import { ConnectionFailure, WatchedDialect } from "./postgres-driver.ts";
import { listenOnPostgres } from "./postgres-listener.ts";
import type { Tables } from "./schema.ts";

/** PostgreSQL allows 100 by default: ten processes fit. */
const POOL_SIZE = 10;
const CONNECTION_TIMEOUT_MS = 5000;
/** SQLSTATE unique_violation. */
const UNIQUE_VIOLATION = "23505";

/** SQLSTATE disk_full. */
const DISK_FULL = "53100";
/** SQLSTATEs of a server that stops, starts, recovers or has no connection left; class 08 is the connection itself. */
const UNAVAILABLE = /^(?:08...|57P0[1-5]|53300)$/;
/** On PostgreSQL whoever connects may ask for this one: an answer waits until what it tells of is on the disk. */
const WAIT_FOR_DISK = `
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

/** Those that only the server's own configuration can set right. */
async function readWeakSettings(kysely: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where name in ('fsync', 'full_page_writes') and setting = 'off'
    order by name`.execute(kysely);
  return rows.map(({ name }) => `${name}=off`);
}

async function waitForDisk(client: ClientBase): Promise<void> {
  await client.query(WAIT_FOR_DISK);
}

/** Opens a pool on the server that `url` names, and makes sure that it answers. */
export async function openPostgres(url: string): Promise<Database> {
  const { Client, Pool } = (await import("pg")).default;
  // A network that swallows what is sent is noticed by the system's own probes.
  const connection = { connectionString: url, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS, keepAlive: true };
  // The pool waits for it, though its types know of no promise here.
  // oxlint-disable-next-line typescript/no-misused-promises
  const pool = new Pool({ ...connection, max: POOL_SIZE, application_name: "diapason", onConnect: waitForDisk });
  // A connection that breaks is replaced at the next query, which tells its caller when it cannot be. The pool speaks
  // for those that nobody uses; one that breaks between two statements of a transaction speaks for itself.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  const kysely = new Kysely<Tables>({ dialect: new WatchedDialect(pool) });
  const ping = async () => void (await sql`select 1`.execute(kysely));
  let weakSettings: string[];
  try {
    weakSettings = await readWeakSettings(kysely);
  } catch (error) {
    await kysely.destroy();
    const { host } = new URL(url);
    throw new StartError(`DATABASE_URL: PostgreSQL at ${host} cannot be used (${reasonOf(error)})`, { cause: error });
  }
  const createListener = () => new Client({ ...connection, application_name: "diapason listener" });
  return {
    engine: "postgres",
    kysely,
    isUniqueViolation,
    failureOf,
    weakSettings,
    listen: (channel, onNotice) => listenOnPostgres(createListener, channel, onNotice),
    ping,
    close: () => kysely.destroy(),
  };
}
