import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { InvitedPerson } from "#contract/accounts/invitations.ts";
import type { PersonalInvitation } from "#contract/accounts/people.ts";
import { LINKED_PAGES } from "#contract/paths.ts";
import { invitationMail } from "#text/mails/mails.ts";
import { readUser, USER_COLUMNS } from "../../api/user-record.ts";
import type { Tables } from "../../database/schema.ts";
import type { Mailer } from "../../mail/mailer.ts";

/** A person who has a row, and no account yet. */
interface Invitee {
  readonly userId: string;
  readonly name: string;
  /** Where the link is sent; `null`: nowhere. */
  readonly address: string | null;
}

interface PersonalInvitationDependencies {
  /** The origin of the links. */
  readonly baseUrl: string;
  readonly secret: string;
  readonly mailer: Mailer;
}

/** One-time links, valid for 30 days, by which people whom an admin brought in create their account. */
export interface PersonalInvitations {
  /**
   * Makes a link for each, which replaces an earlier one, and queues its mail. Returns the links in the same order.
   * @param nonce that of the link to prolong instead
   */
  readonly offer: (
    transaction: Kysely<Tables>,
    invitees: readonly Invitee[],
    now: Date,
    nonce?: string,
  ) => Promise<PersonalInvitation[]>;
  /** To be called after the commit. */
  readonly sendMails: () => void;
}

const NONCE_BYTES = 32;
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

export function createPersonalInvitations(dependencies: PersonalInvitationDependencies): PersonalInvitations {
  const { baseUrl, secret, mailer } = dependencies;

  /** Derived, so that an admin can copy the link that was mailed, but a copy of the database does not contain it. */
  function tokenOf(nonce: string): string {
    return createHmac("sha256", secret).update(`personal invitation\n${nonce}`).digest("base64url");
  }

  return {
    async offer(transaction, invitees, now, nonce) {
      if (invitees.length === 0) return [];
      const expiresAt = new Date(now.getTime() + LIFETIME_MS);
      const offers = invitees.map((invitee) => {
        const kept = nonce ?? randomBytes(NONCE_BYTES).toString("base64url");
        const token = tokenOf(kept);
        const row = { user_id: invitee.userId, nonce: kept, token_hash: hashOf(token), expires_at: expiresAt };
        return { ...invitee, row, link: `${baseUrl}${LINKED_PAGES.register}?invitation=${token}` };
      });
      await transaction
        .insertInto("person_invitation")
        .values(offers.map(({ row }) => row))
        .onConflict((conflict) =>
          conflict.column("user_id").doUpdateSet((eb) => ({
            nonce: eb.ref("excluded.nonce"),
            token_hash: eb.ref("excluded.token_hash"),
            expires_at: eb.ref("excluded.expires_at"),
          })),
        )
        .execute();
      const mails = offers.flatMap(({ userId, name, address, link }) => {
        if (address === null) return [];
        const content = invitationMail(link);
        return [{ kind: "invitation" as const, userId, to: { name, address }, content, expiresAt }];
      });
      await mailer.enqueueAll(transaction, mails);
      return offers.map(({ link }) => ({ link, expiresAt: expiresAt.toISOString() }));
    },
    sendMails: mailer.wake,
  };
}

/** The person of a good link, as the form is filled in; `null` when there is none. */
export async function findInvited(
  kysely: Kysely<Tables>,
  token: string,
  now: Date,
): Promise<{ userId: string; person: InvitedPerson } | null> {
  const row = await kysely
    .selectFrom("person_invitation")
    .innerJoin("users", "users.id", "person_invitation.user_id")
    .select(USER_COLUMNS)
    .where("token_hash", "=", hashOf(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { id, email, firstName, lastName, positions } = readUser(row);
  const person = { firstName, lastName, positions: [...positions], ...(email !== null && { email }) };
  return { userId: id, person };
}

/** Consumes a link. Returns whether it was still good. */
export async function takePersonalInvitation(transaction: Kysely<Tables>, token: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom("person_invitation")
    .where("token_hash", "=", hashOf(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
