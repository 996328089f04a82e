import { type Kysely, sql } from "kysely";
import type { Database, Engine } from "../database.ts";
import type { Tables } from "../schema.ts";

const BEGIN: Readonly<Record<Engine, string>> = {
  sqlite: "begin",
  postgres: "begin isolation level repeatable read read only",
};

/** Runs `task` on a snapshot of the database without blocking writers. It gets a connection of its own. */
export function readSnapshot<Result>(
  { kysely, engine }: Database,
  task: (snapshot: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  return kysely.connection().execute(async (connection) => {
    await sql.raw(BEGIN[engine]).execute(connection);
    try {
      return await task(connection);
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}
