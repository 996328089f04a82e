import type { Context, Hono } from "hono";
import type { Kysely } from "kysely";
import { OPERATIONS } from "#contract/operations.ts";
import type { OwnAddressChange } from "#contract/own-account.ts";
import { LINKED_PAGES } from "#contract/paths.ts";
import { fullName } from "#domain/people/people.ts";
import { addressChangedMail, addressChangeMail, addressTakenMail } from "#text/mails/mails.ts";
import { type Actor, addRoute, type AppEnv, DONE } from "../../api/operation-route.ts";
import { addressChangeRules } from "../../api/rate-limit.ts";
import type { UserRecord } from "../../api/user-record.ts";
import { readBoolean, readDate, type Tables } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import type { AuthParts } from "../auth-parts.ts";
import { hashOf, newToken } from "../links/tokens.ts";
import type { PasswordCheck } from "../passwords/password-check.ts";
import { findPassword } from "../passwords/read-password.ts";
import { deleteLinks, dropPendingChange, lockCaller, lockForHelp, lockUser } from "../passwords/write-password.ts";
import type { Confirmations } from "./confirmations.ts";
import { findAddressHolder } from "./read-address-holder.ts";

const HOUR_MS = 60 * 60 * 1000;
/** How long a former address can be restored. */
const RETURN_MS = 72 * HOUR_MS;

/** A one-time link that gives a person an address. */
interface AddressLink {
  readonly userId: string;
  readonly email: string;
  /** Whether the link restores the person's former address. */
  readonly isReturn: boolean;
  readonly expiresAt: Date;
}

function createAddressLinks({ baseUrl, mailer }: AuthParts) {
  /** A link to a new address replaces the person's earlier one. Several links to former addresses may be valid. */
  async function storeLink(
    transaction: Kysely<Tables>,
    { userId, email, isReturn, expiresAt }: AddressLink,
  ): Promise<{ url: string; hash: string }> {
    const { token, tokenHash } = newToken();
    if (!isReturn) await dropPendingChange(transaction, userId);
    await transaction
      .insertInto("address_change")
      .values({ token_hash: tokenHash, user_id: userId, email, is_return: isReturn, expires_at: expiresAt })
      .execute();
    return { url: `${baseUrl}${LINKED_PAGES.confirmEmail}?token=${token}`, hash: tokenHash };
  }

  /**
   * Mails the link to the new address. If the address is taken, its holder gets a mail without a link. The link is
   * stored in both cases, so that the duration does not reveal which addresses are taken.
   */
  async function mailLink(transaction: Kysely<Tables>, user: UserRecord, email: string, now: Date): Promise<void> {
    const holder = await findAddressHolder(transaction, email, now, user.id);
    const expiresAt = new Date(now.getTime() + HOUR_MS);
    const { url } = await storeLink(transaction, { userId: user.id, email, isReturn: false, expiresAt });
    // The holder of a taken address must not learn who typed it.
    const mail =
      holder === null
        ? { kind: "address-change" as const, userId: user.id, name: fullName(user), content: addressChangeMail(url) }
        : { kind: "address-taken" as const, userId: holder.id, name: "", content: addressTakenMail() };
    const { name, ...rest } = mail;
    await mailer.enqueue(transaction, { ...rest, to: { name, address: email }, expiresAt });
  }

  /** Mails the former address a link that restores it. */
  async function mailReturnLink(transaction: Kysely<Tables>, user: UserRecord, now: Date): Promise<void> {
    if (user.email === null) return;
    const { id: userId, email } = user;
    const expiresAt = new Date(now.getTime() + RETURN_MS);
    const { url, hash } = await storeLink(transaction, { userId, email, isReturn: true, expiresAt });
    const content = addressChangedMail(url);
    const to = { name: fullName(user), address: email };
    // `distinct`: the mail about a second change must not replace the mail about the first, which may still be queued.
    await mailer.enqueue(transaction, { kind: "address-changed", userId, distinct: hash, to, content, expiresAt });
  }

  return { mailLink, mailReturnLink };
}

/** Changes an account's address by a link that is mailed to the new address. */
function createAddressChanges(parts: AuthParts, passwords: PasswordCheck) {
  const { database, defaultAdmin, rateLimit, mailer, clock } = parts;
  const { kysely, engine } = database;
  const { mailLink, mailReturnLink } = createAddressLinks(parts);

  /** Gives the person the address of the link, and consumes the link. */
  async function changeAddress({ userId, email, isReturn, expiresAt }: AddressLink, tokenHash: string): Promise<void> {
    const now = clock();
    await kysely.transaction().execute(async (transaction) => {
      const user = await lockUser({ engine, kysely: transaction }, userId);
      const used = await transaction
        .deleteFrom("address_change")
        .where("token_hash", "=", tokenHash)
        .executeTakeFirst();
      if (user === null || used.numDeletedRows === 0n) throw new Refusal("confirmation.link_invalid");
      const holder = await findAddressHolder(transaction, email, now, userId);
      // Somebody else may have taken the address since the mail was sent. The person themself may have it already.
      const isTaken = holder !== null && holder.id !== userId;
      if (isTaken || defaultAdmin.isReserved(email)) throw new Refusal("confirmation.link_invalid");
      const confirmed = { email, email_verified: true, address_refused_at: null, updated_at: now };
      await transaction.updateTable("users").set(confirmed).where("id", "=", userId).execute();
      // Links that were mailed to the former address (resets, and changes to a third one) must not open the account.
      await deleteLinks(transaction, userId);
      if (!isReturn) {
        await mailReturnLink(transaction, user, now);
        return;
      }
      // An intruder who changed the address may have sessions, and later return links, to addresses that they set. All
      // return links are valid for `RETURN_MS`, so these are the ones that expire later than the link that is used.
      await transaction.deleteFrom("session").where("user_id", "=", userId).execute();
      const laterLinks = transaction.deleteFrom("address_change").where("user_id", "=", userId);
      await laterLinks.where("expires_at", ">=", expiresAt).execute();
    });
    mailer.wake();
  }

  return {
    /** Mails the link for the user's own account. @throws Refusal for a wrong password */
    async request(context: Context<AppEnv>, actor: Actor, { email, password }: OwnAddressChange): Promise<void> {
      const hash = await passwords.require(context, actor, password);
      await rateLimit.count(addressChangeRules(actor.id, email));
      await kysely.transaction().execute(async (transaction) => {
        const user = await lockCaller({ engine, kysely: transaction }, actor.id);
        // The password was reset since the check: somebody who knows only the former password must not get the account.
        if ((await findPassword(transaction, actor.id)) !== hash) throw new Refusal("account.wrong_own_password");
        await mailLink(transaction, user, email, clock());
      });
      mailer.wake();
    },
    /** For an admin who helps a member without access to their mailbox. @throws Refusal `account.email_taken` */
    async requestFor(actorId: string, userId: string, email: string): Promise<void> {
      await rateLimit.count(addressChangeRules(userId, email));
      const now = clock();
      await kysely.transaction().execute(async (transaction) => {
        const person = await lockForHelp({ engine, kysely: transaction }, actorId, userId);
        const holder = await findAddressHolder(transaction, email, now, userId);
        // Refused openly: admins see all addresses anyway.
        if (holder !== null || defaultAdmin.isReserved(email)) throw new Refusal("account.email_taken");
        await mailLink(transaction, person, email, now);
        const act = { type: "user.address_change_asked", userId } as const;
        await recordAct({ engine, kysely: transaction }, { actorId, act, now });
      });
      mailer.wake();
    },
    /**
     * Applies a mailed link. `returned`: it restored a former address; `null`: no such link.
     * @throws Refusal `confirmation.link_invalid`
     */
    async applyLink(context: Context<AppEnv>, token: string): Promise<"changed" | "returned" | null> {
      const tokenHash = hashOf(token);
      const row = await kysely
        .selectFrom("address_change")
        .selectAll()
        .where("token_hash", "=", tokenHash)
        .where("expires_at", ">", clock())
        .executeTakeFirst();
      if (row === undefined) return null;
      const { user_id: userId, email } = row;
      const link = { userId, email, isReturn: readBoolean(row.is_return), expiresAt: readDate(row.expires_at) };
      context.set("personId", link.userId);
      try {
        await changeAddress(link, tokenHash);
      } catch (error) {
        if (database.isUniqueViolation(error)) throw new Refusal("confirmation.link_invalid");
        throw error;
      }
      return link.isReturn ? "returned" : "changed";
    },
  };
}

export function addAddressRoutes(
  app: Hono<AppEnv>,
  parts: AuthParts,
  { passwords, confirmations }: { readonly passwords: PasswordCheck; readonly confirmations: Confirmations },
): void {
  const { sessions } = parts;
  const addressChanges = createAddressChanges(parts, passwords);

  addRoute(app, OPERATIONS.requestOwnAddress, sessions, async ({ context, actor, body }) => {
    await addressChanges.request(context, actor, body);
    return DONE;
  });
  addRoute(app, OPERATIONS.requestAddressOf, sessions, async ({ actor, parameters, body }) => {
    await addressChanges.requestFor(actor.id, parameters.id, body.email);
    return DONE;
  });
  addRoute(app, OPERATIONS.confirmEmail, sessions, async ({ context, body }) => {
    // Both kinds of links lead to the same page.
    const address = await addressChanges.applyLink(context, body.token);
    if (address === null) await confirmations.confirm(context, body.token);
    return { ...DONE, ...(address !== null && { address }) };
  });
  addRoute(app, OPERATIONS.requestConfirmation, sessions, async ({ actor }) => ({
    status: await confirmations.request(actor),
  }));
}
