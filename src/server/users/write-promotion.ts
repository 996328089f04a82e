import { hasAccount } from "../auth/passwords/read-password.ts";
import { deleteLinks } from "../auth/passwords/write-password.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "../api/user-record.ts";
import type { Database } from "../database/database.ts";
import { Refusal } from "../errors.ts";
import { recordAct } from "../journal/write-journal.ts";

interface Promotion {
  readonly email: string;
  /** `null`: the server's command line. */
  readonly actorId: string | null;
  /** Whether a user is an admin. */
  readonly hasRights: (user: UserRecord) => boolean;
  readonly now: Date;
}

/** `null` when there is no such account, or it is an admin's already. */
async function promoteMember(
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
    await deleteLinks(transaction, row.id);
    const act = { type: "user.promoted", userId: row.id } as const;
    await recordAct({ engine, kysely: transaction }, { actorId, act, now });
    return readUser(row);
  });
}

/** The user with this address (in lower case). */
export async function findByEmail({ kysely }: Database, email: string): Promise<UserRecord | null> {
  const row = await kysely.selectFrom("users").select(USER_COLUMNS).where("email", "=", email).executeTakeFirst();
  return row === undefined ? null : readUser(row);
}

/**
 * Makes the account of `email` an admin.
 * @throws Refusal when there is no such account, or it is an admin's already
 */
export async function promote(database: Database, promotion: Promotion): Promise<UserRecord> {
  const promoted = await promoteMember(database, promotion);
  if (promoted !== null) return promoted;
  const known = await findByEmail(database, promotion.email);
  if (known === null) throw new Refusal("admin.email_unknown");
  if (!known.isAdmin) throw new Refusal("user.no_account");
  throw new Refusal(promotion.hasRights(known) ? "admin.already" : "account.built_in");
}
