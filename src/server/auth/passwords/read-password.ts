import type { ExpressionBuilder, ExpressionWrapper, Kysely, SqlBool } from "kysely";
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

/** An SQL condition on `users`: the person has a password. People whom an admin added have none at first. */
export function hasAccount(eb: ExpressionBuilder<Tables, "users">): ExpressionWrapper<Tables, "users", SqlBool> {
  return eb.exists(
    eb
      .selectFrom("account")
      .select("account.id")
      .whereRef("account.user_id", "=", "users.id")
      .where("account.provider_id", "=", PASSWORD_PROVIDER),
  );
}
