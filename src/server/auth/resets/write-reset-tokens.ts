import type { Kysely } from "kysely";
import type { Tables } from "../../database/schema.ts";
import { newToken } from "../links/tokens.ts";

const LIFETIME_MS = 60 * 60 * 1000;

interface ResetRecipient {
  readonly userId: string;
  /** Where the link is mailed; `null`: an admin hands it over. */
  readonly mailedTo: string | null;
}

/** Makes a password reset token that is valid for an hour. It replaces the user's earlier one. */
export async function storeResetToken(
  kysely: Kysely<Tables>,
  { userId, mailedTo }: ResetRecipient,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const { token, tokenHash } = newToken();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  const reset = { token_hash: tokenHash, expires_at: expiresAt, mailed_to: mailedTo };
  await kysely
    .insertInto("password_reset")
    .values({ user_id: userId, ...reset })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(reset))
    .execute();
  return { token, expiresAt };
}
