import { domainToUnicode } from "node:url";
import type { Selectable } from "kysely";
import type { UserRow } from "#contract/accounts/users.ts";
import type { Service } from "#domain/people/services.ts";
import { may } from "#domain/permissions.ts";
import { readBoolean, readDate, type Tables } from "../database/schema.ts";

/** Only domains in Latin letters are shown decoded: other scripts have letters that look like Latin ones (homographs). */
const LATIN = /^[\p{Script=Latin}\p{Script=Common}]*$/u;

/** A stored address as people write it: `jean@société.fr`. */
export function shownAddress(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  if (!address.includes("xn--", at)) return address;
  const domain = domainToUnicode(address.slice(at));
  return domain !== "" && LATIN.test(domain) ? address.slice(0, at) + domain : address;
}

/** A row of the table `users`. */
export interface UserRecord {
  readonly id: string;
  /** `null`: a person without an account whose address is unknown. */
  readonly email: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly positions: readonly Service[];
  readonly isAdmin: boolean;
  readonly createdAt: Date;
  /** Whether this is the default admin, who never registered. */
  readonly isBuiltIn: boolean;
  /** Whether the person has proven that mails to this address reach them. */
  readonly isEmailConfirmed: boolean;
  /** The ids of people with the same name whom an admin marked as different people. */
  readonly differentFrom: readonly string[];
}

export const USER_COLUMNS = [
  "users.id",
  "users.email",
  "users.first_name",
  "users.last_name",
  "users.positions",
  "users.is_admin",
  "users.created_at",
  "users.is_built_in",
  "users.email_verified",
  "users.different_from",
] as const;

type UserColumn = (typeof USER_COLUMNS)[number] extends `users.${infer Name}` ? Name : never;

export function readPositions(stored: string): Service[] {
  return JSON.parse(stored) as Service[];
}

export function readUser(row: Pick<Selectable<Tables["users"]>, UserColumn>): UserRecord {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    positions: readPositions(row.positions),
    isAdmin: readBoolean(row.is_admin),
    createdAt: readDate(row.created_at),
    isBuiltIn: readBoolean(row.is_built_in),
    isEmailConfirmed: readBoolean(row.email_verified),
    differentFrom: JSON.parse(row.different_from) as string[],
  };
}

/** The field `isEmailConfirmed`. It is absent for the default admin, whose address belongs to nobody. */
export function presentConfirmation({ isBuiltIn, isEmailConfirmed }: UserRecord): { isEmailConfirmed?: boolean } {
  return isBuiltIn ? {} : { isEmailConfirmed };
}

/** `user` as shown to `viewer`: with the e-mail address only for the user themselves and for admins. */
export function presentUser(user: UserRecord, viewer: Pick<UserRecord, "id" | "isAdmin">): UserRow {
  const seesEmail = user.id === viewer.id || may(viewer, "user.see_email");
  return {
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    positions: [...user.positions],
    isAdmin: user.isAdmin,
    createdAt: user.createdAt.toISOString(),
    ...(seesEmail && user.email !== null && { email: shownAddress(user.email) }),
  };
}
