import type { AccountState, TeamRow } from "#contract/accounts/users.ts";
import { presentUser, type UserRecord } from "../api/user-record.ts";

/** A user in the list of all. */
export interface ListedUser extends UserRecord {
  readonly account: AccountState;
  /** The mail server says that the address does not exist. */
  readonly isAddressRefused: boolean;
}

/** A row of the list, as `viewer` may see it. */
export function presentListed(
  user: ListedUser,
  viewer: Pick<UserRecord, "id" | "isAdmin">,
  guardianIds: readonly string[] = [],
): TeamRow {
  const row = presentUser(user, viewer);
  const isToldRefusal = user.isAddressRefused && row.email !== undefined;
  return {
    ...row,
    account: user.account,
    ...(isToldRefusal && { isAddressRefused: true }),
    ...(guardianIds.length > 0 && { guardianIds: [...guardianIds] }),
  };
}
