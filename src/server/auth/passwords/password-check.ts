import type { ErrorCode } from "#contract/errors.ts";
import type { Database } from "../database/database.ts";
import { Refusal } from "../errors.ts";
import { findPassword } from "./password-queries.ts";
import { verifyPassword } from "./passwords.ts";
import { ownPasswordRules, type RateLimit } from "./rate-limit.ts";

interface PasswordCheckDependencies {
  readonly database: Database;
  readonly rateLimit: RateLimit;
}

/**
 * The hash of `password` when it is the person's. Call it in `hashing`.
 * @throws Refusal `refusal` when it is not; `request.too_many` when it was guessed at too often, here or elsewhere
 */
export type PasswordCheck = (userId: string, password: string, refusal: ErrorCode) => Promise<string>;

/** For whoever is signed in and must show that they are not just in front of somebody else's browser. */
export function createPasswordCheck({ database, rateLimit }: PasswordCheckDependencies): PasswordCheck {
  return async function recognise(userId, password, refusal) {
    const rules = ownPasswordRules(userId);
    await rateLimit.check(rules);
    const hash = await findPassword(database.kysely, userId);
    if (hash !== null && (await verifyPassword(password, hash))) return hash;
    await rateLimit.count(rules);
    throw new Refusal(refusal);
  };
}
