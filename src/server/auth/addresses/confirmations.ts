import type { Context } from "hono";
import type { Kysely } from "kysely";
import { LINKED_PAGES } from "#contract/paths.ts";
import { fullName } from "#domain/people/people.ts";
import { addressConfirmationMail } from "#text/mails/mails.ts";
import type { AppEnv } from "../../api/operation-route.ts";
import { confirmationRules } from "../../api/rate-limit.ts";
import type { UserRecord } from "../../api/user-record.ts";
import type { Tables } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import type { AuthParts } from "../auth-parts.ts";
import { hashOf, newToken } from "../links/tokens.ts";
import { lockCaller } from "../passwords/write-password.ts";

/** Long enough for people who read their mails only at the weekend. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** Marks the user's address as confirmed, unless the user changed it since a mail was sent to `email`. */
export async function confirmAddress(kysely: Kysely<Tables>, userId: string, email: string): Promise<void> {
  await kysely
    .updateTable("users")
    .set({ email_verified: true, address_refused_at: null })
    .where("id", "=", userId)
    .where("email", "=", email)
    .where("is_built_in", "=", false)
    .where("email_verified", "=", false)
    .execute();
}

/** Mails links with which people confirm that mails to their address reach them. */
export function createConfirmations({ database, baseUrl, rateLimit, mailer, clock }: AuthParts) {
  const { kysely, engine } = database;

  /** Makes a link, which replaces an earlier one, and queues its mail. Call `mailer.wake` after the commit to send it. */
  async function offer(transaction: Kysely<Tables>, user: UserRecord, now: Date): Promise<void> {
    const { id: userId, email } = user;
    if (email === null) return;
    const { token, tokenHash } = newToken();
    const expiresAt = new Date(now.getTime() + LIFETIME_MS);
    const confirmation = { email, token_hash: tokenHash, expires_at: expiresAt };
    await transaction
      .insertInto("address_confirmation")
      .values({ user_id: userId, ...confirmation })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(confirmation))
      .execute();
    const to = { name: fullName(user), address: email };
    const content = addressConfirmationMail(`${baseUrl}${LINKED_PAGES.confirmEmail}?token=${token}`);
    await mailer.enqueue(transaction, { kind: "address-confirmation", userId, to, content, expiresAt });
  }

  return {
    offer,
    /** Makes a link at the user's own request, and sends it. `confirmed`: the address was confirmed already. */
    async request(user: UserRecord): Promise<"sent" | "confirmed"> {
      if (user.isBuiltIn) throw new Refusal("account.built_in");
      await rateLimit.count(confirmationRules(user.id));
      const isSent = await kysely.transaction().execute(async (transaction) => {
        if ((await lockCaller({ engine, kysely: transaction }, user.id)).isEmailConfirmed) return false;
        await offer(transaction, user, clock());
        return true;
      });
      if (isSent) mailer.wake();
      return isSent ? "sent" : "confirmed";
    },
    /** Applies a mailed link. @throws Refusal `confirmation.link_invalid` */
    async confirm(context: Context<AppEnv>, token: string): Promise<void> {
      const found = await kysely
        .selectFrom("address_confirmation")
        .innerJoin("users", "users.id", "address_confirmation.user_id")
        .select(["users.id as userId", "address_confirmation.email"])
        .whereRef("users.email", "=", "address_confirmation.email")
        .where("token_hash", "=", hashOf(token))
        .where("expires_at", ">", clock())
        .executeTakeFirst();
      if (found === undefined) throw new Refusal("confirmation.link_invalid");
      context.set("personId", found.userId);
      await confirmAddress(kysely, found.userId, found.email);
    },
  };
}

export type Confirmations = ReturnType<typeof createConfirmations>;
