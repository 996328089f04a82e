import type { MergePreview } from "#contract/accounts/users.ts";
import { isGuitar, type Service, unitedServices } from "#domain/people/services.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "../../api/user-record.ts";
import { hasAccount } from "../../auth/passwords/read-password.ts";
import type { Queryable } from "../../database/database.ts";
import { lockRows } from "../../database/row-lock.ts";
import { readBoolean, readDate } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import { requireAdminRight } from "../../planning/changes/read-rights.ts";
import { logRemovedPerson, updateAnswersOfPerson } from "../../planning/changes/write-person-changes.ts";
import { advanceAndNotify, type Asking } from "../../planning/requests/asking.ts";
import { readRunningOrdersOf } from "../../planning/requests/write-requests.ts";
import type { SharedPlanning } from "../../planning/shared-planning.ts";
import { type ListedUser, listUsers } from "../read-users.ts";
import { mergeColumns } from "./write-merged-columns.ts";

/** Two rows of `users` that an admin takes for one person, and the admin. */
interface Pair {
  readonly userId: string;
  readonly otherId: string;
  readonly actorId: string;
}

type MergedPerson = UserRecord & { readonly playsAtMost: number | null };

/** The row that is kept, and the row that is removed. */
interface MergedPair {
  readonly kept: MergedPerson;
  readonly gone: MergedPerson;
}

/**
 * Reads two people, locks their rows until the transaction ends, and chooses the one to keep: the actor, else the
 * only one with an account, else the one who signed in later, else the one with an invitation, else the one with an
 * address, else the person `userId`.
 * @throws Refusal `user.not_found`; `request.invalid` when both ids are the same
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
      // For accounts that have not signed in since the column `signed_in_at` was added.
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

/** Compares lexicographically: by the first numbers that differ. */
function compareRanks(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, position) => value !== b[position]);
  return (a[index] ?? 0) - (b[index] ?? 0);
}

/** Shown before merging: who is kept, how many answers move, and for how many events the two answered differently. */
export async function previewMerge(queryable: Queryable, pair: Pair): Promise<MergePreview> {
  const { kept, gone } = await readPair(queryable, pair);
  const { answers, conflicts } = await queryable.kysely
    .selectFrom("availability as gone")
    .leftJoin("availability as kept", (join) =>
      join.onRef("kept.event_id", "=", "gone.event_id").on("kept.user_id", "=", kept.id),
    )
    .select(({ fn }) => [
      fn.countAll<number | string>().as("answers"),
      fn
        .count<number | string>("kept.event_id")
        .filterWhereRef("kept.status", "is distinct from", "gone.status")
        .as("conflicts"),
    ])
    .where("gone.user_id", "=", gone.id)
    .executeTakeFirstOrThrow();
  return { keptId: kept.id, answers: Number(answers), conflicts: Number(conflicts) };
}

interface Merge extends Pair {
  /** The guitar to keep, if one row has the electric and the other the acoustic guitar: nobody may have both. */
  readonly guitar: Service | undefined;
}

/** @throws Refusal `account.services_incompatible` when the two have both guitars, and none was chosen */
function servicesOfBoth({ kept, gone }: MergedPair, guitar: Service | undefined): Service[] {
  const services = unitedServices(kept.positions, gone.positions, guitar ?? null);
  const isGuitarLost = kept.positions.some(isGuitar) && !services.some(isGuitar);
  if (isGuitarLost) throw new Refusal("account.services_incompatible");
  return services;
}

/**
 * Merges two rows of one person in one transaction, and returns the row that is kept. Logs two changes: `gone` was removed,
 * which signs out their open pages, and one without content (`null`), which makes all pages reload.
 * @throws Refusal when one of them does not exist, or they have both guitars and none was chosen
 */
export async function mergePeople(planning: SharedPlanning, asking: Asking, merge: Merge): Promise<ListedUser> {
  const merged = await planning.write(async (writing) => {
    const { kysely, now, isShared } = writing;
    const { actorId } = merge;
    await requireAdminRight(writing, actorId, "user.merge");
    const pair = await readPair(writing, merge);
    const { kept, gone } = pair;
    const positions = servicesOfBoth(pair, merge.guitar);
    // The orders of people who are asked one after the other. Read before the merge, which changes who is in them.
    const orders = await Promise.all([kept.id, gone.id].map((id) => readRunningOrdersOf(writing, id)));
    await mergeColumns(writing, { keptId: kept.id, goneId: gone.id });
    const ownColumns = { positions: JSON.stringify(positions), plays_at_most: kept.playsAtMost ?? gone.playsAtMost };
    await kysely.updateTable("users").set(ownColumns).set({ updated_at: now }).where("id", "=", kept.id).execute();
    if (isShared) await updateAnswersOfPerson(writing, { ...kept, positions });
    await kysely.deleteFrom("users").where("id", "=", gone.id).execute();
    await kysely.insertInto("former_person").values({ former_id: gone.id, user_id: kept.id }).execute();
    await logRemovedPerson(writing, gone.id);
    if (isShared) await writing.log({ change: null, groupId: null });
    const eventIds = new Set(orders.flat().map((order) => order.eventId));
    for (const eventId of eventIds) await advanceAndNotify(writing, eventId, asking);
    await recordAct(writing, { actorId, act: { type: "user.merged", userId: kept.id, formerId: gone.id }, now });
    const row = (await listUsers(writing, now)).find(({ id }) => id === kept.id);
    if (row === undefined) throw new Error("the kept row is missing");
    return row;
  });
  await planning.database.forgetDeleted();
  return merged;
}

/** Stores that two people with the same name are different people. @throws Refusal when one of them does not exist */
export async function tellApart(planning: SharedPlanning, pair: Pair): Promise<void> {
  await planning.write(async (writing) => {
    const { actorId, userId, otherId } = pair;
    await requireAdminRight(writing, actorId, "user.merge");
    const { kept, gone } = await readPair(writing, pair);
    if (kept.differentFrom.includes(gone.id)) return;
    for (const [one, other] of [
      [kept, gone],
      [gone, kept],
    ] as const) {
      const set = { different_from: JSON.stringify([...one.differentFrom, other.id]) };
      await writing.kysely.updateTable("users").set(set).where("id", "=", one.id).execute();
    }
    // All pages reload: two people can take roles that one person cannot take at the same time.
    if (writing.isShared) await writing.log({ change: null, groupId: null });
    await recordAct(writing, { actorId, act: { type: "user.told_apart", userId, otherId }, now: writing.now });
  });
}
