import { createHash, randomBytes } from "node:crypto";
import type { Context } from "hono";
import type { PasswordReset, PasswordResetRequest } from "#contract/account-forms.ts";
import { fullName } from "#domain/people.ts";
import { passwordResetMail } from "#text/mails.ts";
import type { Database } from "../database/database.ts";
import { Refusal } from "../errors.ts";
import type { Mailer } from "../mail/mailer.ts";
import { holdPerson, replacePassword } from "./password-queries.ts";
import { findTokenOwner, holdResettable, keepToken, takeToken } from "./password-reset-queries.ts";
import { hashing, hashPassword } from "./passwords.ts";
import { type RateLimit, resetRequestRules, signInRules } from "./rate-limit.ts";
import type { AppEnv } from "./request-context.ts";

interface PasswordResetDependencies {
  readonly database: Database;
  /** Where the link leads. */
  readonly baseUrl: string;
  readonly rateLimit: RateLimit;
  readonly mailer: Mailer;
  readonly clock: () => Date;
}

/** A forgotten password: a one-time link by mail, then a new password by it. */
export interface PasswordResets {
  readonly request: (context: Context<AppEnv>, form: PasswordResetRequest) => Promise<void>;
  readonly reset: (context: Context<AppEnv>, form: PasswordReset) => Promise<void>;
}

const TOKEN_BYTES = 32;
const LIFETIME_MS = 60 * 60 * 1000;

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

export function createPasswordResets(dependencies: PasswordResetDependencies): PasswordResets {
  const { database, baseUrl, rateLimit, mailer, clock } = dependencies;
  const { kysely, engine } = database;

  return {
    async request(context, { email }) {
      await rateLimit.count(resetRequestRules(context.get("clientNetwork"), email));
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      const expiresAt = new Date(clock().getTime() + LIFETIME_MS);
      await kysely.transaction().execute(async (transaction) => {
        const found = await holdResettable(transaction, engine, email);
        if (found === null) throw new Refusal("account.email_unknown");
        context.set("personId", found.id);
        await keepToken(transaction, { userId: found.id, tokenHash: hashOf(token), expiresAt });
        const to = { name: fullName(found), address: email };
        const content = passwordResetMail(`${baseUrl}/reset-password?token=${token}`);
        await mailer.keep(transaction, { kind: "password-reset", userId: found.id, to, content, expiresAt });
      });
      mailer.wake();
    },
    async reset(context, { token, newPassword }) {
      const tokenHash = hashOf(token);
      // Before the hash, which costs: whoever has no link gets no hash.
      const userId = await findTokenOwner(kysely, tokenHash, clock());
      if (userId === null) throw new Refusal("reset.link_invalid");
      context.set("personId", userId);
      const hash = await hashing.run(() => hashPassword(newPassword));
      const email = await kysely.transaction().execute(async (transaction) => {
        const person = await holdPerson(transaction, engine, userId);
        // Of several uses at once, one takes the token; and whoever was deleted meanwhile has none.
        const isTaken = person !== null && (await takeToken(transaction, tokenHash));
        if (!isTaken) throw new Refusal("reset.link_invalid");
        await replacePassword(transaction, { userId, hash, now: clock() });
        await transaction.deleteFrom("session").where("user_id", "=", userId).execute();
        return person.email;
      });
      // The tries that made somebody ask for a link must not keep them out now.
      await rateLimit.forget(signInRules(context.get("clientNetwork"), email).slice(1));
    },
  };
}
