import type { AccountState } from "#contract/accounts/users.ts";
import { readUser, USER_COLUMNS } from "../api/user-record.ts";
import { PASSWORD_PROVIDER } from "../auth/passwords/passwords.ts";
import type { Queryable } from "../database/database.ts";
import { readDate, type StoredDate } from "../database/schema.ts";
import type { ListedUser } from "./listed-user.ts";

/** Without a password, only a link that is still good lets somebody in. */
function invitedOr(invitation: StoredDate | null, now: Date): AccountState {
  return invitation !== null && readDate(invitation) > now ? "invited" : "none";
}

export async function listUsers({ kysely }: Queryable, now: Date): Promise<ListedUser[]> {
  const rows = await kysely
    .selectFrom("users")
    .leftJoin("account", (join) =>
      join.onRef("account.user_id", "=", "users.id").on("account.provider_id", "=", PASSWORD_PROVIDER),
    )
    .leftJoin("person_invitation", "person_invitation.user_id", "users.id")
    .select([
      ...USER_COLUMNS,
      "account.id as account_id",
      "person_invitation.expires_at as invited_until",
      "address_refused_at",
    ])
    .execute();
  return rows.map((row) => {
    const user = readUser(row);
    const isActive = row.account_id !== null || user.isBuiltIn;
    const account = isActive ? "active" : invitedOr(row.invited_until, now);
    return { ...user, account, isAddressRefused: row.address_refused_at !== null };
  });
}
