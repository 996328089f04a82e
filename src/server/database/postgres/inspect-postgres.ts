import type { PostgresFacts } from "#text/doctor/database-check.ts";

export interface PostgresInspection {
  readonly facts: PostgresFacts;
  /** Its clock, and ours when it was read. */
  readonly clock: { readonly there: Date; readonly here: Date };
}

const FACTS = `
  select current_setting('server_version') as release, current_setting('server_version_num')::int as release_number,
    current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true), '0')::int as connections,
    pg_encoding_to_char(encoding) as encoding, pg_is_in_recovery() as is_standby,
    (select count(*)::int from pg_stat_activity
      where application_name = 'diapason listener' and datname = current_database()) as processes,
    to_regclass('schema_version') is not null as has_tables, clock_timestamp() as clock
  from pg_database where datname = current_database()`;

interface FactsRow {
  readonly release: string;
  readonly release_number: number;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly connections: number;
  readonly encoding: string;
  readonly is_standby: boolean;
  readonly processes: number;
  readonly has_tables: boolean;
  readonly clock: Date;
}

/** Looks at the server at `url` without changing anything. */
export async function inspectPostgres(url: string, longestMs: number): Promise<PostgresInspection> {
  const { Client } = (await import("pg")).default;
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: longestMs,
    query_timeout: longestMs,
    application_name: "diapason doctor",
  });
  // A connection that breaks later is none of our business.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const before = Date.now();
    const [row] = (await client.query<FactsRow>(FACTS)).rows;
    if (row === undefined) throw new Error("no row about this database");
    const here = new Date((before + Date.now()) / 2);
    const { rows } = row.has_tables
      ? await client.query<{ version: number | null }>("select max(version) as version from schema_version")
      : { rows: [] };
    const { release, release_number: releaseNumber, encoding, is_standby: isStandby, connections, processes } = row;
    const switches = { fsync: row.fsync, full_page_writes: row.full_page_writes };
    const switchedOff = Object.entries(switches).flatMap(([name, value]) => (value === "off" ? [name] : []));
    const version = rows[0]?.version ?? null;
    return {
      facts: { release, releaseNumber, encoding, isStandby, switchedOff, connections, processes, version },
      clock: { there: row.clock, here },
    };
  } finally {
    void client.end().catch(() => undefined);
  }
}
