import type { Kysely } from "kysely";
import type { Engine } from "../database/database.ts";
import { holdRows } from "../database/row-lock.ts";
import type { Tables } from "../database/schema.ts";
import { PASSWORD_PROVIDER } from "./sign-up.ts";

/** The hash of somebody's password; `null` for who has none. */
export async function findPassword(kysely: Kysely<Tables>, userId: string): Promise<string | null> {
  const row = await kysely
    .selectFrom("account")
    .select("password")
    .where("user_id", "=", userId)
    .where("provider_id", "=", PASSWORD_PROVIDER)
    .executeTakeFirst();
  return row?.password ?? null;
}

/**
 * Somebody who stays until the transaction ends; `null` when they are gone. Whoever changes a person's password,
 * sessions and links holds the person first, so that no two wait for each other.
 */
export async function holdPerson(
  transaction: Kysely<Tables>,
  engine: Engine,
  userId: string,
): Promise<{ email: string } | null> {
  const query = transaction.selectFrom("users").select("email").where("id", "=", userId);
  return (await holdRows(engine, query).executeTakeFirst()) ?? null;
}

/** The same password under another hash: sessions and links stay. */
export async function refreshHash(transaction: Kysely<Tables>, userId: string, hash: string): Promise<void> {
  await transaction
    .updateTable("account")
    .set({ password: hash })
    .where("user_id", "=", userId)
    .where("provider_id", "=", PASSWORD_PROVIDER)
    .execute();
}

interface NewPassword {
  readonly userId: string;
  readonly hash: string;
  /** The hash that it takes the place of; any when left out. */
  readonly oldHash?: string;
  readonly now: Date;
}

/** Replaces somebody's password, and takes back the link that would; whether there was one to replace. */
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
  await transaction.deleteFrom("password_reset").where("user_id", "=", userId).execute();
  return numUpdatedRows > 0n;
}
