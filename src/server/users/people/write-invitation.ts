import type { OneTimeLink } from "#contract/accounts/users.ts";
import { fullName } from "#domain/people/people.ts";
import type { UserRecord } from "../../api/user-record.ts";
import { findAddressHolder } from "../../auth/addresses/read-address-holder.ts";
import type { Auth } from "../../auth/auth.ts";
import { findPassword } from "../../auth/passwords/read-password.ts";
import { lockUser } from "../../auth/passwords/write-password.ts";
import { readDate } from "../../database/schema.ts";
import { found, Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import { requireAdminRight } from "../../planning/changes/read-rights.ts";
import type { SharedPlanning, WriteTransaction } from "../../planning/shared-planning.ts";

/**
 * Runs a write transaction that gives people an e-mail address.
 * @throws Refusal `account.email_taken` when somebody else registered with one of the addresses at the same time
 */
export async function writeAddresses<Result>(
  planning: SharedPlanning,
  work: (writing: WriteTransaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await planning.write(work);
  } catch (error) {
    if (planning.database.isUniqueViolation(error)) throw new Refusal("account.email_taken");
    throw error;
  }
}

/** Reads a person without an account, and locks their row. @throws Refusal when they do not exist, or have an account */
export async function lockInvitee(writing: WriteTransaction, userId: string): Promise<UserRecord> {
  const user = found(await lockUser(writing, userId), "user.not_found");
  if (user.isBuiltIn || (await findPassword(writing.kysely, userId)) !== null) throw new Refusal("user.has_account");
  return user;
}

/** @throws Refusal `account.email_taken` */
export async function setAddress({ kysely, now }: WriteTransaction, userId: string, email: string): Promise<void> {
  if ((await findAddressHolder(kysely, email, now)) !== null) throw new Refusal("account.email_taken");
  await kysely
    .updateTable("users")
    .set({ email, address_refused_at: null, updated_at: now })
    .where("id", "=", userId)
    .execute();
}

/** The nonce of the person's invitation link, if the link is still valid. */
async function findNonce({ kysely, now }: WriteTransaction, userId: string): Promise<string | undefined> {
  const query = kysely.selectFrom("person_invitation").select(["nonce", "expires_at"]).where("user_id", "=", userId);
  const row = await query.executeTakeFirst();
  return row !== undefined && readDate(row.expires_at) > now ? row.nonce : undefined;
}

interface InvitationRequest {
  readonly userId: string;
  readonly actorId: string;
  /** Where the invitation is mailed; `null`: the admin passes the link on. */
  readonly email: string | null;
}

/**
 * Invites a person without an account: returns the link with which they create one. If their earlier link is still
 * valid, it is extended. If they get another address, a new link replaces it, so that the former address cannot be used
 * any more.
 * @throws Refusal when the person has an account, or somebody else has the address
 */
export async function invitePerson(
  planning: SharedPlanning,
  { personalInvitations, defaultAdmin }: Pick<Auth, "personalInvitations" | "defaultAdmin">,
  { userId, actorId, email }: InvitationRequest,
): Promise<OneTimeLink> {
  const invitation = await writeAddresses(planning, async (writing) => {
    await requireAdminRight(writing, actorId, "user.invite");
    const user = await lockInvitee(writing, userId);
    const isNewAddress = email !== null && email !== user.email;
    if (isNewAddress && defaultAdmin.isReserved(email)) throw new Refusal("account.email_taken");
    if (isNewAddress) await setAddress(writing, userId, email);
    const nonce = isNewAddress ? undefined : await findNonce(writing, userId);
    const invitee = { userId, name: fullName(user), address: email };
    const [offered] = await personalInvitations.offer(writing.kysely, [invitee], writing.now, nonce);
    if (offered === undefined) throw new Error("no invitation was made");
    await recordAct(writing, { actorId, act: { type: "user.invited", userId }, now: writing.now });
    return offered;
  });
  personalInvitations.sendMails();
  return invitation;
}
