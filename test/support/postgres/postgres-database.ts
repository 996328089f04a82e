import pg from "pg";

/** The template database. It has the newest schema, and only the rows that migrations write. */
export const MIGRATED = "migrated";

/** One connection for each server: opening one takes as long as a statement. */
const connections = new Map<string, Promise<pg.Client>>();

async function connect(postgresUrl: string): Promise<pg.Client> {
  const client = new pg.Client(`${postgresUrl}/postgres`);
  // The server may end before this process.
  client.on("error", () => connections.delete(postgresUrl));
  await client.connect();
  return client;
}

async function run(postgresUrl: string, statement: string): Promise<void> {
  const connection = connections.get(postgresUrl) ?? connect(postgresUrl);
  connections.set(postgresUrl, connection);
  await (await connection).query(statement);
}

/**
 * Creates a database on the server at `postgresUrl`: a copy of `template`, or else an empty one. No connection to the
 * template may be open. `file_copy` takes a third of the time of a copy through PostgreSQL's log.
 * @returns the address of the database
 */
export async function createPostgresDatabase(postgresUrl: string, name: string, template?: string): Promise<string> {
  await run(postgresUrl, `create database ${name} strategy file_copy${template ? ` template ${template}` : ""}`);
  return `${postgresUrl}/${name}`;
}

/** Removes a database, with the connections that are still open. */
export function dropPostgresDatabase(postgresUrl: string, name: string): Promise<void> {
  return run(postgresUrl, `drop database ${name} with (force)`);
}
