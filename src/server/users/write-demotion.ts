import type { UserRecord } from "../auth/user-record.ts";
import type { Database } from "../database/database.ts";
import { Refusal } from "../errors.ts";
import { recordAct } from "../journal/journal-queries.ts";
import { holdAdmins } from "./admin-queries.ts";

interface Demotion {
  readonly userId: string;
  readonly actorId: string;
  /** Whether a record has an admin's rights. */
  readonly hasRights: (user: UserRecord) => boolean;
  readonly now: Date;
}

/**
 * Makes an admin a member, and ends their sessions: what was open with an admin's rights is open no longer. Does nothing
 * to who is a member already.
 * @throws Refusal for oneself, for the last admin, for the default admin, and for nobody
 */
export async function demote({ kysely, engine }: Database, demotion: Demotion): Promise<void> {
  const { userId, actorId, hasRights, now } = demotion;
  await kysely.transaction().execute(async (transaction) => {
    const admins = await holdAdmins(transaction, engine, hasRights);
    const admin = admins.find(({ id }) => id === userId);
    if (admin !== undefined && admins.length === 1) throw new Refusal("admin.last");
    if (userId === actorId) throw new Refusal("admin.self");
    // Demoted themself since the call was let in.
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
