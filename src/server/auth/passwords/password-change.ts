import type { PasswordChange } from "#contract/account-forms.ts";
import type { Database } from "../database/database.ts";
import { Refusal } from "../errors.ts";
import type { PasswordCheck } from "./password-check.ts";
import { holdPerson, replacePassword } from "./password-queries.ts";
import { hashing, hashPassword } from "./passwords.ts";
import type { Actor } from "./sessions.ts";

interface PasswordChangeDependencies {
  readonly database: Database;
  readonly recognise: PasswordCheck;
  readonly clock: () => Date;
}

/** Changes one's own password, which takes the old one, and ends every other session of one's own. */
export function createPasswordChange({ database, recognise, clock }: PasswordChangeDependencies) {
  const { kysely, engine } = database;

  return async function changePassword(actor: Actor, { currentPassword, newPassword }: PasswordChange): Promise<void> {
    if (actor.isBuiltIn) throw new Refusal("account.built_in");
    const { oldHash, hash } = await hashing.run(async () => ({
      oldHash: await recognise(actor.id, currentPassword, "account.wrong_old_password"),
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
