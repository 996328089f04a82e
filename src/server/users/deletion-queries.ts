import { readUser, USER_COLUMNS, type UserRecord } from "../auth/user-record.ts";
import type { Database } from "../database/database.ts";
import { holdRows } from "../database/row-lock.ts";
import { Refusal } from "../errors.ts";

interface Deletion {
  readonly userId: string;
  readonly actorId: string;
  /** Whether a record has an admin's rights. */
  readonly hasRights: (user: UserRecord) => boolean;
}

/**
 * Deletes somebody with their account and sessions.
 * @throws Refusal for oneself, for the last admin, and for nobody
 */
export async function deleteUser({ kysely, engine }: Database, deletion: Deletion): Promise<void> {
  const { userId, actorId, hasRights } = deletion;
  await kysely.transaction().execute(async (transaction) => {
    const query = transaction.selectFrom("users").select(USER_COLUMNS).where("is_admin", "=", true).orderBy("users.id");
    // Of two admins who delete each other, the second waits here and then finds themself the last.
    const rows = await holdRows(engine, query).execute();
    const [admin, ...others] = rows.map(readUser).filter(hasRights);
    if (admin?.id === userId && others.length === 0) throw new Refusal("user.last_admin");
    if (userId === actorId) throw new Refusal("user.self_deletion");
    const { numDeletedRows } = await transaction.deleteFrom("users").where("id", "=", userId).executeTakeFirst();
    if (numDeletedRows === 0n) throw new Refusal("user.not_found");
  });
}
