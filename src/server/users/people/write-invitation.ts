import type { PersonalInvitation } from "#contract/accounts/people.ts";
import { fullName } from "#domain/people/people.ts";
import { may } from "#domain/permissions.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "../../api/user-record.ts";
import { findAddressHolder } from "../../auth/addresses/read-address-holder.ts";
import type { Auth } from "../../auth/auth.ts";
import { findPassword } from "../../auth/passwords/read-password.ts";
import { lockRows } from "../../database/row-lock.ts";
import { readDate } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import { readActor } from "../../planning/changes/read-rights.ts";
import type { SharedPlanning, WriteTransaction } from "../../planning/shared-planning.ts";

/**
 * Runs a write that gives people an e-mail address.
 * @throws Refusal `account.email_taken` when somebody registered one of them meanwhile
 */
export async function takingAddresses<Result>(
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

/** @throws Refusal when the user does not exist, or has an account */
export async function lockInvitee({ kysely, engine }: WriteTransaction, userId: string): Promise<UserRecord> {
  const query = kysely.selectFrom("users").select(USER_COLUMNS).where("id", "=", userId);
  const row = await lockRows(engine, query).executeTakeFirst();
  if (row === undefined) throw new Refusal("user.not_found");
  const user = readUser(row);
  if (user.isBuiltIn || (await findPassword(kysely, userId)) !== null) throw new Refusal("user.has_account");
  return user;
}

export async function setAddress({ kysely, now }: WriteTransaction, userId: string, email: string): Promise<void> {
  if ((await findAddressHolder(kysely, email, now)) !== null) throw new Refusal("account.email_taken");
  await kysely
    .updateTable("users")
    .set({ email, address_refused_at: null, updated_at: now })
    .where("id", "=", userId)
    .execute();
}

/** The nonce of the person's link, if the link is still valid. */
async function findNonce({ kysely, now }: WriteTransaction, userId: string): Promise<string | undefined> {
  const query = kysely.selectFrom("person_invitation").select(["nonce", "expires_at"]).where("user_id", "=", userId);
  const row = await query.executeTakeFirst();
  return row !== undefined && readDate(row.expires_at) > now ? row.nonce : undefined;
}

interface Inviting {
  readonly userId: string;
  readonly actorId: string;
  /** Where to send it; `null`: the admin passes the link on. */
  readonly email: string | null;
}

/**
 * Invites a person without an account. A link that is still valid is extended. For another address a new link replaces it,
 * because the old one must stop working.
 * @throws Refusal when they have an account, or somebody else has the address
 */
export async function invitePerson(
  planning: SharedPlanning,
  { personalInvitations, defaultAdmin }: Pick<Auth, "personalInvitations" | "defaultAdmin">,
  { userId, actorId, email }: Inviting,
): Promise<PersonalInvitation> {
  const offered = await takingAddresses(planning, async (writing) => {
    const actor = await readActor(writing, actorId);
    if (!may(actor, "user.invite")) throw new Refusal("request.forbidden");
    const user = await lockInvitee(writing, userId);
    const isMoved = email !== null && email !== user.email;
    if (isMoved && defaultAdmin.isReserved(email)) throw new Refusal("account.email_taken");
    if (isMoved) await setAddress(writing, userId, email);
    const nonce = isMoved ? undefined : await findNonce(writing, userId);
    const invitee = { userId, name: fullName(user), address: email };
    const [made] = await personalInvitations.offer(writing.kysely, [invitee], writing.now, nonce);
    if (made === undefined) throw new Error("no invitation was made");
    await recordAct(writing, { actorId, act: { type: "user.invited", userId }, now: writing.now });
    return made;
  });
  personalInvitations.sendMails();
  return offered;
}
