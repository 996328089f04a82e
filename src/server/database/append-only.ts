import { type QueryExecutorProvider, sql } from "kysely";
import type { Engine } from "./database.ts";

/** SQL statements that create and drop the triggers. */
interface Guard {
  readonly create: readonly string[];
  readonly drop: readonly string[];
}

const REFUSE = "begin select raise(abort, 'admin_act takes new rows only'); end";
/** SQLite needs a third trigger, because `insert or replace` does not fire the delete trigger. */
const GUARDS: Readonly<Record<Engine, Guard>> = {
  sqlite: {
    create: [
      `create trigger admin_act_updated before update on admin_act ${REFUSE}`,
      `create trigger admin_act_deleted before delete on admin_act ${REFUSE}`,
      `create trigger admin_act_replaced before insert on admin_act
        when exists (select 1 from admin_act where number = new.number) ${REFUSE}`,
    ],
    drop: ["updated", "deleted", "replaced"].map((change) => `drop trigger admin_act_${change}`),
  },
  postgres: {
    create: [
      `create or replace function refuse_change() returns trigger language plpgsql as
        $$ begin raise exception '% takes new rows only', tg_table_name; end $$`,
      `create trigger admin_act_changed before update or delete or truncate on admin_act
        for each statement execute function refuse_change()`,
    ],
    drop: ["drop trigger admin_act_changed on admin_act"],
  },
};

async function execute(connection: QueryExecutorProvider, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(connection);
}

/** Makes the database refuse updates and deletions in the journal of admin actions (`admin_act`), whoever tries them. */
export async function guardAdminActs(connection: QueryExecutorProvider, engine: Engine): Promise<void> {
  await execute(connection, GUARDS[engine].create);
}

/** Drops the triggers for the restoration of a backup, which calls `guardAdminActs` again in the same transaction. */
export async function allowAdminActChanges(connection: QueryExecutorProvider, engine: Engine): Promise<void> {
  await execute(connection, GUARDS[engine].drop);
}
