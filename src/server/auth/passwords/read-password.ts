import type { Kysely } from "kysely";
import type { Tables } from "../../database/schema.ts";
import { PASSWORD_PROVIDER } from "./passwords.ts";

/** The hash of the user's password; `null` when they have none. */
export async function findPassword(kysely: Kysely<Tables>, userId: string): Promise<string | null> {
  const row = await kysely
    .selectFrom("account")
    .select("password")
    .where("user_id", "=", userId)
    .where("provider_id", "=", PASSWORD_PROVIDER)
    .executeTakeFirst();
  return row?.password ?? null;
}
