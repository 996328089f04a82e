import { readUser, USER_COLUMNS, type UserRecord } from "../api/user-record.ts";
import type { Queryable } from "../database/database.ts";

export async function listUsers({ kysely }: Queryable): Promise<UserRecord[]> {
  const rows = await kysely.selectFrom("users").select(USER_COLUMNS).execute();
  return rows.map(readUser);
}
