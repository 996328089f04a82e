import { sql } from "kysely";
import type { Queryable } from "../database.ts";

/**
 * Notifies every process that listens on `channel`, once the transaction has committed. Does nothing on SQLite, where
 * the one server of a file looks for commits of commands itself.
 */
export async function notifyProcesses({ kysely, engine }: Queryable, channel: string, payload: string): Promise<void> {
  if (engine === "postgres") await sql`select pg_notify(${channel}, ${payload})`.execute(kysely);
}
