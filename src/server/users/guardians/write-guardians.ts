import { ENTRUSTED_MAX, GUARDIANS_MAX } from "#domain/people/people.ts";
import { type Capability, may, mayFor } from "#domain/permissions.ts";
import type { EntitledUser } from "../../api/operation-route.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "../../api/user-record.ts";
import { hasAccount } from "../../auth/passwords/read-password.ts";
import type { Queryable } from "../../database/database.ts";
import { readBoolean } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import { findPerson, readActor } from "../../planning/changes/read-rights.ts";
import { logChangedPerson } from "../../planning/changes/write-person-changes.ts";
import type { SharedPlanning, WriteTransaction } from "../../planning/shared-planning.ts";
import { checkServices } from "../../services/read-services.ts";

interface Entrusting {
  /** The person who is entrusted. */
  readonly userId: string;
  readonly guardianId: string;
}

interface EntrustingCall extends Entrusting {
  readonly actorId: string;
}

/** Whether the actor has the right for everybody, or as a leader of a group of this person. */
async function hasRightOver(
  { kysely }: Queryable,
  actor: EntitledUser,
  right: Capability,
  userId: string,
): Promise<boolean> {
  if (may(actor, right, null)) return true;
  const led = actor.ledGroupIds.filter((groupId) => may(actor, right, groupId));
  if (led.length === 0) return false;
  const row = await kysely
    .selectFrom("group_member")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("group_id", "in", led)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

interface FoundPerson {
  readonly user: UserRecord;
  readonly hasAccount: boolean;
}

/** @throws Refusal `user.not_found` */
export async function requirePerson({ kysely }: WriteTransaction, id: string): Promise<FoundPerson> {
  const row = await kysely
    .selectFrom("users")
    .select((eb) => [...USER_COLUMNS, hasAccount(eb).as("has_account")])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("user.not_found");
  const user = readUser(row);
  return { user, hasAccount: Boolean(row.has_account) || readBoolean(row.is_built_in) };
}

async function countWhere(
  { kysely }: WriteTransaction,
  column: "entrusted_id" | "guardian_id",
  id: string,
): Promise<number> {
  return (await kysely.selectFrom("guardian").select("guardian_id").where(column, "=", id).execute()).length;
}

/**
 * Entrusts a person. @returns whether this is new
 * @throws Refusal `guardians.too_many`, `entrusted.too_many`
 */
export async function insertGuardian(writing: WriteTransaction, { userId, guardianId }: Entrusting): Promise<boolean> {
  const existing = await writing.kysely
    .selectFrom("guardian")
    .select("guardian_id")
    .where("entrusted_id", "=", userId)
    .where("guardian_id", "=", guardianId)
    .executeTakeFirst();
  if (existing !== undefined) return false;
  if ((await countWhere(writing, "entrusted_id", userId)) >= GUARDIANS_MAX) throw new Refusal("guardians.too_many");
  if ((await countWhere(writing, "guardian_id", guardianId)) >= ENTRUSTED_MAX) throw new Refusal("entrusted.too_many");
  await writing.kysely.insertInto("guardian").values({ entrusted_id: userId, guardian_id: guardianId }).execute();
  return true;
}

/**
 * Entrusts a person without an account to somebody who has one. Open pages receive a change of the person, and reload the
 * list of people.
 * @throws Refusal when the actor may not do this, a person does not exist, the entrusted person has an account, or the
 * guardian has none
 */
export function entrust(planning: SharedPlanning, { actorId, ...entrusting }: EntrustingCall): Promise<void> {
  const { userId } = entrusting;
  return planning.write(async (writing) => {
    const actor = await readActor(writing, actorId);
    if (!(await hasRightOver(writing, actor, "user.entrust", userId))) throw new Refusal("request.forbidden");
    const entrusted = await requirePerson(writing, userId);
    const guardian = await requirePerson(writing, entrusting.guardianId);
    if (entrusted.hasAccount) throw new Refusal("user.has_account");
    if (!guardian.hasAccount) throw new Refusal("user.no_account");
    if (!(await insertGuardian(writing, entrusting))) return;
    await logChangedPerson(writing, entrusted.user);
    await recordAct(writing, { actorId, act: { type: "user.entrusted", ...entrusting }, now: writing.now });
  });
}

/**
 * Ends an entrusting. A guardian who ends their own gets no line in the journal.
 * @throws Refusal `request.forbidden` when the actor is not the guardian, and may not do it for others
 */
export function endEntrusting(planning: SharedPlanning, { actorId, ...entrusting }: EntrustingCall): Promise<void> {
  const { userId, guardianId } = entrusting;
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
    await recordAct(writing, { actorId, act: { type: "user.entrusting_ended", ...entrusting }, now: writing.now });
  });
}

/** For a person who now has an account: they answer for themselves. */
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
    const known = await checkServices(writing, positions, { field: "positions", held: user.positions });
    await writing.kysely
      .updateTable("users")
      .set({ positions: JSON.stringify(known), updated_at: writing.now })
      .where("id", "=", userId)
      .execute();
    const changed = { ...user, positions: known };
    await logChangedPerson(writing, changed);
    return changed;
  });
}
