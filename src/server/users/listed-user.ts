import type { AccountState, UserRow } from "#contract/accounts/users.ts";
import { presentUser, type UserRecord } from "../api/user-record.ts";

/** A user in the list of all. */
export interface ListedUser extends UserRecord {
  readonly account: AccountState;
}

/** A row of the list, as `viewer` may see it. */
export function presentListed(user: ListedUser, viewer: Pick<UserRecord, "id" | "isAdmin">): UserRow {
  return { ...presentUser(user, viewer), account: user.account };
}
