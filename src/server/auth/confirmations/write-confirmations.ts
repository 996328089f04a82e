import type { Kysely } from "kysely";
import type { Tables } from "../../database/schema.ts";

interface Confirmation {
  readonly userId: string;
  /** Where the link was mailed. */
  readonly email: string;
}

interface StoredConfirmation extends Confirmation {
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

/** A user has one link: a new one replaces the last. */
export async function storeConfirmation(
  kysely: Kysely<Tables>,
  { userId, email, tokenHash, expiresAt }: StoredConfirmation,
): Promise<void> {
  const confirmation = { email, token_hash: tokenHash, expires_at: expiresAt };
  await kysely
    .insertInto("address_confirmation")
    .values({ user_id: userId, ...confirmation })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(confirmation))
    .execute();
}

/** Notes that mails to this address reach the user, if it is still theirs. */
export async function confirmAddress(kysely: Kysely<Tables>, { userId, email }: Confirmation): Promise<void> {
  await kysely
    .updateTable("users")
    .set({ email_verified: true, address_refused_at: null })
    .where("id", "=", userId)
    .where("email", "=", email)
    .where("is_built_in", "=", false)
    .where("email_verified", "=", false)
    .execute();
}

/** Whose address a valid link confirms. It may be confirmed already. */
export async function findConfirmation(
  kysely: Kysely<Tables>,
  tokenHash: string,
  now: Date,
): Promise<{ userId: string; email: string } | null> {
  const row = await kysely
    .selectFrom("address_confirmation")
    .innerJoin("users", "users.id", "address_confirmation.user_id")
    .select(["users.id as userId", "address_confirmation.email"])
    .whereRef("users.email", "=", "address_confirmation.email")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row ?? null;
}
