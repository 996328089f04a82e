import { Kysely, PostgresDialect, type PostgresPool, sql } from "kysely";
import type { Client } from "pg";
import type { Tables } from "../schema.ts";
import type { SpaceDatabase } from "../spaces/space-storage.ts";
import { growthSettings, limitGrowth } from "./limit-schema.ts";
import { createSchemaNotices } from "./schema-notices.ts";
import { createPostgresListener } from "./postgres-listener.ts";
import { POSTGRES_LIMITS, type PostgresLimits, type PostgresSession } from "./postgres-pool.ts";
import { connectPostgres, failureOf, isUniqueViolation } from "./postgres.ts";
import { SPACE_SCHEMA } from "./space-schema.ts";

/** While a server opens a space, its tables may have to be changed. */
const MIGRATION_LIMITS: PostgresLimits = { ...POSTGRES_LIMITS, statementMs: 60_000, answerMs: 61_000 };

interface SchemasOptions {
  /** Whether nobody may wait for long, as in a server. */
  readonly isServer: boolean;
  /** Called with each connection that listens. */
  readonly onListening?: (client: Client) => Promise<void>;
  readonly poolSize?: number;
}

/** A database whose schemas share one pool and one connection that listens. */
export interface PostgresSchemas {
  readonly weakSettings: readonly string[];
  /** Opens no connection. Closing it closes none. */
  readonly databaseIn: (schema: string) => SpaceDatabase;
  readonly close: () => Promise<void>;
}

/** The tables of a schema with their indexes. */
function readSchemaSize(kysely: Kysely<Tables>, schema: string): Promise<number> {
  return sql<{ bytes: string | null }>`
    select sum(pg_total_relation_size(oid)) as bytes from pg_class
    where relkind = 'r' and relnamespace = to_regnamespace(quote_ident(${schema}))`
    .execute(kysely)
    .then(({ rows }) => Number(rows[0]?.bytes ?? 0));
}

/**
 * Every use of a connection begins with the `search_path` of its schema, and of nothing else: a statement that ran in another
 * one's would be a leak, and where the schema is gone it fails. `set local` would need a transaction around each read.
 */
export async function connectSchemas(
  url: string,
  { isServer, onListening, poolSize }: SchemasOptions,
): Promise<PostgresSchemas> {
  const { pool, createListenerClient, weakSettings } = await connectPostgres(url, poolSize);
  const noticesOf = createSchemaNotices(
    createPostgresListener(createListenerClient, { ...(onListening && { onConnect: onListening }) }),
  );

  function databaseIn(schema: string): SpaceDatabase {
    let limits = isServer ? MIGRATION_LIMITS : null;
    let growth = growthSettings(null);

    function session(): PostgresSession {
      const settings = {
        search_path: `"${schema}"`,
        statement_timeout: String(limits?.statementMs ?? 0),
        ...growth,
      };
      return { settings, limits };
    }

    const own: PostgresPool = { options: {}, connect: () => pool.connect(session()), end: () => Promise.resolve() };
    const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: own }) });
    return {
      engine: "postgres",
      kysely,
      isUniqueViolation,
      failureOf,
      // Said once, of the whole server.
      weakSettings: [],
      listen: noticesOf(schema.startsWith(SPACE_SCHEMA) ? schema : null),
      readSize: () => readSchemaSize(kysely, schema),
      ping: async () => void (await sql`select 1`.execute(kysely)),
      limitWaits: () => (limits = POSTGRES_LIMITS),
      forgetDeleted: () => Promise.resolve(),
      close: () => kysely.destroy(),
      async limitGrowth(wanted) {
        await limitGrowth(kysely);
        growth = growthSettings(wanted);
      },
    };
  }

  return { weakSettings, databaseIn, close: () => pool.end() };
}
