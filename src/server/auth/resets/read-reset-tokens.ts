import type { Kysely } from "kysely";
import type { Tables } from "../../database/schema.ts";

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
