import { type QueryExecutorProvider, sql } from "kysely";
import type { Engine } from "../database.ts";
import type { Migration } from "./migration.ts";

/** Columns whose changes affect rights. Not `updated_at`, the time of the latest use, which changes each minute. */
const SESSION_COLUMNS = "id, user_id, token, expires_at";

/**
 * The name of a trigger ends with `insert`, `delete` or `update`: the first six characters of the change.
 * @param columns limits the trigger to updates of these columns, as ` of a, b`; empty: all columns
 */
function sqliteTriggers(table: string, columns: string): string[] {
  return ["insert", "delete", `update${columns}`].map(
    (change) => `create trigger ${table}_access_${change.slice(0, 6)} after ${change} on ${table}
      begin update access_version set version = lower(hex(randomblob(16))); end`,
  );
}

/**
 * Deferred triggers, which run at the end of the transaction: if they locked the version's row earlier, transactions that
 * change several users could deadlock. The function writes once in each transaction, however many rows were changed.
 */
function postgresTriggers(table: string, columns: string): string[] {
  return [
    `create constraint trigger ${table}_access after insert or delete or update${columns} on ${table}
      deferrable initially deferred for each row execute function renew_access_version()`,
    `create trigger ${table}_access_truncate after truncate on ${table}
      for each statement execute function renew_access_version()`,
  ];
}

const STATEMENTS: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [...sqliteTriggers("users", ""), ...sqliteTriggers("session", ` of ${SESSION_COLUMNS}`)],
  postgres: [
    `create function renew_access_version() returns trigger language plpgsql as $$
      begin
        update access_version set version = txid_current() || ' ' || gen_random_uuid()
          where split_part(version, ' ', 1) <> txid_current()::text;
        return null;
      end $$`,
    ...postgresTriggers("users", ""),
    ...postgresTriggers("session", ` of ${SESSION_COLUMNS}`),
  ],
};

async function execute(connection: QueryExecutorProvider, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(connection);
}

/**
 * Adds the access version, a single row by which servers notice that cached sessions are outdated. Triggers renew it in
 * each transaction that changes sessions or users, also when a command or a person with database access makes the
 * change.
 */
export const accessVersion: Migration = {
  name: "access-version",
  async up(kysely, _types, engine) {
    await kysely.schema
      .createTable("access_version")
      .addColumn("id", "integer", (column) => column.primaryKey().check(sql`id = 1`))
      .addColumn("version", "text", (column) => column.notNull())
      .execute();
    await sql`insert into access_version (id, version) values (1, '0')`.execute(kysely);
    await execute(kysely, STATEMENTS[engine]);
  },
};
