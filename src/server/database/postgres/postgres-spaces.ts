import { randomInt } from "node:crypto";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Client } from "pg";
import { schemaMissing } from "#text/commands/start-lines.ts";
import { StartError } from "../../errors.ts";
import type { Tables } from "../schema.ts";
import { NO_FIGURES, type SpaceFigures, type SpaceStorage } from "../spaces/space-storage.ts";
import { connectSchemas, readSchemaSize } from "./postgres-schemas.ts";
import { deletedSchema, lockSpaceSchema, REGISTER_SCHEMA, spaceSchema } from "./space-schema.ts";

/** Each schema adds a hundred tables and indexes to PostgreSQL's catalog, which slows down all queries. */
const MOST_SPACES = 1000;
/** The first key of the advisory locks that show which servers run. The second key is the server's number. */
const SERVER_LOCK = 4_420_441;

/**
 * Takes the lock that shows that this server runs, on its listening connection. PostgreSQL releases it when the process
 * ends, and within two minutes after the machine lost power (TCP keep-alive).
 */
async function holdServerLock(client: Client, server: number): Promise<void> {
  await client.query(`
    select set_config('tcp_keepalives_idle', '60', false), set_config('tcp_keepalives_interval', '15', false),
      set_config('tcp_keepalives_count', '4', false)`);
  await client.query("select pg_advisory_lock_shared($1, $2)", [SERVER_LOCK, server]);
}

async function isTrue(kysely: Kysely<Tables>, condition: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ is_true: boolean }>`select ${condition} as is_true`.execute(kysely);
  return rows[0]?.is_true === true;
}

function hasSchema(kysely: Kysely<Tables>, schema: string): Promise<boolean> {
  return isTrue(kysely, sql`to_regnamespace(quote_ident(${schema})) is not null`);
}

function hasTables(kysely: Kysely<Tables>, schema: string): Promise<boolean> {
  return isTrue(kysely, sql`to_regclass(quote_ident(${schema}) || '.schema_version') is not null`);
}

async function readFigures(kysely: Kysely<Tables>, schema: string): Promise<SpaceFigures> {
  if (!(await hasTables(kysely, schema))) return NO_FIGURES;
  const table = (name: string) => sql.table(`${schema}.${name}`);
  const { rows } = await sql<{ people: string; events: string }>`
    select
      (select count(*) from ${table("users")} where not is_built_in) as people,
      (select count(*) from ${table("planning_event")} where deleted_at is null) as events`.execute(kysely);
  const { people, events } = rows[0] ?? NO_FIGURES;
  return { people: Number(people), events: Number(events), bytes: await readSchemaSize(kysely, schema) };
}

function schemaOf(slug: string, isAside: boolean): string {
  return isAside ? deletedSchema(slug) : spaceSchema(slug);
}

/** Stores spaces on PostgreSQL: a schema for each, and one for the register. Many servers may run. @throws StartError */
export async function openPostgresSpaces(url: string, isServer: boolean): Promise<SpaceStorage> {
  const server = randomInt(1, 2 ** 31 - 1);
  const schemas = await connectSchemas(url, { isServer, onListening: (client) => holdServerLock(client, server) });
  const register = schemas.databaseIn(REGISTER_SCHEMA);
  const { kysely } = register;

  /** Runs `work` in a transaction that locks the schema of a space; with an empty slug, that of the register. */
  async function withLock(slug: string, work: (kysely: Kysely<Tables>) => Promise<unknown>): Promise<void> {
    await kysely.transaction().execute(async (transaction) => {
      await lockSpaceSchema(transaction, slug);
      await work(transaction);
    });
  }

  function rename(slug: string, from: string, to: string): Promise<void> {
    return withLock(slug, async (transaction) => {
      if (!(await hasSchema(transaction, from))) return;
      await sql`alter schema ${sql.id(from)} rename to ${sql.id(to)}`.execute(transaction);
    });
  }

  /** The numbers of the running servers, from their advisory locks (`objsubid = 2`: a lock with two keys). */
  async function listServers(): Promise<number[]> {
    const { rows } = await sql<{ server: string }>`
      select objid::bigint as server from pg_locks
      where locktype = 'advisory' and classid = ${sql.lit(SERVER_LOCK)} and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())`.execute(kysely);
    return [server, ...rows.map((row) => Number(row.server))];
  }

  try {
    await withLock("", async (transaction) => {
      if (await hasSchema(transaction, REGISTER_SCHEMA)) return;
      await sql`create schema ${sql.id(REGISTER_SCHEMA)}`.execute(transaction);
    });
  } catch (error) {
    await schemas.close();
    throw error;
  }

  return {
    register: {
      ...register,
      weakSettings: schemas.weakSettings,
      close: () => register.close().then(schemas.close),
    },
    server,
    listServers,
    mostSpaces: MOST_SPACES,
    hasPlanning: () =>
      isTrue(
        kysely,
        sql`exists (select from pg_tables where tablename = 'planning_state' and schemaname !~ '^(space|deleted)_')`,
      ),
    async open({ slug }, { isNew }) {
      const schema = spaceSchema(slug);
      if (isNew) {
        await withLock(slug, (transaction) => sql`create schema if not exists ${sql.id(schema)}`.execute(transaction));
      } else if (!(await hasTables(kysely, schema))) {
        throw new StartError(schemaMissing(schema));
      }
      return schemas.databaseIn(schema);
    },
    reach: (slug) => schemas.databaseIn(spaceSchema(slug)),
    readFigures: ({ slug }, isAside) => readFigures(kysely, schemaOf(slug, isAside)).catch(() => null),
    async isUnused({ slug }) {
      const running = new Set(await listServers());
      const openings = sql<{ server: number }>`select server from space_opening where slug = ${slug}`;
      return (await openings.execute(kysely)).rows.every((row) => !running.has(row.server));
    },
    putAside: (slug) => rename(slug, spaceSchema(slug), deletedSchema(slug)),
    bringBack: (slug) => rename(slug, deletedSchema(slug), spaceSchema(slug)),
    drop: (slug, { isAside }) =>
      withLock(slug, (transaction) =>
        sql`drop schema if exists ${sql.id(schemaOf(slug, isAside))} cascade`.execute(transaction),
      ),
    isThere: ({ slug }) => hasTables(kysely, spaceSchema(slug)),
  };
}
