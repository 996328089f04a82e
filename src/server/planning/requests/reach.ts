import type { Asking } from "./asking.ts";
import { readAccounts } from "./read-requests.ts";

/** Who has no account gets no message. */
export const canReachAccounts: Asking["canReach"] = async (queryable, userIds) => {
  if (userIds.length === 0) return new Map();
  const accounts = await readAccounts(queryable, userIds);
  return new Map(userIds.map((userId) => [userId, accounts.get(userId) === true ? null : ("no_account" as const)]));
};
