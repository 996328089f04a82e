import type { Kysely } from "kysely";
import { readUser, USER_COLUMNS, type UserRecord } from "../../api/user-record.ts";
import type { Engine, Queryable } from "../../database/database.ts";
import { lockRows } from "../../database/row-lock.ts";
import type { Tables } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import { PASSWORD_PROVIDER } from "./passwords.ts";
import { findPassword } from "./read-password.ts";

/**
 * Locks the user's row until the transaction ends; `null` when they are deleted. Every change of a user's password,
 * sessions and links takes this lock first, to avoid deadlocks.
 */
export async function lockPerson(
  transaction: Kysely<Tables>,
  engine: Engine,
  userId: string,
): Promise<{ email: string | null } | null> {
  const query = transaction.selectFrom("users").select("email").where("id", "=", userId);
  return (await lockRows(engine, query).executeTakeFirst()) ?? null;
}

/** Locks the rows of these users until the transaction ends. Those who do not exist are left out. */
export async function lockUsers({ kysely, engine }: Queryable, ids: readonly string[]): Promise<UserRecord[]> {
  const query = kysely.selectFrom("users").select(USER_COLUMNS).where("id", "in", ids).orderBy("users.id");
  return (await lockRows(engine, query).execute()).map(readUser);
}

/**
 * Locks a member whom an admin gives a way into their account. An admin may not help another admin: somebody at an
 * unattended browser could take over any admin's account. The operator (`null`), who can read the database anyway, may help
 * everybody with a password.
 * @throws Refusal when the actor may not do this, or the person cannot be helped
 */
export async function lockHelped(transaction: Queryable, actorId: string | null, userId: string): Promise<UserRecord> {
  const users = await lockUsers(transaction, [actorId ?? userId, userId]);
  const actor = users.find(({ id }) => id === actorId);
  const person = users.find(({ id }) => id === userId);
  // Demoted or deleted since the call was authorised.
  if (actorId !== null && actor?.isAdmin !== true) throw new Refusal("request.forbidden");
  if (person === undefined) throw new Refusal("user.not_found");
  if (person.isBuiltIn) throw new Refusal("account.built_in");
  if (person.isAdmin && actorId !== null) throw new Refusal("reset.of_admin");
  if ((await findPassword(transaction.kysely, userId)) === null) throw new Refusal("user.no_account");
  return person;
}

/** Stores a new hash of the same password: sessions and links stay. */
export async function refreshHash(transaction: Kysely<Tables>, userId: string, hash: string): Promise<void> {
  await transaction
    .updateTable("account")
    .set({ password: hash })
    .where("user_id", "=", userId)
    .where("provider_id", "=", PASSWORD_PROVIDER)
    .execute();
}

/** Deletes the user's link to a new address. Links that take a former address back stay. */
export async function dropPendingChange(transaction: Kysely<Tables>, userId: string): Promise<void> {
  await transaction.deleteFrom("address_change").where("user_id", "=", userId).where("is_return", "=", false).execute();
}

/**
 * Deletes the user's links to a new address or password. Call it when the address, the password or the rights change, so
 * that nobody opens the changed account with a link from before.
 */
export async function deleteLinks(kysely: Kysely<Tables>, userId: string): Promise<void> {
  await dropPendingChange(kysely, userId);
  await kysely.deleteFrom("password_reset").where("user_id", "=", userId).execute();
}

interface NewPassword {
  readonly userId: string;
  readonly hash: string;
  /** The hash to replace; any hash when left out. */
  readonly oldHash?: string;
  readonly now: Date;
}

/**
 * Replaces the user's password, and deletes their links, which somebody who knew the former password may have requested.
 * Returns whether there was a password to replace.
 */
export async function replacePassword(
  transaction: Kysely<Tables>,
  { userId, hash, oldHash, now }: NewPassword,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("account")
    .set({ password: hash, updated_at: now })
    .where("user_id", "=", userId)
    .where("provider_id", "=", PASSWORD_PROVIDER)
    .$if(oldHash !== undefined, (query) => query.where("password", "=", oldHash ?? null))
    .executeTakeFirst();
  await deleteLinks(transaction, userId);
  return numUpdatedRows > 0n;
}
