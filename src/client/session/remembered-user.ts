import type { UserRow } from "#contract/accounts/users.ts";
import { roleOf } from "#domain/permissions.ts";
import { type KeyValueStorage, tryToStore } from "../storage/browser-storage.ts";
import { readStored, setAside } from "../storage/stored-value.ts";
import { StoredUser } from "./stored-user.ts";

export const CURRENT_USER_KEY = "currentUser";
const REMEMBER_ME_KEY = "rememberMe";
const REMEMBERED = "true";

interface Restored {
  readonly user: UserRow | null;
  /** Names of values that were unreadable and set aside. */
  readonly setAside: readonly string[];
}

/** The user stored in this browser, if the remember-me flag is set (specification §4, Session). */
export function restoreUser(storage: KeyValueStorage, now: number): Restored {
  const stored = readStored(storage, CURRENT_USER_KEY, StoredUser);
  if (stored.status === "unreadable") {
    setAside(storage, CURRENT_USER_KEY, now);
    return { user: null, setAside: [CURRENT_USER_KEY] };
  }
  const isRemembered = storage.getItem(REMEMBER_ME_KEY) === REMEMBERED;
  return { user: stored.status === "read" && isRemembered ? stored.value : null, setAside: [] };
}

/** Stores `user` in the specification's shape (§3, with its `roles`), and the flag: both or neither. */
export function rememberUser(storage: KeyValueStorage, user: UserRow, now: number): void {
  const isUnreadable = readStored(storage, CURRENT_USER_KEY, StoredUser).status === "unreadable";
  if (isUnreadable && !setAside(storage, CURRENT_USER_KEY, now)) return;
  const presented = { ...user, roles: [roleOf(user)] };
  const isStored =
    tryToStore(storage, CURRENT_USER_KEY, JSON.stringify(presented)) &&
    tryToStore(storage, REMEMBER_ME_KEY, REMEMBERED);
  if (!isStored) forgetUser(storage);
}

export function forgetUser(storage: KeyValueStorage): void {
  storage.removeItem(CURRENT_USER_KEY);
  storage.removeItem(REMEMBER_ME_KEY);
}
