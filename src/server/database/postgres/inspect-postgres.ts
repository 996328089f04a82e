import type { ClockReading } from "#text/doctor/machine-check.ts";

/** What the doctor command reads of a PostgreSQL database. */
export interface PostgresInspection {
  readonly outcome: "opened";
  /** The schema version; `null` if there are no tables yet. */
  readonly version: number | null;
  readonly clock: ClockReading;
}

/**
 * Reads the state of the database at `url`.
 * @param schema where the tables are: the register's schema; `null`: the default one, in an installation without spaces
 */
export async function inspectPostgres(
  url: string,
  schema: string | null,
  longestMs: number,
): Promise<PostgresInspection> {
  const { Client } = (await import("pg")).default;
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: longestMs,
    query_timeout: longestMs,
    application_name: "diapason doctor",
  });
  // Without an error listener, a connection that breaks later would crash the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    if (schema !== null) await client.query("select set_config('search_path', quote_ident($1), false)", [schema]);
    const before = Date.now();
    const { rows } = await client.query<{ clock: Date; has_tables: boolean }>(
      "select clock_timestamp() as clock, to_regclass('schema_version') is not null as has_tables",
    );
    const [row] = rows;
    if (row === undefined) throw new Error("no row about this database");
    // The middle of the round trip.
    const clock = { there: row.clock, here: new Date((before + Date.now()) / 2) };
    if (!row.has_tables) return { outcome: "opened", version: null, clock };
    const versions = await client.query<{ version: number | null }>(
      "select max(version) as version from schema_version",
    );
    return { outcome: "opened", version: versions.rows[0]?.version ?? null, clock };
  } finally {
    void client.end().catch(() => undefined);
  }
}
