import type { Kysely } from "kysely";
import { readBoolean, readDate, type Tables } from "../../database/schema.ts";
import { hasAccount } from "../passwords/read-password.ts";
import { dropPendingChange } from "../passwords/write-password.ts";

/** A link that gives a person an address, once. */
export interface AddressLink {
  readonly userId: string;
  readonly email: string;
  /** Whether the address was theirs before: the link takes it back. */
  readonly isReturn: boolean;
  readonly expiresAt: Date;
}

export interface AddressHolder {
  readonly id: string;
  /** One without an account was given the address by an admin: nobody has proven that it is theirs. */
  readonly hasAccount: boolean;
}

/**
 * Whose address this is: of the row that has it, or of the person who had it and may still take it back; `null`: it is
 * free.
 * @param exceptFor somebody who may take an address of theirs back
 */
export async function findAddressHolder(
  kysely: Kysely<Tables>,
  email: string,
  now: Date,
  exceptFor: string | null = null,
): Promise<AddressHolder | null> {
  const row = await kysely
    .selectFrom("users")
    .select((eb) => ["users.id", "is_built_in", hasAccount(eb).as("has_account")])
    .where("email", "=", email)
    .executeTakeFirst();
  if (row !== undefined) {
    return { id: row.id, hasAccount: Boolean(row.has_account) || readBoolean(row.is_built_in) };
  }
  const former = await kysely
    .selectFrom("address_change")
    .select("user_id")
    .where("email", "=", email)
    .where("is_return", "=", true)
    .where("expires_at", ">", now)
    .$if(exceptFor !== null, (query) => query.where("user_id", "!=", exceptFor ?? ""))
    .executeTakeFirst();
  return former === undefined ? null : { id: former.user_id, hasAccount: true };
}

/** A person has one link to a new address: a new one replaces the last. Those that take one back all stay. */
export async function storeAddressLink(
  transaction: Kysely<Tables>,
  tokenHash: string,
  { userId, email, isReturn, expiresAt }: AddressLink,
): Promise<void> {
  if (!isReturn) await dropPendingChange(transaction, userId);
  await transaction
    .insertInto("address_change")
    .values({ token_hash: tokenHash, user_id: userId, email, is_return: isReturn, expires_at: expiresAt })
    .execute();
}

export async function findAddressLink(
  kysely: Kysely<Tables>,
  tokenHash: string,
  now: Date,
): Promise<AddressLink | null> {
  const row = await kysely
    .selectFrom("address_change")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (row === undefined) return null;
  const isReturn = readBoolean(row.is_return);
  return { userId: row.user_id, email: row.email, isReturn, expiresAt: readDate(row.expires_at) };
}

/** Deletes a link; returns whether it was still there. */
export async function consumeAddressLink(transaction: Kysely<Tables>, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom("address_change")
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Gives the person the address by which the link came, and deletes the links that the former one, or the wish for
 * another one, brought: a reset that was mailed there must not open the account.
 */
export async function setOwnAddress(
  transaction: Kysely<Tables>,
  { userId, email }: AddressLink,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable("users")
    .set({ email, email_verified: true, address_refused_at: null, updated_at: now })
    .where("id", "=", userId)
    .execute();
  await dropPendingChange(transaction, userId);
  await transaction.deleteFrom("password_reset").where("user_id", "=", userId).execute();
}

/**
 * Ends what whoever took the address away has: all sessions, and the links that would take back an address that the
 * account had since.
 */
export async function endSince(transaction: Kysely<Tables>, { userId, expiresAt }: AddressLink): Promise<void> {
  await transaction.deleteFrom("session").where("user_id", "=", userId).execute();
  await transaction
    .deleteFrom("address_change")
    .where("user_id", "=", userId)
    .where("expires_at", ">=", expiresAt)
    .execute();
}
