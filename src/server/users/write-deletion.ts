import type { UserRecord } from "../auth/user-record.ts";
import { Refusal } from "../errors.ts";
import { recordAct } from "../journal/journal-queries.ts";
import { forgetPerson } from "../planning/person-change-queries.ts";
import type { SharedPlanning, Writing } from "../planning/shared-planning.ts";
import { holdAdmins } from "./admin-queries.ts";

interface OwnDeletion {
  readonly userId: string;
  /** Whether a record has an admin's rights. */
  readonly hasRights: (user: UserRecord) => boolean;
}

interface Deletion extends OwnDeletion {
  readonly actorId: string;
}

async function isLastAdmin({ kysely, engine }: Writing, { userId, hasRights }: OwnDeletion): Promise<boolean> {
  const [admin, ...others] = await holdAdmins(kysely, engine, hasRights);
  return admin?.id === userId && others.length === 0;
}

/** Everything of theirs goes with their row, but for what the log of changes says. */
async function removePerson(writing: Writing, userId: string): Promise<void> {
  const { numDeletedRows } = await writing.kysely.deleteFrom("users").where("id", "=", userId).executeTakeFirst();
  if (numDeletedRows === 0n) throw new Refusal("user.not_found");
  await forgetPerson(writing, userId);
}

/**
 * Deletes somebody with their account, sessions and answers.
 * @throws Refusal for oneself, for the last admin, and for nobody
 */
export async function deleteUser(planning: SharedPlanning, deletion: Deletion): Promise<void> {
  const { userId, actorId } = deletion;
  await planning.write(async (writing) => {
    if (await isLastAdmin(writing, deletion)) throw new Refusal("user.last_admin");
    if (userId === actorId) throw new Refusal("user.self_deletion");
    await removePerson(writing, userId);
    await recordAct(writing, { actorId, act: { type: "user.deleted", userId }, now: writing.now });
  });
}

/**
 * Deletes one's own account, with sessions and answers.
 * @throws Refusal for the last admin, and for who is gone already
 */
export async function deleteOwnAccount(planning: SharedPlanning, deletion: OwnDeletion): Promise<void> {
  await planning.write(async (writing) => {
    if (await isLastAdmin(writing, deletion)) throw new Refusal("account.last_admin");
    await removePerson(writing, deletion.userId);
  });
}
