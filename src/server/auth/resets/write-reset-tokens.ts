import type { Kysely } from "kysely";
import type { Engine } from "../../database/database.ts";
import { lockRows } from "../../database/row-lock.ts";
import type { Tables } from "../../database/schema.ts";
import { PASSWORD_PROVIDER } from "../passwords/passwords.ts";
import { dropPendingChange } from "../passwords/write-password.ts";

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
  /** Where the link is mailed; `null`: an admin hands it over. */
  readonly mailedTo: string | null;
}

/** A user has one token: a new one replaces the last. */
export async function storeToken(
  kysely: Kysely<Tables>,
  { userId, tokenHash, expiresAt, mailedTo }: StoredToken,
): Promise<void> {
  const reset = { token_hash: tokenHash, expires_at: expiresAt, mailed_to: mailedTo };
  await kysely
    .insertInto("password_reset")
    .values({ user_id: userId, ...reset })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(reset))
    .execute();
}

/** Consumes a token. Returns where it was mailed; `null` if it no longer existed. */
export async function consumeToken(
  transaction: Kysely<Tables>,
  tokenHash: string,
): Promise<{ mailedTo: string | null } | null> {
  const row = await transaction
    .deleteFrom("password_reset")
    .where("token_hash", "=", tokenHash)
    .returning("mailed_to as mailedTo")
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes the links that lead into the user's account, so that nobody who holds one opens it with its new rights. */
export async function deleteLinks(kysely: Kysely<Tables>, userId: string): Promise<void> {
  await dropPendingChange(kysely, userId);
  await kysely.deleteFrom("password_reset").where("user_id", "=", userId).execute();
}

/** The owner of a valid token. */
export async function findTokenOwner(kysely: Kysely<Tables>, tokenHash: string, now: Date): Promise<string | null> {
  const row = await kysely
    .selectFrom("password_reset")
    .select("user_id")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row?.user_id ?? null;
}
