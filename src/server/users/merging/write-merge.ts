import { sql } from "kysely";
import type { MergePreview } from "#contract/accounts/users.ts";
import { areServicesCompatible, inServiceOrder, isGuitar, type Service } from "#domain/people/services.ts";
import { may } from "#domain/permissions.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "../../api/user-record.ts";
import { hasAccount } from "../../auth/passwords/read-password.ts";
import type { Queryable } from "../../database/database.ts";
import { lockRows } from "../../database/row-lock.ts";
import { readBoolean, readDate } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import { readActor } from "../../planning/changes/read-rights.ts";
import { logRemovedPerson, updateAnswersOfPerson } from "../../planning/changes/write-person-changes.ts";
import { advanceAndNotify, type Asking } from "../../planning/requests/asking.ts";
import { readRunningOrdersOf } from "../../planning/requests/write-requests.ts";
import type { SharedPlanning, WriteTransaction } from "../../planning/shared-planning.ts";
import { type ListedUser, listUsers } from "../read-users.ts";
import { mergeColumns } from "./write-merged-columns.ts";

/** A pair to merge, and who asks for it. */
export interface Pair {
  readonly userId: string;
  readonly otherId: string;
  readonly actorId: string;
}

/** The person whose row stays, and the person whose row is removed. */
export interface MergedPair {
  readonly kept: UserRecord & { readonly playsAtMost: number | null };
  readonly gone: MergedPair["kept"];
}

/**
 * Reads two people, and locks their rows until the transaction ends. The first difference decides who is kept: the actor
 * of the call, a person with an account, the later sign-in, an invitation, an address; else the person named first.
 * @throws Refusal `user.not_found`; `request.invalid` when both are the same person
 */
async function readPair({ kysely, engine }: Queryable, { userId, otherId, actorId }: Pair): Promise<MergedPair> {
  if (userId === otherId) throw new Refusal("request.invalid", { fields: { with: "request.invalid" } });
  const ids = [userId, otherId];
  await lockRows(engine, kysely.selectFrom("users").select("id").where("id", "in", ids).orderBy("id")).execute();
  const rows = await kysely
    .selectFrom("users")
    .leftJoin("person_invitation", "person_invitation.user_id", "users.id")
    .select([...USER_COLUMNS, "plays_at_most", "signed_in_at", "nonce"])
    .select((eb) => [
      hasAccount(eb).as("has_account"),
      // For accounts whose last sign-in was before `signed_in_at` existed.
      eb
        .selectFrom("session")
        .select(({ fn }) => fn.max("session.created_at").as("latest"))
        .whereRef("session.user_id", "=", "users.id")
        .as("latest_session"),
    ])
    .where("users.id", "in", ids)
    .execute();
  const ranked = rows
    .map((row) => ({
      person: { ...readUser(row), playsAtMost: row.plays_at_most },
      rank: [
        Number(row.id === actorId),
        Number(readBoolean(row.has_account) || readBoolean(row.is_built_in)),
        readDate(row.signed_in_at ?? row.latest_session ?? new Date(0)).getTime(),
        Number(row.nonce !== null),
        Number(row.email !== null),
        Number(row.id === userId),
      ],
    }))
    .toSorted((a, b) => compareRanks(b.rank, a.rank));
  const [first, second] = ranked;
  if (first === undefined || second === undefined) throw new Refusal("user.not_found");
  return { kept: first.person, gone: second.person };
}

/** By the first difference. */
function compareRanks(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, place) => value !== b[place]);
  return (a[index] ?? 0) - (b[index] ?? 0);
}

/** The effects of a merge that the list of people does not show. */
export async function previewMerge(queryable: Queryable, pair: Pair): Promise<MergePreview> {
  const { kept, gone } = await readPair(queryable, pair);
  const count = sql<number | string>`count(*)`.as("count");
  const { kysely } = queryable;
  const answers = await kysely
    .selectFrom("availability")
    .select(count)
    .where("user_id", "=", gone.id)
    .executeTakeFirst();
  const conflicts = await kysely
    .selectFrom("availability as gone")
    .innerJoin("availability as kept", "kept.event_id", "gone.event_id")
    .select(count)
    .where("gone.user_id", "=", gone.id)
    .where("kept.user_id", "=", kept.id)
    .whereRef("kept.status", "is distinct from", "gone.status")
    .executeTakeFirst();
  return { keptId: kept.id, answers: Number(answers?.count ?? 0), conflicts: Number(conflicts?.count ?? 0) };
}

interface Wanted extends Pair {
  /** Which guitar stays, if the two have both. */
  readonly guitar: Service | undefined;
}

/** @throws Refusal `account.services_incompatible` when they have both guitars, and none was chosen */
function servicesOfBoth({ kept, gone }: MergedPair, guitar: Service | undefined): Service[] {
  const held = inServiceOrder([...new Set([...kept.positions, ...gone.positions])]);
  if (areServicesCompatible(held)) return held;
  const chosen = held.filter((service) => !isGuitar(service) || service === guitar);
  const isChosen = guitar !== undefined && chosen.includes(guitar);
  if (!isChosen) throw new Refusal("account.services_incompatible");
  return chosen;
}

/** The actor may have lost the right since the call was authorised. @throws Refusal `request.forbidden` */
async function requireMerger(writing: WriteTransaction, actorId: string): Promise<void> {
  if (!may(await readActor(writing, actorId), "user.merge")) throw new Refusal("request.forbidden");
}

/** Removes the row of `gone`, and with it the rows that depend on it. Their former id then leads to `kept`. */
async function removeRow(writing: WriteTransaction, { kept, gone }: MergedPair): Promise<void> {
  await writing.kysely.deleteFrom("users").where("id", "=", gone.id).execute();
  await writing.kysely.insertInto("former_person").values({ former_id: gone.id, user_id: kept.id }).execute();
  await logRemovedPerson(writing, gone.id);
}

/**
 * Merges two rows of one person, completely or not at all. Logs two entries: that `gone` was removed, which ends their open
 * pages, and one that makes all pages reload. Returns the row that is left.
 * @throws Refusal when one of them does not exist, or they have both guitars and none was chosen
 */
export async function mergePeople(planning: SharedPlanning, asking: Asking, wanted: Wanted): Promise<ListedUser> {
  const merged = await planning.write(async (writing) => {
    const { kysely, now, isShared } = writing;
    const { actorId } = wanted;
    await requireMerger(writing, actorId);
    const pair = await readPair(writing, wanted);
    const { kept, gone } = pair;
    const positions = servicesOfBoth(pair, wanted.guitar);
    const orders = await Promise.all([kept.id, gone.id].map((id) => readRunningOrdersOf(writing, id)));
    await mergeColumns(writing, { keptId: kept.id, goneId: gone.id });
    const set = { positions: JSON.stringify(positions), plays_at_most: kept.playsAtMost ?? gone.playsAtMost };
    await kysely.updateTable("users").set(set).set({ updated_at: now }).where("id", "=", kept.id).execute();
    if (isShared) await updateAnswersOfPerson(writing, { ...kept, positions });
    await removeRow(writing, pair);
    if (isShared) await writing.log({ change: null, groupId: null });
    for (const eventId of new Set(orders.flat().map((order) => order.eventId))) {
      await advanceAndNotify(writing, eventId, asking);
    }
    await recordAct(writing, { actorId, act: { type: "user.merged", userId: kept.id, formerId: gone.id }, now });
    const row = (await listUsers(writing, now)).find(({ id }) => id === kept.id);
    if (row === undefined) throw new Error("the row that is kept is gone");
    return row;
  });
  await planning.database.forgetDeleted();
  return merged;
}

/** Remembers that two people of the same name are different ones. @throws Refusal when one of them does not exist */
export async function tellApart(planning: SharedPlanning, pair: Pair): Promise<void> {
  await planning.write(async (writing) => {
    const { actorId, userId, otherId } = pair;
    await requireMerger(writing, actorId);
    const { kept, gone } = await readPair(writing, pair);
    if (kept.differentFrom.includes(gone.id)) return;
    for (const [one, other] of [
      [kept, gone],
      [gone, kept],
    ] as const) {
      const set = { different_from: JSON.stringify([...one.differentFrom, other.id]) };
      await writing.kysely.updateTable("users").set(set).where("id", "=", one.id).execute();
    }
    // An event that one person could not cover alone may be covered by two.
    if (writing.isShared) await writing.log({ change: null, groupId: null });
    await recordAct(writing, { actorId, act: { type: "user.told_apart", userId, otherId }, now: writing.now });
  });
}
