import { Kysely, PostgresDialect, sql } from "kysely";
import { StartError } from "../errors.ts";
import { reasonOf } from "./data-dir.ts";
import type { Database } from "./database.ts";
import { listenOnPostgres } from "./postgres-listener.ts";
import type { Tables } from "./schema.ts";

/** PostgreSQL allows 100 by default: ten processes fit. */
const POOL_SIZE = 10;
const CONNECTION_TIMEOUT_MS = 5000;
/** SQLSTATE unique_violation. */
const UNIQUE_VIOLATION = "23505";

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION;
}

/** Opens a pool on the server that `url` names, and makes sure that it answers. */
export async function openPostgres(url: string): Promise<Database> {
  const { Client, Pool } = (await import("pg")).default;
  const connection = { connectionString: url, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS };
  const pool = new Pool({ ...connection, max: POOL_SIZE, application_name: "diapason" });
  // An idle connection that breaks is replaced at the next query, which tells its caller when it cannot be.
  pool.on("error", () => undefined);
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const ping = async () => void (await sql`select 1`.execute(kysely));
  try {
    await ping();
  } catch (error) {
    await kysely.destroy();
    const { host } = new URL(url);
    throw new StartError(`DATABASE_URL: PostgreSQL at ${host} cannot be used (${reasonOf(error)})`, { cause: error });
  }
  const createListener = () => new Client({ ...connection, keepAlive: true, application_name: "diapason listener" });
  return {
    engine: "postgres",
    kysely,
    isUniqueViolation,
    listen: (channel, onNotice) => listenOnPostgres(createListener, channel, onNotice),
    ping,
    close: () => kysely.destroy(),
  };
}
