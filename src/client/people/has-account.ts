import type { UserRow } from "#contract/accounts/users.ts";

/** Whether the user can sign in. Rows that were stored by an earlier version do not say so: everybody could then. */
export function hasAccount({ account = "active" }: Pick<UserRow, "account">): boolean {
  return account === "active";
}
