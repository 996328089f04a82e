import { sql } from "kysely";
import type { Queryable } from "./database.ts";

/**
 * Tells every process that listens on `channel`, once the transaction has committed. One process alone has a SQLite
 * file: there is nobody else to tell.
 */
export async function notifyProcesses({ kysely, engine }: Queryable, channel: string, payload: string): Promise<void> {
  if (engine === "postgres") await sql`select pg_notify(${channel}, ${payload})`.execute(kysely);
}
