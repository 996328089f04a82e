import { areServicesCompatible, inServiceOrder, isGuitar, type Service } from "#domain/people/services.ts";
import { may } from "#domain/permissions.ts";
import { Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import { readActor } from "../../planning/changes/read-actor.ts";
import { replaceChangesOfPerson, restatePerson } from "../../planning/changes/write-person-changes.ts";
import { advanceAndTell } from "../../planning/requests/advance-asking.ts";
import type { Asking } from "../../planning/requests/asking.ts";
import { readRunningOrdersOf } from "../../planning/requests/read-requests.ts";
import type { SharedPlanning, Writing } from "../../planning/shared-planning.ts";
import type { ListedUser } from "../listed-user.ts";
import { listUsers } from "../read-users.ts";
import { type MergedPair, type Pair, readPair } from "./read-merging.ts";
import { mergeColumns } from "./write-merged-columns.ts";

interface Wanted extends Pair {
  /** Which guitar stays, if the two have both. */
  readonly guitar: Service | undefined;
}

/** @throws Refusal `account.services_incompatible` where nobody said which guitar stays */
function servicesOfBoth({ kept, gone }: MergedPair, guitar: Service | undefined): Service[] {
  const held = inServiceOrder([...new Set([...kept.positions, ...gone.positions])]);
  if (areServicesCompatible(held)) return held;
  const chosen = held.filter((service) => !isGuitar(service) || service === guitar);
  const isChosen = guitar !== undefined && chosen.includes(guitar);
  if (!isChosen) throw new Refusal("account.services_incompatible");
  return chosen;
}

/** The rights may have been lost since the call was authorised. @throws Refusal `request.forbidden` */
async function requireMerger(writing: Writing, actorId: string): Promise<void> {
  if (!may(await readActor(writing, actorId), "user.merge")) throw new Refusal("request.forbidden");
}

/** The row of the one who goes, and all that ends with it. The id that they had leads to the one who is kept. */
async function removeRow(writing: Writing, { kept, gone }: MergedPair): Promise<void> {
  await writing.kysely.deleteFrom("users").where("id", "=", gone.id).execute();
  await writing.kysely.insertInto("former_person").values({ former_id: gone.id, user_id: kept.id }).execute();
  await replaceChangesOfPerson(writing, gone.id);
}

/**
 * Merges two rows of one person, all of it or nothing. Pages are told twice: that the one is gone, which ends theirs, and
 * to read all again. Returns the row that is left.
 * @throws Refusal when one of them does not exist, or both have a guitar and none was chosen
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
    if (isShared) await restatePerson(writing, { ...kept, positions });
    await removeRow(writing, pair);
    if (isShared) await writing.log({ change: null, groupId: null });
    for (const eventId of new Set(orders.flat().map((order) => order.eventId))) {
      await advanceAndTell(writing, eventId, asking);
    }
    const act = { type: "user.merged", userId: kept.id, formerId: gone.id } as const;
    await recordAct(writing, { actorId, act, now });
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
    // Events that could not be played with one of them perhaps can with both.
    if (writing.isShared) await writing.log({ change: null, groupId: null });
    const act = { type: "user.told_apart", userId, otherId } as const;
    await recordAct(writing, { actorId, act, now: writing.now });
  });
}
