import type { UserRow } from "#contract/accounts/users.ts";
import type { StoredSchema } from "../storage/stored-value.ts";

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
 * `UserRow` for what a browser stored, without the schemas' library: the first drawing waits for it. A test compares the
 * two.
 */
export const StoredUser: StoredSchema<UserRow> = {
  safeParse(value) {
    if (typeof value !== "object" || value === null) return { success: false };
    const stored = new Map(Object.entries(value));
    const known = Object.entries(FIELDS).filter(([field]) => stored.has(field) || !OPTIONAL.has(field));
    if (!known.every(([field, isRight]) => isRight(stored.get(field)))) return { success: false };
    const user: unknown = Object.fromEntries(known.map(([field]) => [field, stored.get(field)]));
    return { success: true, data: user as UserRow };
  },
};
