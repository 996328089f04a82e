import { sql } from "kysely";
import type { Connection, Engine } from "./database.ts";

/**
 * Tells every process that listens on `channel`, once the transaction has committed. One process alone has a SQLite
 * file: there is nobody else to tell.
 */
export async function notifyProcesses(
  connection: Connection,
  engine: Engine,
  channel: string,
  payload: string,
): Promise<void> {
  if (engine === "postgres") await sql`select pg_notify(${channel}, ${payload})`.execute(connection);
}
