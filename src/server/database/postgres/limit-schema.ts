import { type Kysely, sql } from "kysely";
import type { SpaceLimits } from "../../env.ts";
import type { Tables } from "../schema.ts";
import { GROWING_TABLES } from "../spaces/space-storage.ts";
import { SPACE_FULL } from "./postgres.ts";
import { lockOwnSchema } from "./space-schema.ts";

/** Change the number whenever the function changes. */
const NAME = "limit_growth_1";
const MOST_PEOPLE = "diapason.most_people";
const MOST_BYTES = "diapason.most_bytes";

/**
 * Runs after each statement that adds rows. It locks the planning's state, as all writers do, so that two concurrent
 * additions cannot both take the last place. The size of the rows counts, not that of the files: PostgreSQL does not shrink
 * files, but uses freed space for new rows. Files are never smaller than their rows and quick to measure, so the rows are
 * read only when the files exceed the limit (some tenths of a second for 100 MB).
 */
const FUNCTION = `
create or replace function ${NAME}() returns trigger language plpgsql as $$
declare
  most_people bigint := nullif(current_setting('${MOST_PEOPLE}', true), '')::bigint;
  most_bytes bigint := nullif(current_setting('${MOST_BYTES}', true), '')::bigint;
  own_schema oid := (select relnamespace from pg_class where oid = tg_relid);
  -- The bytes before this statement.
  used numeric := -(select coalesce(sum(pg_column_size(one.*)), 0) from added one);
  live numeric;
  own_table regclass;
begin
  if most_people is null or not exists (select from added) then return null; end if;
  if tg_table_name = 'users' then
    perform 1 from planning_state for update;
    if (select count(*) from users where not is_built_in) > most_people then
      raise exception 'space full' using errcode = '${SPACE_FULL}';
    end if;
  end if;
  if (
    select sum(pg_relation_size(oid) + coalesce(pg_relation_size(nullif(reltoastrelid, 0)), 0))
    from pg_class where relnamespace = own_schema and relkind = 'r'
  ) < most_bytes then return null; end if;
  for own_table in select oid::regclass from pg_class where relnamespace = own_schema and relkind = 'r' loop
    execute format('select coalesce(sum(pg_column_size(one.*)), 0) from %s one', own_table) into live;
    used := used + live;
  end loop;
  if used >= most_bytes then raise exception 'space full' using errcode = '${SPACE_FULL}'; end if;
  return null;
end $$`;

/** The settings that tell the function the limits of a space; `null`: no limits. */
export function growthSettings(limits: SpaceLimits | null): Readonly<Record<string, string>> {
  return { [MOST_PEOPLE]: String(limits?.people ?? ""), [MOST_BYTES]: String(limits?.bytes ?? "") };
}

async function hasTriggers(kysely: Kysely<Tables>): Promise<boolean> {
  const tables = sql.join(GROWING_TABLES.map((table) => sql`to_regclass(${table})`));
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_trigger where tgname = ${NAME} and tgrelid in (${tables})`.execute(
    kysely,
  );
  return rows[0]?.count === GROWING_TABLES.length;
}

/**
 * Creates the triggers that refuse additions to a full space, if they are missing. They do nothing in a session without
 * `growthSettings`, and are not part of backups.
 */
export async function limitGrowth(kysely: Kysely<Tables>): Promise<void> {
  if (await hasTriggers(kysely)) return;
  await kysely.transaction().execute(async (transaction) => {
    await lockOwnSchema(transaction);
    await sql.raw(FUNCTION).execute(transaction);
    for (const table of GROWING_TABLES) {
      await sql
        .raw(
          `create or replace trigger ${NAME} after insert on ${table} referencing new table as added
           for each statement execute function ${NAME}()`,
        )
        .execute(transaction);
    }
  });
}
