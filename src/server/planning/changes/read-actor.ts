import { readUser, USER_COLUMNS, type UserRecord } from "../../api/user-record.ts";
import { compileOnce } from "../../database/compile-once.ts";
import type { Queryable } from "../../database/database.ts";
import { Refusal } from "../../errors.ts";

const selectUser = compileOnce((kysely, { id }: { id: string }) =>
  kysely.selectFrom("users").select(USER_COLUMNS).where("id", "=", id),
);

/**
 * The acting user with their current rights. @throws Refusal `account.deleted` when they were deleted during the call
 */
export async function readActor(queryable: Queryable, id: string): Promise<UserRecord> {
  const [row] = (await selectUser(queryable, { id })).rows;
  if (row === undefined) throw new Refusal("account.deleted");
  return readUser(row);
}
