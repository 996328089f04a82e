import type { EntitledUser } from "../../api/actor.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "../../api/user-record.ts";
import { readRights, rightsOfUser } from "../../database/stored-rights.ts";
import { compileOnce } from "../../database/compile-once.ts";
import type { Queryable } from "../../database/database.ts";
import { Refusal } from "../../errors.ts";

const selectUser = compileOnce((kysely, { id }: { id: string }) =>
  kysely.selectFrom("users").select(USER_COLUMNS).where("id", "=", id),
);

const selectActor = compileOnce((kysely, { id }: { id: string }, engine) =>
  kysely
    .selectFrom("users")
    .select([...USER_COLUMNS, ...rightsOfUser(engine)])
    .where("id", "=", id),
);

/** The person with this id; `null` when there is none. */
export async function findPerson(queryable: Queryable, id: string): Promise<UserRecord | null> {
  const [row] = (await selectUser(queryable, { id })).rows;
  return row === undefined ? null : readUser(row);
}

/**
 * The acting user with their current rights. @throws Refusal `account.deleted` when they were deleted during the call
 */
export async function readActor(queryable: Queryable, id: string): Promise<EntitledUser> {
  const [row] = (await selectActor(queryable, { id })).rows;
  if (row === undefined) throw new Refusal("account.deleted");
  return { ...readUser(row), ...readRights(row) };
}
