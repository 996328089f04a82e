import { type Kysely, sql } from "kysely";
import type { Database } from "../database.ts";
import type { Tables } from "../schema.ts";
import { listenInSchema } from "./schema-notices.ts";
import { POSTGRES_LIMITS, type PostgresLimits, type PostgresSession } from "./postgres-pool.ts";
import { type ConnectionOptions, connectPostgres, databaseOn } from "./postgres.ts";
import { SPACE_SCHEMA } from "./space-schema.ts";

/** The limits while a server opens a space, because migrations may run then. */
const MIGRATION_LIMITS: PostgresLimits = { ...POSTGRES_LIMITS, statementMs: 60_000, answerMs: 61_000 };

interface SchemasOptions extends ConnectionOptions {
  /** Whether waits are limited, as in a server. */
  readonly isServer: boolean;
}

/** A database whose schemas share one pool and one listening connection. */
export interface PostgresSchemas {
  readonly weakSettings: readonly string[];
  /** The database of one schema. Opening and closing it leaves the shared connections as they are. */
  readonly databaseIn: (schema: string) => Database;
  readonly close: () => Promise<void>;
}

/** The bytes of a schema's tables and their indexes. */
export async function readSchemaSize(kysely: Kysely<Tables>, schema: string): Promise<number> {
  const { rows } = await sql<{ bytes: string | null }>`
    select sum(pg_total_relation_size(oid)) as bytes from pg_class
    where relkind = 'r' and relnamespace = to_regnamespace(quote_ident(${schema}))`.execute(kysely);
  return Number(rows[0]?.bytes ?? 0);
}

/**
 * Each time that a schema takes a connection, the `search_path` is set to this schema alone. Otherwise a statement could
 * read another space's data; if the schema is gone, statements fail. `set local` would need a transaction around each read.
 */
export async function connectSchemas(url: string, { isServer, ...options }: SchemasOptions): Promise<PostgresSchemas> {
  const { pool, listen, weakSettings } = await connectPostgres(url, options);

  function databaseIn(schema: string): Database {
    let limits = isServer ? MIGRATION_LIMITS : null;

    function session(): PostgresSession {
      const timeout = String(limits?.statementMs ?? 0);
      return { settings: { search_path: `"${schema}"`, statement_timeout: timeout }, limits };
    }

    const database = databaseOn(
      { options: {}, connect: () => pool.connect(session()), end: () => Promise.resolve() },
      {
        // Reported once, for the whole server.
        weakSettings: [],
        listen: listenInSchema(listen, schema.startsWith(SPACE_SCHEMA) ? schema : null),
        limitWaits: () => (limits = POSTGRES_LIMITS),
      },
    );
    return { ...database, readSize: () => readSchemaSize(database.kysely, schema) };
  }

  return { weakSettings, databaseIn, close: () => pool.end() };
}
