import type { Kysely } from "kysely";
import type { Engine } from "../database/database.ts";
import { holdRows } from "../database/row-lock.ts";
import type { Tables } from "../database/schema.ts";
import { PASSWORD_PROVIDER } from "./sign-up.ts";

/** Somebody who has a password to reset, and stays until the transaction ends: the default admin has none. */
export async function holdResettable(
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
  return (await holdRows(engine, query).executeTakeFirst()) ?? null;
}

interface KeptToken {
  readonly userId: string;
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

/** One token a person: a new one takes the place of the last. */
export async function keepToken(kysely: Kysely<Tables>, { userId, tokenHash, expiresAt }: KeptToken): Promise<void> {
  const reset = { token_hash: tokenHash, expires_at: expiresAt };
  await kysely
    .insertInto("password_reset")
    .values({ user_id: userId, ...reset })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(reset))
    .execute();
}

/** Whose the token is, while it is good. */
export async function findTokenOwner(kysely: Kysely<Tables>, tokenHash: string, now: Date): Promise<string | null> {
  const row = await kysely
    .selectFrom("password_reset")
    .select("user_id")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Uses up a token; whether it was still there. */
export async function takeToken(transaction: Kysely<Tables>, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom("password_reset")
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
