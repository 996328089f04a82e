import type { Kysely } from "kysely";
import { readUser, USER_COLUMNS, type UserRecord } from "../auth/user-record.ts";
import type { Engine } from "../database/database.ts";
import { holdRows } from "../database/row-lock.ts";
import type { Tables } from "../database/schema.ts";

/** Everybody who has an admin's rights, which they keep until the transaction ends. */
export async function holdAdmins(
  transaction: Kysely<Tables>,
  engine: Engine,
  hasRights: (user: UserRecord) => boolean,
): Promise<UserRecord[]> {
  const query = transaction.selectFrom("users").select(USER_COLUMNS).where("is_admin", "=", true).orderBy("users.id");
  // Of two admins who act on each other, the second waits here and then finds what the first one did.
  const rows = await holdRows(engine, query).execute();
  return rows.map(readUser).filter(hasRights);
}
