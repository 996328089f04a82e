import { ENTRUSTED_MAX, GUARDIANS_MAX } from "#domain/people/people.ts";
import { type Capability, may, mayFor } from "#domain/permissions.ts";
import type { EntitledUser } from "../../api/operation-route.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "../../api/user-record.ts";
import { hasAccount } from "../../auth/passwords/read-password.ts";
import type { Queryable } from "../../database/database.ts";
import { readBoolean } from "../../database/schema.ts";
import { found, Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import { findPerson, readActor } from "../../planning/changes/read-rights.ts";
import { logChangedPerson } from "../../planning/changes/write-person-changes.ts";
import type { SharedPlanning, WriteTransaction } from "../../planning/shared-planning.ts";
import { resolveServices } from "../../services/read-services.ts";

/** A person without an account (such as a child), and the guardian who answers for them. */
interface Guardianship {
  /** The entrusted person. */
  readonly userId: string;
  readonly guardianId: string;
}

interface GuardianshipChange extends Guardianship {
  readonly actorId: string;
}

/** Whether the actor has this right for this person: as an admin, or as the leader of one of the person's groups. */
async function hasRightOver(
  { kysely }: Queryable,
  actor: EntitledUser,
  right: Capability,
  userId: string,
): Promise<boolean> {
  if (may(actor, right, null)) return true;
  const ledGroupIds = actor.ledGroupIds.filter((groupId) => may(actor, right, groupId));
  if (ledGroupIds.length === 0) return false;
  const membership = await kysely
    .selectFrom("group_member")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("group_id", "in", ledGroupIds)
    .limit(1)
    .executeTakeFirst();
  return membership !== undefined;
}

interface FoundPerson {
  readonly user: UserRecord;
  /** The built-in admin has one too: its password is a setting instead of a row. */
  readonly hasAccount: boolean;
}

/** @throws Refusal `user.not_found` */
export async function requirePerson({ kysely }: WriteTransaction, id: string): Promise<FoundPerson> {
  const query = kysely
    .selectFrom("users")
    .select((eb) => [...USER_COLUMNS, hasAccount(eb).as("has_account")])
    .where("id", "=", id);
  const row = found(await query.executeTakeFirst(), "user.not_found");
  const user = readUser(row);
  return { user, hasAccount: Boolean(row.has_account) || readBoolean(row.is_built_in) };
}

/**
 * Stores a guardian. Returns `false` if it was stored before.
 * @throws Refusal `guardians.too_many`, `entrusted.too_many`
 */
export async function insertGuardian(
  { kysely }: WriteTransaction,
  { userId, guardianId }: Guardianship,
): Promise<boolean> {
  const rows = await kysely
    .selectFrom("guardian")
    .selectAll()
    .where((eb) => eb.or([eb("entrusted_id", "=", userId), eb("guardian_id", "=", guardianId)]))
    .execute();
  const ofPerson = rows.filter((row) => row.entrusted_id === userId);
  if (ofPerson.some((row) => row.guardian_id === guardianId)) return false;
  if (ofPerson.length >= GUARDIANS_MAX) throw new Refusal("guardians.too_many");
  if (rows.length - ofPerson.length >= ENTRUSTED_MAX) throw new Refusal("entrusted.too_many");
  await kysely.insertInto("guardian").values({ entrusted_id: userId, guardian_id: guardianId }).execute();
  return true;
}

/**
 * Entrusts a person without an account to a guardian, who must have one. Logs a change of the person, so that open pages
 * reload the list of people.
 * @throws Refusal when the actor may not do this, one of the two does not exist, the person has an account, or the
 * guardian has none
 */
export function entrust(planning: SharedPlanning, { actorId, ...guardianship }: GuardianshipChange): Promise<void> {
  const { userId, guardianId } = guardianship;
  return planning.write(async (writing) => {
    const actor = await readActor(writing, actorId);
    if (!(await hasRightOver(writing, actor, "user.entrust", userId))) throw new Refusal("request.forbidden");
    const entrusted = await requirePerson(writing, userId);
    const guardian = await requirePerson(writing, guardianId);
    if (entrusted.hasAccount) throw new Refusal("user.has_account");
    if (!guardian.hasAccount) throw new Refusal("user.no_account");
    if (!(await insertGuardian(writing, guardianship))) return;
    await logChangedPerson(writing, entrusted.user);
    await recordAct(writing, { actorId, act: { type: "user.entrusted", ...guardianship }, now: writing.now });
  });
}

/**
 * Ends a guardianship. The journal records it only if an admin or a leader does it, not the guardian.
 * @throws Refusal `request.forbidden` when the actor is neither the guardian, nor has the right for this person
 */
export function endEntrusting(
  planning: SharedPlanning,
  { actorId, ...guardianship }: GuardianshipChange,
): Promise<void> {
  const { userId, guardianId } = guardianship;
  return planning.write(async (writing) => {
    const actor = await readActor(writing, actorId);
    const isOwn = guardianId === actorId && mayFor(actor, "user.end_entrusting", userId);
    const isAllowed = isOwn || (await hasRightOver(writing, actor, "user.end_entrusting", userId));
    if (!isAllowed) throw new Refusal("request.forbidden");
    const { user } = await requirePerson(writing, userId);
    const { numDeletedRows } = await writing.kysely
      .deleteFrom("guardian")
      .where("entrusted_id", "=", userId)
      .where("guardian_id", "=", guardianId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return;
    await logChangedPerson(writing, user);
    if (isOwn) return;
    await recordAct(writing, { actorId, act: { type: "user.entrusting_ended", ...guardianship }, now: writing.now });
  });
}

/** Removes all guardians of a person, who now has an account and answers for themself. */
export async function endGuardiansOf({ kysely }: Queryable, userId: string): Promise<void> {
  await kysely.deleteFrom("guardian").where("entrusted_id", "=", userId).execute();
}

interface EntrustedServices {
  readonly actorId: string;
  readonly userId: string;
  readonly positions: UserRecord["positions"];
}

/** Changes the services of a person who is entrusted to the actor. @throws Refusal `request.forbidden` for other people */
export function setEntrustedServices(
  planning: SharedPlanning,
  { actorId, userId, positions }: EntrustedServices,
): Promise<UserRecord> {
  return planning.write(async (writing) => {
    const actor = await readActor(writing, actorId);
    const user = await findPerson(writing, userId);
    if (user === null || !mayFor(actor, "person.look_after", userId)) throw new Refusal("request.forbidden");
    const services = await resolveServices(writing, positions, { field: "positions", alsoAccepted: user.positions });
    await writing.kysely
      .updateTable("users")
      .set({ positions: JSON.stringify(services), updated_at: writing.now })
      .where("id", "=", userId)
      .execute();
    const changed = { ...user, positions: services };
    await logChangedPerson(writing, changed);
    return changed;
  });
}
