import { createHash, randomBytes } from "node:crypto";
import type { Context, Hono } from "hono";
import type { Kysely } from "kysely";
import { LINKED_PAGES } from "#contract/paths.ts";
import { fullName } from "#domain/people/people.ts";
import { addressConfirmationMail } from "#text/mails/mails.ts";
import { confirmationRules, type RateLimit } from "../../api/rate-limit.ts";
import type { AppEnv } from "../../api/request-context.ts";
import type { UserRecord } from "../../api/user-record.ts";
import type { Database } from "../../database/database.ts";
import { lockRows } from "../../database/row-lock.ts";
import { readBoolean, type Tables } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { confirmAddress, findConfirmation, storeConfirmation } from "./write-confirmations.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { addRoute } from "../../api/operation-route.ts";
import type { AddressChanges } from "../addresses/address-changes.ts";
import type { Sessions } from "../sessions/sessions.ts";

interface ConfirmationDependencies {
  readonly database: Database;
  /** The origin of the link. */
  readonly baseUrl: string;
  readonly rateLimit: RateLimit;
  readonly mailer: Mailer;
  readonly clock: () => Date;
}

/** Links by mail, by which people show that they read what is sent to their address. */
export interface Confirmations {
  /** Makes a link, which replaces an earlier one, and queues its mail. */
  readonly offer: (transaction: Kysely<Tables>, user: UserRecord, now: Date) => Promise<void>;
  /** To be called after the commit. */
  readonly sendMails: () => void;
  /** Makes a link for the user, on their wish. */
  readonly request: (user: UserRecord) => Promise<"sent" | "confirmed">;
  /** @throws Refusal `confirmation.link_invalid` */
  readonly confirm: (context: Context<AppEnv>, token: string) => Promise<void>;
}

/** 256 bits: cannot be guessed. */
const TOKEN_BYTES = 32;
/** Long enough for people who read their mails at the weekend. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

export function createConfirmations(dependencies: ConfirmationDependencies): Confirmations {
  const { database, baseUrl, rateLimit, mailer, clock } = dependencies;
  const { kysely, engine } = database;

  async function offer(transaction: Kysely<Tables>, user: UserRecord, now: Date): Promise<void> {
    const { id: userId, email } = user;
    if (email === null) return;
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    const expiresAt = new Date(now.getTime() + LIFETIME_MS);
    await storeConfirmation(transaction, { userId, email, tokenHash: hashOf(token), expiresAt });
    const to = { name: fullName(user), address: email };
    const content = addressConfirmationMail(`${baseUrl}${LINKED_PAGES.confirmEmail}?token=${token}`);
    await mailer.enqueue(transaction, { kind: "address-confirmation", userId, to, content, expiresAt });
  }

  return {
    offer,
    sendMails: mailer.wake,
    async request(user) {
      if (user.isBuiltIn) throw new Refusal("account.built_in");
      await rateLimit.count(confirmationRules(user.id));
      const isSent = await kysely.transaction().execute(async (transaction) => {
        const query = transaction.selectFrom("users").select("email_verified").where("id", "=", user.id);
        const row = await lockRows(engine, query).executeTakeFirst();
        if (row === undefined) throw new Refusal("account.deleted");
        if (readBoolean(row.email_verified)) return false;
        await offer(transaction, user, clock());
        return true;
      });
      if (isSent) mailer.wake();
      return isSent ? "sent" : "confirmed";
    },
    async confirm(context, token) {
      const found = await findConfirmation(kysely, hashOf(token), clock());
      if (found === null) throw new Refusal("confirmation.link_invalid");
      context.set("personId", found.userId);
      await confirmAddress(kysely, found);
    },
  };
}

interface ConfirmationRouteDependencies {
  readonly sessions: Sessions;
  readonly confirmations: Confirmations;
  readonly addressChanges: AddressChanges;
}

/** Routes to confirm an address, and to have the mail sent again. */
export function addConfirmationRoutes(
  app: Hono<AppEnv>,
  { sessions, confirmations, addressChanges }: ConfirmationRouteDependencies,
): void {
  addRoute(app, OPERATIONS.confirmEmail, sessions, async ({ context, body }) => {
    const address = await addressChanges.follow(context, body.token);
    if (address === null) await confirmations.confirm(context, body.token);
    return { status: "done" as const, ...(address !== null && { address }) };
  });
  addRoute(app, OPERATIONS.requestConfirmation, sessions, async ({ actor }) => ({
    status: await confirmations.request(actor),
  }));
}
