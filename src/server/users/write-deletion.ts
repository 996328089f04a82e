import type { UserRecord } from "../api/user-record.ts";
import { Refusal } from "../errors.ts";
import { recordAct } from "../journal/write-journal.ts";
import { removeFromMessages } from "../notifications/messages/write-messages.ts";
import { logRemovedPerson } from "../planning/changes/write-person-changes.ts";
import { addDropOutJobs } from "../planning/events/write-answers.ts";
import { forgetHolder } from "../planning/line-ups/write-line-ups.ts";
import type { SharedPlanning, WriteTransaction } from "../planning/shared-planning.ts";
import { lockAdmins, requireAmong } from "./write-admins.ts";

interface OwnDeletion {
  readonly userId: string;
  /** Whether the user has an admin's rights now. The built-in admin has none while it is switched off. */
  readonly hasRights: (user: UserRecord) => boolean;
}

interface Deletion extends OwnDeletion {
  /** `null`: the server's command line. */
  readonly actorId: string | null;
}

function isLastAdmin([admin, ...others]: readonly UserRecord[], userId: string): boolean {
  return admin?.id === userId && others.length === 0;
}

/**
 * Deletes a user's row, and by foreign keys their other rows. Removes their id from line-ups and waiting messages, and
 * their name from the change log. Adds jobs that report the places they leave in near events.
 * @param actorId the admin who deletes them; `null`: they do it themself, or the server's command line does
 */
async function removePerson(writing: WriteTransaction, userId: string, actorId: string | null): Promise<void> {
  await addDropOutJobs(writing, { userId, actorId });
  await forgetHolder(writing, userId);
  const { numDeletedRows } = await writing.kysely.deleteFrom("users").where("id", "=", userId).executeTakeFirst();
  if (numDeletedRows === 0n) throw new Refusal("user.not_found");
  await logRemovedPerson(writing, userId);
  await removeFromMessages(writing, userId);
}

/**
 * Deletes another user with their account, sessions and answers.
 * @throws Refusal when the user is the caller, the last admin, or unknown
 */
export async function deleteUser(planning: SharedPlanning, deletion: Deletion): Promise<void> {
  const { userId, actorId } = deletion;
  await planning.write(async (writing) => {
    const admins = await lockAdmins(writing, deletion.hasRights, { id: userId });
    if (isLastAdmin(admins, userId)) throw new Refusal("user.last_admin");
    if (userId === actorId) throw new Refusal("user.self_deletion");
    requireAmong(admins, actorId);
    await removePerson(writing, userId, actorId);
    await recordAct(writing, { actorId, act: { type: "user.deleted", userId }, now: writing.now });
  });
  await planning.database.forgetDeleted();
}

/**
 * Deletes the user's own account, with sessions and answers.
 * @throws Refusal when the user is the last admin, or was deleted already
 */
export async function deleteOwnAccount(planning: SharedPlanning, { userId, hasRights }: OwnDeletion): Promise<void> {
  await planning.write(async (writing) => {
    if (isLastAdmin(await lockAdmins(writing, hasRights, { id: userId }), userId))
      throw new Refusal("account.last_admin");
    await removePerson(writing, userId, null);
  });
  await planning.database.forgetDeleted();
}
