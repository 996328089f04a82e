import type { PasswordChange } from "#contract/accounts.ts";
import type { Database } from "../database/database.ts";
import { Refusal } from "../errors.ts";
import { findPassword, holdPerson, replacePassword } from "./password-queries.ts";
import { hashing, hashPassword, verifyPassword } from "./passwords.ts";
import { passwordChangeRules, type RateLimit } from "./rate-limit.ts";
import type { Actor } from "./sessions.ts";

interface PasswordChangeDependencies {
  readonly database: Database;
  readonly rateLimit: RateLimit;
  readonly clock: () => Date;
}

/** Changes one's own password, which takes the old one, and ends every other session of one's own. */
export function createPasswordChange({ database, rateLimit, clock }: PasswordChangeDependencies) {
  const { kysely, engine } = database;

  /** The hash of `password` when it is the person's. @throws Refusal when it is not, or was guessed at too often */
  async function recognise(userId: string, password: string): Promise<string> {
    const rules = passwordChangeRules(userId);
    await rateLimit.check(rules);
    const hash = await findPassword(kysely, userId);
    if (hash !== null && (await verifyPassword(password, hash))) return hash;
    await rateLimit.count(rules);
    throw new Refusal("account.wrong_old_password");
  }

  return async function changePassword(actor: Actor, { currentPassword, newPassword }: PasswordChange): Promise<void> {
    if (actor.isBuiltIn) throw new Refusal("account.built_in");
    const { oldHash, hash } = await hashing.run(async () => ({
      oldHash: await recognise(actor.id, currentPassword),
      hash: await hashPassword(newPassword),
    }));
    await kysely.transaction().execute(async (transaction) => {
      if ((await holdPerson(transaction, engine, actor.id)) === null) throw new Refusal("account.deleted");
      const isReplaced = await replacePassword(transaction, { userId: actor.id, hash, oldHash, now: clock() });
      // It was replaced while the new one was hashed: this one is the old one no longer.
      if (!isReplaced) throw new Refusal("account.wrong_old_password");
      await transaction
        .deleteFrom("session")
        .where("user_id", "=", actor.id)
        .where("id", "!=", actor.sessionId)
        .execute();
    });
  };
}
