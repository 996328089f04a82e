import type { Kysely } from "kysely";
import { readUser, USER_COLUMNS, type UserRecord } from "../../api/user-record.ts";
import type { Database, Queryable } from "../../database/database.ts";
import type { Tables } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import { hashOf, newToken, type OneTimeToken } from "../links/tokens.ts";
import { hasAccount } from "../passwords/read-password.ts";
import { deleteLinks } from "../passwords/write-password.ts";

const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

export type AdminGrant =
  | { readonly outcome: "promoted" | "already-admin" | "built-in" }
  | { readonly outcome: "invited"; readonly token: string };

/** The start of every mailed token, and of no other token. */
const MAILED_PREFIX = "mailed.";

/** Marks a random token as one that is only mailed to the invited address, and never shown. */
export function mailedAdminToken(token: string): OneTimeToken {
  const mailed = MAILED_PREFIX + token;
  return { token: mailed, tokenHash: hashOf(mailed) };
}

/** Whether a token was mailed: using it then proves that the person reads mails at the invited address. */
export function isMailed(token: string): boolean {
  return token.startsWith(MAILED_PREFIX);
}

/** Stores a link with which the owner of this e-mail registers as an admin. It replaces an earlier link. */
export async function inviteAdmin(
  { kysely, engine }: Queryable,
  { email, tokenHash }: { readonly email: string; readonly tokenHash: string },
  now: Date,
): Promise<void> {
  const invitation = { token_hash: tokenHash, expires_at: new Date(now.getTime() + LIFETIME_MS) };
  await kysely
    .insertInto("admin_invitation")
    .values({ email, ...invitation })
    .onConflict((conflict) => conflict.column("email").doUpdateSet(invitation))
    .execute();
  await recordAct({ engine, kysely }, { actorId: null, act: { type: "admin_link.made" }, now });
}

export interface Promotion {
  /** In lower case. */
  readonly email: string;
  /** `null`: the server's command line. */
  readonly actorId: string | null;
  readonly now: Date;
}

/** Makes an account an admin; `null` when there is no such account, or it belongs to an admin already. */
export async function makeAdmin(
  transaction: Queryable,
  { email, actorId, now }: Promotion,
): Promise<UserRecord | null> {
  const row = await transaction.kysely
    .updateTable("users")
    .set({ is_admin: true, updated_at: now })
    .where("email", "=", email)
    .where("is_admin", "=", false)
    .where(hasAccount)
    .returning(USER_COLUMNS)
    .executeTakeFirst();
  if (row === undefined) return null;
  // Earlier links to a new password or address must not open an account that now has more rights.
  await deleteLinks(transaction.kysely, row.id);
  await recordAct(transaction, { actorId, act: { type: "user.promoted", userId: row.id }, now });
  return readUser(row);
}

/** For the command `npm run admin`: makes the account of `email` an admin, or creates a token to register one. */
export async function grantAdmin({ kysely, engine }: Database, email: string, now: Date): Promise<AdminGrant> {
  return kysely.transaction().execute(async (connection): Promise<AdminGrant> => {
    const transaction = { engine, kysely: connection };
    if ((await makeAdmin(transaction, { email, actorId: null, now })) !== null) return { outcome: "promoted" };
    const user = await connection
      .selectFrom("users")
      .select(["is_admin", "is_built_in"])
      .where("email", "=", email)
      .executeTakeFirst();
    if (user?.is_built_in) return { outcome: "built-in" };
    if (user?.is_admin) return { outcome: "already-admin" };
    const { token, tokenHash } = newToken();
    await inviteAdmin(transaction, { email, tokenHash }, now);
    return { outcome: "invited", token };
  });
}

/** The e-mail for which this link was made; `null` when it is wrong, used or expired. */
export async function findAdminInvitation(kysely: Kysely<Tables>, token: string, now: Date): Promise<string | null> {
  const row = await kysely
    .selectFrom("admin_invitation")
    .select("email")
    .where("token_hash", "=", hashOf(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row?.email ?? null;
}

/** Consumes the invitation of `email`. @throws Refusal when `token` is wrong, used or expired */
export async function consumeAdminInvitation(
  transaction: Kysely<Tables>,
  email: string,
  token: string,
  now: Date,
): Promise<void> {
  const { numDeletedRows } = await transaction
    .deleteFrom("admin_invitation")
    .where("email", "=", email)
    .where("token_hash", "=", hashOf(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Refusal("invitation.invalid");
}

/** Whether somebody other than the built-in admin can sign in as an admin. */
export async function hasOwnAdmin({ kysely }: Queryable): Promise<boolean> {
  const admin = await kysely
    .selectFrom("users")
    .select("id")
    .where("is_admin", "=", true)
    .where("is_built_in", "=", false)
    .where((eb) => hasAccount(eb))
    .limit(1)
    .executeTakeFirst();
  return admin !== undefined;
}
