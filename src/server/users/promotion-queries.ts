import { readUser, USER_COLUMNS, type UserRecord } from "../auth/user-record.ts";
import type { Database } from "../database/database.ts";

/** Makes the account of `email` an admin's; `null` when there is none that can be, or it is one already. */
export async function promote({ kysely }: Database, email: string, now: Date): Promise<UserRecord | null> {
  const row = await kysely
    .updateTable("users")
    .set({ is_admin: true, updated_at: now })
    .where("email", "=", email)
    .where("is_admin", "=", false)
    .returning(USER_COLUMNS)
    .executeTakeFirst();
  return row === undefined ? null : readUser(row);
}

export async function findByEmail({ kysely }: Database, email: string): Promise<UserRecord | null> {
  const row = await kysely.selectFrom("users").select(USER_COLUMNS).where("email", "=", email).executeTakeFirst();
  return row === undefined ? null : readUser(row);
}
