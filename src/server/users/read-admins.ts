import type { Kysely } from "kysely";
import { readUser, USER_COLUMNS, type UserRecord } from "../api/user-record.ts";
import type { Engine } from "../database/database.ts";
import { lockRows } from "../database/row-lock.ts";
import type { Tables } from "../database/schema.ts";

/** Reads all admins, and locks their rows until the transaction ends. */
export async function lockAdmins(
  transaction: Kysely<Tables>,
  engine: Engine,
  hasRights: (user: UserRecord) => boolean,
): Promise<UserRecord[]> {
  const query = transaction.selectFrom("users").select(USER_COLUMNS).where("is_admin", "=", true).orderBy("users.id");
  // If two admins act on each other, the second waits here, then sees the result of the first.
  const rows = await lockRows(engine, query).execute();
  return rows.map(readUser).filter(hasRights);
}
