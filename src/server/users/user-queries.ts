import type { ProfileUpdate } from "#contract/accounts.ts";
import { fullName } from "#domain/people.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "../auth/user-record.ts";
import type { Database } from "../database/database.ts";

export async function listUsers({ kysely }: Database): Promise<UserRecord[]> {
  const rows = await kysely.selectFrom("users").select(USER_COLUMNS).execute();
  return rows.map(readUser);
}

/** The person after the change; `undefined` when they were deleted meanwhile. */
export async function updateProfile(
  { kysely }: Database,
  id: string,
  { firstName, lastName, positions }: ProfileUpdate,
): Promise<UserRecord | undefined> {
  const row = await kysely
    .updateTable("users")
    .set({
      first_name: firstName,
      last_name: lastName,
      name: fullName({ firstName, lastName }),
      positions: JSON.stringify(positions),
      updated_at: new Date(),
    })
    .where("id", "=", id)
    .returning(USER_COLUMNS)
    .executeTakeFirst();
  return row && readUser(row);
}
