import type { Context } from "hono";
import type { PasswordReset, PasswordResetRequest } from "#contract/sign-in/passwords.ts";
import { fullName } from "#domain/people/people.ts";
import { passwordResetMail } from "#text/mails/mails.ts";
import type { Database } from "../../database/database.ts";
import { Refusal } from "../../errors.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { confirmAddress } from "../confirmations/write-confirmations.ts";
import { removeAllPasskeys } from "../passkeys/write-passkeys.ts";
import { lockPerson, replacePassword } from "../passwords/write-password.ts";
import { consumeToken, findTokenOwner, lockResettable, storeToken } from "./write-reset-tokens.ts";
import { hashing, hashPassword } from "../passwords/passwords.ts";
import { passwordRules, type RateLimit, resetRequestRules, signInRules } from "../../api/rate-limit.ts";
import type { AppEnv } from "../../api/request-context.ts";
import { newResetToken, resetLink, resetTokenHash } from "./reset-token.ts";

interface PasswordResetDependencies {
  readonly database: Database;
  /** The origin of the link. */
  readonly baseUrl: string;
  readonly rateLimit: RateLimit;
  readonly mailer: Mailer;
  readonly clock: () => Date;
}

/** Password resets: a one-time link by mail, which lets the user choose a new password. */
export interface PasswordResets {
  readonly request: (context: Context<AppEnv>, form: PasswordResetRequest) => Promise<void>;
  /** Returns the e-mail of the account. */
  readonly reset: (context: Context<AppEnv>, form: PasswordReset) => Promise<string>;
}

export function createPasswordResets(dependencies: PasswordResetDependencies): PasswordResets {
  const { database, baseUrl, rateLimit, mailer, clock } = dependencies;
  const { kysely, engine } = database;

  return {
    async request(context, { email }) {
      await rateLimit.count(resetRequestRules(context.get("clientNetwork"), email));
      const { token, tokenHash, expiresAt } = newResetToken(clock());
      await kysely.transaction().execute(async (transaction) => {
        const found = await lockResettable(transaction, engine, email);
        if (found === null) throw new Refusal("account.email_unknown");
        context.set("personId", found.id);
        await storeToken(transaction, { userId: found.id, tokenHash, expiresAt, mailedTo: email });
        const to = { name: fullName(found), address: email };
        const content = passwordResetMail(resetLink(baseUrl, token));
        await mailer.enqueue(transaction, { kind: "password-reset", userId: found.id, to, content, expiresAt });
      });
      mailer.wake();
    },
    async reset(context, { token, newPassword }) {
      const tokenHash = resetTokenHash(token);
      // Checked before the costly hash, so that requests without a valid link cause none.
      const userId = await findTokenOwner(kysely, tokenHash, clock());
      if (userId === null) throw new Refusal("reset.link_invalid");
      context.set("personId", userId);
      const lane = { network: context.get("clientNetwork"), account: userId };
      const hash = await hashing.run(lane, () => hashPassword(newPassword));
      const email = await kysely.transaction().execute(async (transaction) => {
        const person = await lockPerson(transaction, engine, userId);
        // Of several concurrent uses one consumes the token. A user deleted meanwhile has none.
        const address = person?.email ?? null;
        const used = await consumeToken(transaction, tokenHash);
        if (address === null || used === null) throw new Refusal("reset.link_invalid");
        await replacePassword(transaction, { userId, hash, now: clock() });
        await transaction.deleteFrom("session").where("user_id", "=", userId).execute();
        await removeAllPasskeys(transaction, userId);
        if (used.mailedTo !== null) await confirmAddress(transaction, { userId, email: used.mailedTo });
        return address;
      });
      // Failed tries before the reset must not block the user now.
      const ofAccount = signInRules(context.get("clientNetwork"), email).slice(1);
      await rateLimit.forget([...ofAccount, ...passwordRules(userId)]);
      return email;
    },
  };
}
