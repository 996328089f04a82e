import type { Context } from "hono";
import type { Kysely } from "kysely";
import type { OneTimeLink } from "#contract/accounts/users.ts";
import { LINKED_PAGES } from "#contract/paths.ts";
import type { PasswordReset, PasswordResetRequest } from "#contract/sign-in/passwords.ts";
import { fullName } from "#domain/people/people.ts";
import { passwordResetMail } from "#text/mails/mails.ts";
import type { AppEnv } from "../../api/operation-route.ts";
import { passwordRules, resetRequestRules, signInRules } from "../../api/rate-limit.ts";
import { readUser, USER_COLUMNS } from "../../api/user-record.ts";
import { lockRows } from "../../database/row-lock.ts";
import type { Tables } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import { confirmAddress } from "../addresses/confirmations.ts";
import type { AuthParts } from "../auth-parts.ts";
import { hashOf, newToken } from "../links/tokens.ts";
import { hashInQueue, hashPassword } from "../passwords/passwords.ts";
import { hasAccount } from "../passwords/read-password.ts";
import { lockForHelp, lockUser, replacePassword } from "../passwords/write-password.ts";

const LIFETIME_MS = 60 * 60 * 1000;

interface ResetRecipient {
  readonly userId: string;
  /** Where the link is mailed; `null`: an admin hands it over. */
  readonly mailedTo: string | null;
}

/** Makes a token that is valid for an hour. It replaces the user's earlier one. */
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

function resetLink(baseUrl: string, token: string): string {
  return `${baseUrl}${LINKED_PAGES.resetPassword}?token=${token}`;
}

/** Resets forgotten passwords: mails a one-time link, with which the user chooses a new password. */
export function createPasswordResets({ database, baseUrl, rateLimit, mailer, clock }: AuthParts) {
  const { kysely, engine } = database;

  return {
    async request(context: Context<AppEnv>, { email }: PasswordResetRequest): Promise<void> {
      await rateLimit.count(resetRequestRules(context.get("clientNetwork"), email));
      await kysely.transaction().execute(async (transaction) => {
        // The default admin has no password to reset.
        const query = transaction.selectFrom("users").select(USER_COLUMNS).where("email", "=", email).where(hasAccount);
        const found = await lockRows(engine, query).executeTakeFirst();
        if (found === undefined) throw new Refusal("account.email_unknown");
        const user = readUser(found);
        context.set("personId", user.id);
        const recipient = { userId: user.id, mailedTo: email };
        const { token, expiresAt } = await storeResetToken(transaction, recipient, clock());
        const to = { name: fullName(user), address: email };
        const content = passwordResetMail(resetLink(baseUrl, token));
        await mailer.enqueue(transaction, { kind: "password-reset", userId: user.id, to, content, expiresAt });
      });
      mailer.wake();
    },
    /** Sets the new password. Returns the e-mail of the account. @throws Refusal `reset.link_invalid` */
    async reset(context: Context<AppEnv>, { token, newPassword }: PasswordReset): Promise<string> {
      const tokenHash = hashOf(token);
      // Checked before hashing, which is expensive, so that requests without a valid link cost little.
      const found = await kysely
        .selectFrom("password_reset")
        .select("user_id")
        .where("token_hash", "=", tokenHash)
        .where("expires_at", ">", clock())
        .executeTakeFirst();
      if (found === undefined) throw new Refusal("reset.link_invalid");
      const userId = found.user_id;
      context.set("personId", userId);
      const hash = await hashInQueue(context, userId, () => hashPassword(newPassword));
      const email = await kysely.transaction().execute(async (transaction) => {
        const user = await lockUser({ engine, kysely: transaction }, userId);
        // If the link is used twice at the same time, only one request finds the token. Deleted users have no token.
        const used = await transaction
          .deleteFrom("password_reset")
          .where("token_hash", "=", tokenHash)
          .returning("mailed_to")
          .executeTakeFirst();
        if (user?.email == null || used === undefined) throw new Refusal("reset.link_invalid");
        await replacePassword(transaction, { userId, hash, now: clock() });
        // An intruder may have signed in, or added a passkey.
        await transaction.deleteFrom("session").where("user_id", "=", userId).execute();
        await transaction.deleteFrom("passkey").where("user_id", "=", userId).execute();
        if (used.mailed_to !== null) await confirmAddress(transaction, userId, used.mailed_to);
        return user.email;
      });
      // Failed sign-ins before the reset must not block the user now. The first rule is for their whole network: it stays.
      const [, ...accountRules] = signInRules(context.get("clientNetwork"), email);
      await rateLimit.forget([...accountRules, ...passwordRules(userId)]);
      return email;
    },
  };
}

/**
 * Where no mail server is set, creates a reset link that an admin passes on to the user. The admin could use the link
 * themself, so it is refused for the accounts of other admins. The journal records who made the link for whom.
 */
export function createHandedOverResets({
  settings,
  database,
  baseUrl,
  clock,
}: Pick<AuthParts, "settings" | "database" | "baseUrl" | "clock">) {
  const { kysely, engine } = database;

  /** @param actorId `null`: the server's command line, which may do this for everybody who has a password */
  return async function handOver(actorId: string | null, userId: string): Promise<OneTimeLink> {
    if (settings.mailUrl !== null && actorId !== null) throw new Refusal("reset.by_mail");
    const now = clock();
    const { token, expiresAt } = await kysely.transaction().execute(async (transaction) => {
      await lockForHelp({ engine, kysely: transaction }, actorId, userId);
      const stored = await storeResetToken(transaction, { userId, mailedTo: null }, now);
      await recordAct({ engine, kysely: transaction }, { actorId, act: { type: "user.reset_link_made", userId }, now });
      return stored;
    });
    return { link: resetLink(baseUrl, token), expiresAt: expiresAt.toISOString() };
  };
}
