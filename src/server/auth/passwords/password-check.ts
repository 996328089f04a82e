import type { Context } from "hono";
import type { ErrorCode } from "#contract/errors.ts";
import type { Actor, AppEnv } from "../../api/operation-route.ts";
import { ownPasswordRules, passwordRules } from "../../api/rate-limit.ts";
import { Refusal } from "../../errors.ts";
import type { AuthParts } from "../auth-parts.ts";
import { hashInQueue, verifyPassword } from "./passwords.ts";
import { findPassword } from "./read-password.ts";

/** Asks a signed-in user for the password again: somebody else may sit at their browser. Both return the stored hash. */
export function createPasswordCheck({ database, rateLimit }: Pick<AuthParts, "database" | "rateLimit">) {
  /**
   * Call it in `hashInQueue`, because it hashes.
   * @throws Refusal `refusal` for a wrong password; `request.too_many` after too many tries, in any call
   */
  async function check(userId: string, password: string, refusal: ErrorCode): Promise<string> {
    const failureRules = ownPasswordRules(userId);
    await rateLimit.check(failureRules);
    await rateLimit.count(passwordRules(userId));
    const hash = await findPassword(database.kysely, userId);
    if (hash !== null && (await verifyPassword(password, hash))) return hash;
    await rateLimit.count(failureRules);
    throw new Refusal(refusal);
  }
  return {
    check,
    /** Calls `check` in `hashInQueue`. @throws Refusal for a wrong password, too many tries, and the built-in admin */
    require: async (context: Context<AppEnv>, { id, isBuiltIn }: Actor, password: string): Promise<string> => {
      if (isBuiltIn) throw new Refusal("account.built_in");
      return hashInQueue(context, id, () => check(id, password, "account.wrong_own_password"));
    },
  };
}

export type PasswordCheck = ReturnType<typeof createPasswordCheck>;
