import type { Kysely } from "kysely";
import type { InvitedPerson } from "#contract/accounts/invitations.ts";
import type { OneTimeLink } from "#contract/accounts/users.ts";
import { invitationMail } from "#text/mails/mails.ts";
import { readUser, shownAddress, USER_COLUMNS } from "../../api/user-record.ts";
import type { Tables } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import type { AuthParts } from "../auth-parts.ts";
import { deriveToken, hashOf, invitationLink, isSame, randomToken } from "../links/tokens.ts";

const SEPARATOR = ".";

/** The token of a link that an admin passes on. */
function plainToken(secret: string, nonce: string): string {
  return deriveToken(secret, "personal invitation", nonce);
}

/** The token of the same link in a mail. Using it proves that the person received the mail at this address. */
function mailedToken(secret: string, nonce: string, address: string): string {
  const proof = deriveToken(secret, "mailed personal invitation", nonce, address);
  return `${plainToken(secret, nonce)}${SEPARATOR}${proof}`;
}

/** The stored hash, which is the same for the plain and the mailed token. */
function invitationHash(token: string): string {
  const [plain = ""] = token.split(SEPARATOR, 1);
  return hashOf(plain);
}

/** A person who has a row but no account. */
export interface Invitee {
  readonly userId: string;
  readonly name: string;
  /** Where the link is sent; `null`: nowhere. */
  readonly address: string | null;
}

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** One-time links, valid for 30 days, with which people whom an admin added create their account. */
export function createPersonalInvitations({ baseUrl, secret, mailer }: AuthParts) {
  return {
    /**
     * Makes a link for each person, which replaces their earlier one, and queues its mail. Returns the links in the same
     * order.
     * @param nonce that of an existing link, which is then extended instead of replaced
     */
    async offer(
      transaction: Kysely<Tables>,
      invitees: readonly Invitee[],
      now: Date,
      nonce?: string,
    ): Promise<OneTimeLink[]> {
      if (invitees.length === 0) return [];
      const expiresAt = new Date(now.getTime() + LIFETIME_MS);
      const invitations = invitees.map((invitee) => {
        const linkNonce = nonce ?? randomToken();
        const token = plainToken(secret, linkNonce);
        const stored = { nonce: linkNonce, token_hash: invitationHash(token), expires_at: expiresAt };
        return { ...invitee, row: { user_id: invitee.userId, ...stored }, link: invitationLink(baseUrl, token) };
      });
      await transaction
        .insertInto("person_invitation")
        .values(invitations.map(({ row }) => row))
        .onConflict((conflict) =>
          conflict.column("user_id").doUpdateSet((eb) => ({
            nonce: eb.ref("excluded.nonce"),
            token_hash: eb.ref("excluded.token_hash"),
            expires_at: eb.ref("excluded.expires_at"),
          })),
        )
        .execute();
      const mails = invitations.flatMap(({ userId, name, address, row }) => {
        if (address === null) return [];
        const content = invitationMail(invitationLink(baseUrl, mailedToken(secret, row.nonce, address)));
        return [{ kind: "invitation" as const, userId, to: { name, address }, content, expiresAt }];
      });
      await mailer.enqueue(transaction, ...mails);
      return invitations.map(({ link }) => ({ link, expiresAt: expiresAt.toISOString() }));
    },
    /** Call it after the commit. */
    sendMails: mailer.wake,
  };
}

export interface FoundInvitation {
  readonly userId: string;
  /** The initial values of the registration form. */
  readonly person: InvitedPerson;
  /** The address to which this link was mailed; `null` for a link that an admin passed on. */
  readonly mailedTo: string | null;
}

/** The person whom a link invites; `null` for an invalid link. */
export async function findInvited(
  kysely: Kysely<Tables>,
  secret: string,
  token: string,
  now: Date,
): Promise<FoundInvitation | null> {
  const row = await kysely
    .selectFrom("person_invitation")
    .innerJoin("users", "users.id", "person_invitation.user_id")
    .select([...USER_COLUMNS, "nonce"])
    .where("token_hash", "=", invitationHash(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { id, email, firstName, lastName, positions } = readUser(row);
  const shownEmail = email !== null && { email: shownAddress(email) };
  const person = { firstName, lastName, positions: [...positions], ...shownEmail };
  const isMailed = email !== null && isSame(Buffer.from(token), Buffer.from(mailedToken(secret, row.nonce, email)));
  return { userId: id, person, mailedTo: isMailed ? email : null };
}

/** Consumes a link. @throws Refusal when it is wrong, used or expired */
export async function consumeInvitation(transaction: Kysely<Tables>, token: string, now: Date): Promise<void> {
  const { numDeletedRows } = await transaction
    .deleteFrom("person_invitation")
    .where("token_hash", "=", invitationHash(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Refusal("invitation.invalid");
}
