import type { UserRow } from "#contract/accounts/users.ts";

/** Whether the user can sign in. Rows stored by an older version have no `account`: all users could sign in then. */
export function hasAccount({ account = "active" }: Pick<UserRow, "account">): boolean {
  return account === "active";
}
