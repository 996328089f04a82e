import { readUser, USER_COLUMNS, type UserRecord } from "../api/user-record.ts";
import { makeAdmin, type Promotion } from "../auth/invitations/admin-invitations.ts";
import type { Database, Queryable } from "../database/database.ts";
import { lockRows } from "../database/row-lock.ts";
import { found, Refusal } from "../errors.ts";
import { recordAct } from "../journal/write-journal.ts";

/**
 * Reads all admins, and locks their rows until the transaction ends.
 * @param person a person whose row is locked with them, in the order of all such locks: it prevents deadlocks
 */
export async function lockAdmins(
  { kysely, engine }: Queryable,
  hasRights: (user: UserRecord) => boolean,
  { id = "", email = null }: Partial<Pick<UserRecord, "id" | "email">> = {},
): Promise<UserRecord[]> {
  const users = kysely.selectFrom("users").select(USER_COLUMNS).orderBy("users.id");
  // If two admins demote each other at the same time, the second waits here, and then sees the result of the first.
  const rows = await lockRows(
    engine,
    users.where((eb) => eb.or([eb("is_admin", "=", true), eb("users.id", "=", id), eb("email", "=", email)])),
  ).execute();
  return rows.map(readUser).filter((user) => user.isAdmin && hasRights(user));
}

/**
 * Call it with the locked admins. @param actorId `null`: the server's command line
 * @throws Refusal `request.forbidden` when the actor has lost the rights since the call was authorised
 */
export function requireAmong(admins: readonly UserRecord[], actorId: string | null): void {
  if (actorId !== null && !admins.some(({ id }) => id === actorId)) throw new Refusal("request.forbidden");
}

interface PromotionByAdmin extends Promotion {
  readonly hasRights: (user: UserRecord) => boolean;
}

/** The user with this address (in lower case). */
export async function findByEmail({ kysely }: Database, email: string): Promise<UserRecord | null> {
  const row = await kysely.selectFrom("users").select(USER_COLUMNS).where("email", "=", email).executeTakeFirst();
  return row === undefined ? null : readUser(row);
}

/**
 * Makes the account of `email` an admin.
 * @throws Refusal when there is no such account, or it belongs to an admin already
 */
export async function promote(database: Database, promotion: PromotionByAdmin): Promise<UserRecord> {
  const { kysely, engine } = database;
  const promoted = await kysely.transaction().execute(async (connection) => {
    const transaction = { engine, kysely: connection };
    requireAmong(await lockAdmins(transaction, promotion.hasRights, promotion), promotion.actorId);
    return makeAdmin(transaction, promotion);
  });
  if (promoted !== null) return promoted;
  const known = found(await findByEmail(database, promotion.email), "admin.email_unknown");
  // A person whom an admin added, but who has not created an account.
  if (!known.isAdmin) throw new Refusal("user.no_account");
  throw new Refusal(promotion.hasRights(known) ? "admin.already" : "account.built_in");
}

interface Demotion {
  readonly userId: string;
  readonly actorId: string;
  readonly hasRights: (user: UserRecord) => boolean;
  readonly now: Date;
}

/**
 * Takes an admin's rights away, and ends their sessions, so that no page stays open with these rights. Does nothing for a
 * member.
 * @throws Refusal when the user is the caller, the last admin, the built-in admin, or unknown
 */
export async function demote({ kysely, engine }: Database, demotion: Demotion): Promise<void> {
  const { userId, actorId, hasRights, now } = demotion;
  await kysely.transaction().execute(async (transaction) => {
    const admins = await lockAdmins({ engine, kysely: transaction }, hasRights);
    const admin = admins.find(({ id }) => id === userId);
    if (admin !== undefined && admins.length === 1) throw new Refusal("admin.last");
    if (userId === actorId) throw new Refusal("admin.self");
    requireAmong(admins, actorId);
    if (admin?.isBuiltIn === true) throw new Refusal("account.built_in");
    if (admin === undefined) {
      const member = transaction.selectFrom("users").select("id").where("id", "=", userId);
      found(await member.executeTakeFirst(), "user.not_found");
      return;
    }
    const rights = { is_admin: false, updated_at: now };
    await transaction.updateTable("users").set(rights).where("id", "=", userId).execute();
    await transaction.deleteFrom("session").where("user_id", "=", userId).execute();
    await recordAct({ engine, kysely: transaction }, { actorId, act: { type: "user.demoted", userId }, now });
  });
}
