import { hasAccount } from "../auth/passwords/read-password.ts";
import { deleteToken } from "../auth/passwords/write-reset-tokens.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "../api/user-record.ts";
import type { Database } from "../database/database.ts";
import { recordAct } from "../journal/write-journal.ts";

interface Promotion {
  readonly email: string;
  readonly actorId: string;
  readonly now: Date;
}

/** Makes the account of `email` an admin; `null` when there is no such account, or it already is one. */
export async function promote(
  { kysely, engine }: Database,
  { email, actorId, now }: Promotion,
): Promise<UserRecord | null> {
  return kysely.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable("users")
      .set({ is_admin: true, updated_at: now })
      .where("email", "=", email)
      .where("is_admin", "=", false)
      .where(hasAccount)
      .returning(USER_COLUMNS)
      .executeTakeFirst();
    if (row === undefined) return null;
    await deleteToken(transaction, row.id);
    const act = { type: "user.promoted", userId: row.id } as const;
    await recordAct({ engine, kysely: transaction }, { actorId, act, now });
    return readUser(row);
  });
}

export async function findByEmail({ kysely }: Database, email: string): Promise<UserRecord | null> {
  const row = await kysely.selectFrom("users").select(USER_COLUMNS).where("email", "=", email).executeTakeFirst();
  return row === undefined ? null : readUser(row);
}
