import type { UserRecord } from "../auth/user-record.ts";
import { Refusal } from "../errors.ts";
import { recordAct } from "../journal/journal-queries.ts";
import { forgetPerson } from "../planning/person-change-queries.ts";
import type { SharedPlanning } from "../planning/shared-planning.ts";
import { holdAdmins } from "./admin-queries.ts";

interface Deletion {
  readonly userId: string;
  readonly actorId: string;
  /** Whether a record has an admin's rights. */
  readonly hasRights: (user: UserRecord) => boolean;
}

/**
 * Deletes somebody with their account, sessions and answers.
 * @throws Refusal for oneself, for the last admin, and for nobody
 */
export async function deleteUser(planning: SharedPlanning, deletion: Deletion): Promise<void> {
  const { userId, actorId, hasRights } = deletion;
  await planning.write(async (writing) => {
    const { kysely, engine } = writing;
    const [admin, ...others] = await holdAdmins(kysely, engine, hasRights);
    if (admin?.id === userId && others.length === 0) throw new Refusal("user.last_admin");
    if (userId === actorId) throw new Refusal("user.self_deletion");
    const { numDeletedRows } = await kysely.deleteFrom("users").where("id", "=", userId).executeTakeFirst();
    if (numDeletedRows === 0n) throw new Refusal("user.not_found");
    await forgetPerson(writing, userId);
    await recordAct(writing, { actorId, act: { type: "user.deleted", userId }, now: writing.now });
  });
}
