import { type QueryExecutorProvider, sql } from "kysely";
import type { Engine } from "./database.ts";

interface Guard {
  readonly set: readonly string[];
  readonly lift: readonly string[];
}

const REFUSE = "begin select raise(abort, 'admin_act takes new rows only'); end";
/** The third trigger is for SQLite, where replacing a row does not fire its delete trigger. */
const GUARDS: Readonly<Record<Engine, Guard>> = {
  sqlite: {
    set: [
      `create trigger admin_act_updated before update on admin_act ${REFUSE}`,
      `create trigger admin_act_deleted before delete on admin_act ${REFUSE}`,
      `create trigger admin_act_replaced before insert on admin_act
        when exists (select 1 from admin_act where number = new.number) ${REFUSE}`,
    ],
    lift: ["updated", "deleted", "replaced"].map((change) => `drop trigger admin_act_${change}`),
  },
  postgres: {
    set: [
      `create or replace function refuse_change() returns trigger language plpgsql as
        $$ begin raise exception '% takes new rows only', tg_table_name; end $$`,
      `create trigger admin_act_changed before update or delete or truncate on admin_act
        for each statement execute function refuse_change()`,
    ],
    lift: ["drop trigger admin_act_changed on admin_act"],
  },
};

async function execute(connection: QueryExecutorProvider, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(connection);
}

/** Makes the database refuse to update or delete rows of the journal. */
export async function guardAdminActs(connection: QueryExecutorProvider, engine: Engine): Promise<void> {
  await execute(connection, GUARDS[engine].set);
}

/** Removes that guard for a restoration, which replaces all rows and guards them again in the same transaction. */
export async function allowAdminActChanges(connection: QueryExecutorProvider, engine: Engine): Promise<void> {
  await execute(connection, GUARDS[engine].lift);
}
