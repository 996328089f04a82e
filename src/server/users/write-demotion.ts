import type { UserRecord } from "../api/user-record.ts";
import type { Database } from "../database/database.ts";
import { Refusal } from "../errors.ts";
import { recordAct } from "../journal/write-journal.ts";
import { lockAdmins } from "./read-admins.ts";

interface Demotion {
  readonly userId: string;
  readonly actorId: string;
  /** Whether a user is an admin. */
  readonly hasRights: (user: UserRecord) => boolean;
  readonly now: Date;
}

/**
 * Makes an admin a member, and ends their sessions, so that no page stays open with admin rights. Does nothing to a
 * member.
 * @throws Refusal for the caller themselves, for the last admin, for the default admin, and for an unknown user
 */
export async function demote({ kysely, engine }: Database, demotion: Demotion): Promise<void> {
  const { userId, actorId, hasRights, now } = demotion;
  await kysely.transaction().execute(async (transaction) => {
    const admins = await lockAdmins(transaction, engine, hasRights);
    const admin = admins.find(({ id }) => id === userId);
    if (admin !== undefined && admins.length === 1) throw new Refusal("admin.last");
    if (userId === actorId) throw new Refusal("admin.self");
    // The actor demoted themself since the call was authorised.
    if (!admins.some(({ id }) => id === actorId)) throw new Refusal("request.forbidden");
    if (admin?.isBuiltIn === true) throw new Refusal("account.built_in");
    if (admin === undefined) {
      const member = await transaction.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst();
      if (member === undefined) throw new Refusal("user.not_found");
      return;
    }
    const rights = { is_admin: false, updated_at: now };
    await transaction.updateTable("users").set(rights).where("id", "=", userId).execute();
    await transaction.deleteFrom("session").where("user_id", "=", userId).execute();
    const act = { type: "user.demoted", userId } as const;
    await recordAct({ engine, kysely: transaction }, { actorId, act, now });
  });
}
