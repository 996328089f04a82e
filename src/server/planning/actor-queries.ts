import { readUser, USER_COLUMNS, type UserRecord } from "../auth/user-record.ts";
import type { Queryable } from "../database/database.ts";
import { Refusal } from "../errors.ts";

/** Who changes the planning, as they are now. @throws Refusal `account.deleted` when they are gone since they called */
export async function readActor({ kysely }: Queryable, id: string): Promise<UserRecord> {
  const row = await kysely.selectFrom("users").select(USER_COLUMNS).where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw new Refusal("account.deleted");
  return readUser(row);
}
