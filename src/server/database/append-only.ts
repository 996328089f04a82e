import { type QueryExecutorProvider, sql } from "kysely";
import type { Engine } from "./database.ts";

interface Guard {
  readonly set: readonly string[];
  readonly lift: readonly string[];
}

/** The third trigger is for SQLite, where replacing a row does not fire its delete trigger. */
function guardOf(table: string, key: string): Readonly<Record<Engine, Guard>> {
  const refuse = `begin select raise(abort, '${table} takes new rows only'); end`;
  return {
    sqlite: {
      set: [
        `create trigger ${table}_updated before update on ${table} ${refuse}`,
        `create trigger ${table}_deleted before delete on ${table} ${refuse}`,
        `create trigger ${table}_replaced before insert on ${table}
          when exists (select 1 from ${table} where ${key} = new.${key}) ${refuse}`,
      ],
      lift: ["updated", "deleted", "replaced"].map((change) => `drop trigger ${table}_${change}`),
    },
    postgres: {
      set: [
        `create or replace function refuse_change() returns trigger language plpgsql as
          $$ begin raise exception '% takes new rows only', tg_table_name; end $$`,
        `create trigger ${table}_changed before update or delete or truncate on ${table}
          for each statement execute function refuse_change()`,
      ],
      lift: [`drop trigger ${table}_changed on ${table}`],
    },
  };
}

const ADMIN_ACTS = guardOf("admin_act", "number");

async function execute(connection: QueryExecutorProvider, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(connection);
}

/** Makes the database refuse to update or delete rows of the journal. */
export async function guardAdminActs(connection: QueryExecutorProvider, engine: Engine): Promise<void> {
  await execute(connection, ADMIN_ACTS[engine].set);
}

/** Removes that guard for a restoration, which replaces all rows and guards them again in the same transaction. */
export async function allowAdminActChanges(connection: QueryExecutorProvider, engine: Engine): Promise<void> {
  await execute(connection, ADMIN_ACTS[engine].lift);
}
