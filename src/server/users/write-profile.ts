import type { ProfileUpdate } from "#contract/account-forms.ts";
import { fullName } from "#domain/people.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "../auth/user-record.ts";
import type { Queryable } from "../database/database.ts";
import { followPerson } from "../planning/person-change-queries.ts";
import type { SharedPlanning } from "../planning/shared-planning.ts";

export async function listUsers({ kysely }: Queryable): Promise<UserRecord[]> {
  const rows = await kysely.selectFrom("users").select(USER_COLUMNS).execute();
  return rows.map(readUser);
}

/** The person after the change, whom the planning follows; `undefined` when they were deleted meanwhile. */
export function updateProfile(
  planning: SharedPlanning,
  id: string,
  { firstName, lastName, positions }: ProfileUpdate,
): Promise<UserRecord | undefined> {
  return planning.write(async (writing) => {
    const row = await writing.kysely
      .updateTable("users")
      .set({
        first_name: firstName,
        last_name: lastName,
        name: fullName({ firstName, lastName }),
        positions: JSON.stringify(positions),
        updated_at: writing.now,
      })
      .where("id", "=", id)
      .returning(USER_COLUMNS)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const user = readUser(row);
    await followPerson(writing, user);
    return user;
  });
}
