import pg from "pg";

/** The template database. It has the newest schema, and only the rows that migrations write. */
export const MIGRATED = "migrated";

/**
 * Creates a database on the server at `postgresUrl`: a copy of `template`, or else an empty one. No connection to the
 * template may be open. `file_copy` takes a third of the time of a copy through PostgreSQL's log.
 * @returns the address of the database
 */
export async function createPostgresDatabase(postgresUrl: string, name: string, template?: string): Promise<string> {
  const client = new pg.Client(`${postgresUrl}/postgres`);
  await client.connect();
  try {
    await client.query(`create database ${name} strategy file_copy${template ? ` template ${template}` : ""}`);
  } finally {
    await client.end();
  }
  return `${postgresUrl}/${name}`;
}
