import type { Kysely } from "kysely";
import type { Engine } from "../../database/database.ts";
import { lockRows } from "../../database/row-lock.ts";
import type { Tables } from "../../database/schema.ts";
import { PASSWORD_PROVIDER } from "./passwords.ts";

/** Locks a user who has a password to reset, until the transaction ends. The default admin has none. */
export async function lockResettable(
  transaction: Kysely<Tables>,
  engine: Engine,
  email: string,
): Promise<{ id: string; firstName: string; lastName: string } | null> {
  const query = transaction
    .selectFrom("users")
    .select(["id", "first_name as firstName", "last_name as lastName"])
    .where("email", "=", email)
    .where("id", "in", (eb) =>
      eb.selectFrom("account").select("account.user_id").where("account.provider_id", "=", PASSWORD_PROVIDER),
    );
  return (await lockRows(engine, query).executeTakeFirst()) ?? null;
}

interface StoredToken {
  readonly userId: string;
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

/** A user has one token: a new one replaces the last. */
export async function storeToken(kysely: Kysely<Tables>, { userId, tokenHash, expiresAt }: StoredToken): Promise<void> {
  const reset = { token_hash: tokenHash, expires_at: expiresAt };
  await kysely
    .insertInto("password_reset")
    .values({ user_id: userId, ...reset })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(reset))
    .execute();
}

/** Consumes a token. Returns whether it still existed. */
export async function consumeToken(transaction: Kysely<Tables>, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom("password_reset")
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the user's reset link, so that somebody who holds it cannot open the account with its new rights. */
export async function deleteToken(kysely: Kysely<Tables>, userId: string): Promise<void> {
  await kysely.deleteFrom("password_reset").where("user_id", "=", userId).execute();
}
