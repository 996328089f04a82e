import type { Context } from "hono";
import type { PasswordChange } from "#contract/sign-in/passwords.ts";
import type { Database } from "../../database/database.ts";
import { Refusal } from "../../errors.ts";
import type { PasswordCheck } from "./password-check.ts";
import { lockPerson, replacePassword } from "./write-password.ts";
import { hashing, hashPassword } from "./passwords.ts";
import type { Actor, AppEnv } from "../../api/request-context.ts";

interface PasswordChangeDependencies {
  readonly database: Database;
  readonly checkPassword: PasswordCheck;
  readonly clock: () => Date;
}

/** Changes the user's own password, given the old one, and ends their other sessions. */
export function createPasswordChange({ database, checkPassword, clock }: PasswordChangeDependencies) {
  const { kysely, engine } = database;

  return async function changePassword(
    context: Context<AppEnv>,
    actor: Actor,
    { currentPassword, newPassword }: PasswordChange,
  ): Promise<void> {
    if (actor.isBuiltIn) throw new Refusal("account.built_in");
    const lane = { network: context.get("clientNetwork"), account: actor.id };
    const { oldHash, hash } = await hashing.run(lane, async () => ({
      oldHash: await checkPassword(actor.id, currentPassword, "account.wrong_old_password"),
      hash: await hashPassword(newPassword),
    }));
    await kysely.transaction().execute(async (transaction) => {
      if ((await lockPerson(transaction, engine, actor.id)) === null) throw new Refusal("account.deleted");
      const isReplaced = await replacePassword(transaction, { userId: actor.id, hash, oldHash, now: clock() });
      // The password was replaced while the new one was hashed, so the given old one is outdated.
      if (!isReplaced) throw new Refusal("account.wrong_old_password");
      await transaction
        .deleteFrom("session")
        .where("user_id", "=", actor.id)
        .where("id", "!=", actor.sessionId)
        .execute();
    });
  };
}
