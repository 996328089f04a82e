import type { UserRow } from "#contract/accounts/users.ts";
import { roleOf } from "#domain/permissions.ts";
import {
  type KeyValueStorage,
  readStored,
  setAside,
  type StoredSchema,
  tryToStore,
} from "../storage/browser-storage.ts";

type Fields = { readonly [Field in keyof UserRow]-?: (value: unknown) => boolean };

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isFlag(value: unknown): boolean {
  return typeof value === "boolean";
}

/** The fields of a user that may be missing. */
const OPTIONAL: ReadonlySet<string> = new Set<keyof UserRow>(["email", "account", "isAddressRefused"]);

const FIELDS: Fields = {
  id: isText,
  firstName: isText,
  lastName: isText,
  positions: (value) => Array.isArray(value) && value.every(isText),
  isAdmin: isFlag,
  createdAt: isText,
  email: isText,
  account: (value) => value === "active" || value === "invited" || value === "none",
  isAddressRefused: isFlag,
};

/**
 * Checks a stored `UserRow` without the library of schemas, because the first screen waits for this check. A test compares
 * it with the schema.
 */
export const StoredUser: StoredSchema<UserRow> = {
  safeParse(value) {
    if (typeof value !== "object" || value === null) return { success: false };
    const stored = new Map(Object.entries(value));
    const expected = Object.entries(FIELDS).filter(([field]) => stored.has(field) || !OPTIONAL.has(field));
    if (!expected.every(([field, isValid]) => isValid(stored.get(field)))) return { success: false };
    const user: unknown = Object.fromEntries(expected.map(([field]) => [field, stored.get(field)]));
    return { success: true, data: user as UserRow };
  },
};

export const CURRENT_USER_KEY = "currentUser";
const REMEMBER_ME_KEY = "rememberMe";
const REMEMBERED = "true";

interface Restored {
  readonly user: UserRow | null;
  /** Storage keys whose unreadable values were moved to other keys. */
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

/** Stores `user` in the specification's shape (§3, with `roles`), and the remember-me flag: both or neither. */
export function rememberUser(storage: KeyValueStorage, user: UserRow, now: number): void {
  const isUnreadable = readStored(storage, CURRENT_USER_KEY, StoredUser).status === "unreadable";
  if (isUnreadable && !setAside(storage, CURRENT_USER_KEY, now)) return;
  const stored = { ...user, roles: [roleOf(user)] };
  const isStored =
    tryToStore(storage, CURRENT_USER_KEY, JSON.stringify(stored)) && tryToStore(storage, REMEMBER_ME_KEY, REMEMBERED);
  if (!isStored) forgetUser(storage);
}

export function forgetUser(storage: KeyValueStorage): void {
  storage.removeItem(CURRENT_USER_KEY);
  storage.removeItem(REMEMBER_ME_KEY);
}
