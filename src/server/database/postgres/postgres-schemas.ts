import { type Kysely, sql } from "kysely";
import type { Database } from "../database.ts";
import type { Tables } from "../schema.ts";
import { listenInSchema } from "./schema-notices.ts";
import { POSTGRES_LIMITS, type PostgresLimits, type PostgresSession } from "./postgres-pool.ts";
import { type ConnectionOptions, connectPostgres, databaseOn } from "./postgres.ts";
import { SPACE_SCHEMA } from "./space-schema.ts";

/** The timeouts while a server opens a space: migrations may run then. */
const MIGRATION_LIMITS: PostgresLimits = { ...POSTGRES_LIMITS, statementMs: 60_000, responseMs: 61_000 };

interface SchemasOptions extends ConnectionOptions {
  /** Whether queries have timeouts, as in a server. */
  readonly isServer: boolean;
}

/** The schemas of one PostgreSQL database: one for each space, all on one connection pool and one listening connection. */
export interface PostgresSchemas {
  readonly weakSettings: readonly string[];
  /** The tables of one schema as a database of their own. Closing it does not close the shared connections. */
  readonly databaseIn: (schema: string) => Database;
  readonly close: () => Promise<void>;
}

/** The size of a schema's tables and their indexes, in bytes. */
export async function readSchemaSize(kysely: Kysely<Tables>, schema: string): Promise<number> {
  const { rows } = await sql<{ bytes: string | null }>`
    select sum(pg_total_relation_size(oid)) as bytes from pg_class
    where relkind = 'r' and relnamespace = to_regnamespace(quote_ident(${schema}))`.execute(kysely);
  return Number(rows[0]?.bytes ?? 0);
}

/**
 * Connects to the database at `url`. Each time that a query of a schema takes a connection from the pool, `search_path`
 * is set to this schema alone, so that no statement can read another space's data. `set local` would need a transaction
 * for each read.
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
        // Reported once, by `PostgresSchemas`.
        weakSettings: [],
        // The register's schema is not that of a space.
        listen: listenInSchema(listen, schema.startsWith(SPACE_SCHEMA) ? schema : null),
        limitWaits: () => (limits = POSTGRES_LIMITS),
      },
    );
    return { ...database, readSize: () => readSchemaSize(database.kysely, schema) };
  }

  return { weakSettings, databaseIn, close: () => pool.end() };
}
