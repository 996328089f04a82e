import type { Kysely } from "kysely";
import { readUser, USER_COLUMNS, type UserRecord } from "../../api/user-record.ts";
import type { Queryable } from "../../database/database.ts";
import { lockRows } from "../../database/row-lock.ts";
import type { Tables } from "../../database/schema.ts";
import { found, Refusal } from "../../errors.ts";
import { PASSWORD_PROVIDER } from "./passwords.ts";
import { findPassword } from "./read-password.ts";

/** Locks the rows of these users until the transaction ends. Those who do not exist are left out. */
async function lockUsers({ kysely, engine }: Queryable, ids: readonly string[]): Promise<UserRecord[]> {
  const query = kysely.selectFrom("users").select(USER_COLUMNS).where("id", "in", ids).orderBy("users.id");
  return (await lockRows(engine, query).execute()).map(readUser);
}

/**
 * Locks the user's row until the transaction ends; `null` when they are deleted. Every change of a user's password,
 * sessions and links takes this lock first, to avoid deadlocks.
 */
export async function lockUser(transaction: Queryable, id: string): Promise<UserRecord | null> {
  const [user = null] = await lockUsers(transaction, [id]);
  return user;
}

/** Like `lockUser`, for the caller. @throws Refusal `account.deleted` when they were deleted since the call was authorised */
export async function lockCaller(transaction: Queryable, id: string): Promise<UserRecord> {
  return found(await lockUser(transaction, id), "account.deleted");
}

/**
 * Locks the row of a member who lost access to their account, for an admin who gives them a link. Admins may not help other
 * admins: somebody at an unattended browser could take over another admin's account. The server's command line (`null`) may
 * help everybody who has a password.
 * @throws Refusal when the actor may not do this, or the person has no password
 */
export async function lockForHelp(transaction: Queryable, actorId: string | null, userId: string): Promise<UserRecord> {
  const users = await lockUsers(transaction, [actorId ?? userId, userId]);
  const actor = users.find(({ id }) => id === actorId);
  const person = users.find(({ id }) => id === userId);
  // The actor was demoted or deleted since the call was authorised.
  if (actorId !== null && actor?.isAdmin !== true) throw new Refusal("request.forbidden");
  if (person === undefined) throw new Refusal("user.not_found");
  if (person.isBuiltIn) throw new Refusal("account.built_in");
  if (person.isAdmin && actorId !== null) throw new Refusal("reset.of_admin");
  if ((await findPassword(transaction.kysely, userId)) === null) throw new Refusal("user.no_account");
  return person;
}

/** Deletes the user's link to a new address. Links that restore a former address stay valid. */
export async function dropPendingChange(transaction: Kysely<Tables>, userId: string): Promise<void> {
  await transaction.deleteFrom("address_change").where("user_id", "=", userId).where("is_return", "=", false).execute();
}

/**
 * Deletes the user's links to a new address or password. Call it when the address, the password or the rights change:
 * earlier links must not open the account any more.
 */
export async function deleteLinks(kysely: Kysely<Tables>, userId: string): Promise<void> {
  await dropPendingChange(kysely, userId);
  await kysely.deleteFrom("password_reset").where("user_id", "=", userId).execute();
}

/** Replaces the user's password. Also deletes their links: somebody who knew the former password may have requested them. */
export async function replacePassword(
  transaction: Kysely<Tables>,
  { userId, hash, now }: { readonly userId: string; readonly hash: string; readonly now: Date },
): Promise<void> {
  await transaction
    .updateTable("account")
    .set({ password: hash, updated_at: now })
    .where("user_id", "=", userId)
    .where("provider_id", "=", PASSWORD_PROVIDER)
    .execute();
  await deleteLinks(transaction, userId);
}
