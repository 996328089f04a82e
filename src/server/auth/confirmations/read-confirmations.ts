import type { Kysely } from "kysely";
import type { Tables } from "../../database/schema.ts";

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
