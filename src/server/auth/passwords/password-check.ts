import type { Context } from "hono";
import type { ErrorCode } from "#contract/errors.ts";
import type { Actor, AppEnv } from "../../api/request-context.ts";
import type { Database } from "../../database/database.ts";
import { Refusal } from "../../errors.ts";
import { findPassword } from "./read-password.ts";
import { verifyPassword } from "./passwords.ts";
import { ownPasswordRules, passwordRules, type RateLimit } from "../../api/rate-limit.ts";

interface PasswordCheckDependencies {
  readonly database: Database;
  readonly rateLimit: RateLimit;
}

/**
 * Returns the stored hash if `password` is the user's. Call it in `hashing`.
 * @throws Refusal `refusal` for a wrong password; `request.too_many` after too many tries, in any call
 */
export type PasswordCheck = (userId: string, password: string, refusal: ErrorCode) => Promise<string>;

/**
 * Requires that the signed-in user knows their password.
 * @throws Refusal for a wrong password, after too many tries, and for the default admin, who has none
 */
export type PasswordDemand = (context: Context<AppEnv>, actor: Actor, password: string) => Promise<void>;

/** Asks a signed-in user for their password, to exclude somebody else at their browser. */
export function createPasswordCheck({ database, rateLimit }: PasswordCheckDependencies): PasswordCheck {
  return async function checkPassword(userId, password, refusal) {
    const rules = ownPasswordRules(userId);
    await rateLimit.check(rules);
    await rateLimit.count(passwordRules(userId));
    const hash = await findPassword(database.kysely, userId);
    if (hash !== null && (await verifyPassword(password, hash))) return hash;
    await rateLimit.count(rules);
    throw new Refusal(refusal);
  };
}
