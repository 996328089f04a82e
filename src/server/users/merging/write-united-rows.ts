import type { KeptLineUp } from "#domain/line-up/kept-line-up.ts";
import { type Merging, unitedLineUp } from "#domain/line-up/repairing/replacement.ts";
import { readDate, type StoredDate } from "../../database/schema.ts";
import { mergeJobs } from "../../notifications/messages/write-messages.ts";
import { readGroup } from "../../planning/groups/read-groups.ts";
import { writeLineUp } from "../../planning/line-ups/write-line-ups.ts";
import type { WriteTransaction } from "../../planning/shared-planning.ts";

/** Makes the rows of two people those of one. */
export type Unite = (writing: WriteTransaction, merging: Merging) => Promise<void>;

function momentOf(stored: StoredDate | null): number {
  return stored === null ? -Infinity : readDate(stored).getTime();
}

function unitedList(stored: readonly string[]): string {
  return JSON.stringify([...new Set(stored.flatMap((list) => JSON.parse(list) as string[]))]);
}

/** A member since the earlier of both moments, and a leader if one of both is. */
export const uniteMemberships: Unite = async ({ kysely }, { keptId, goneId }) => {
  const gone = await kysely.selectFrom("group_member").selectAll().where("user_id", "=", goneId).execute();
  await kysely.deleteFrom("group_member").where("user_id", "=", goneId).execute();
  for (const { group_id, joined_at, is_leader } of gone) {
    const known = await kysely
      .selectFrom("group_member")
      .select(["joined_at", "is_leader"])
      .where("group_id", "=", group_id)
      .where("user_id", "=", keptId)
      .executeTakeFirst();
    const united = {
      joined_at: known !== undefined && momentOf(known.joined_at) < momentOf(joined_at) ? known.joined_at : joined_at,
      is_leader: known !== undefined && Boolean(known.is_leader) ? known.is_leader : is_leader,
    };
    await kysely
      .insertInto("group_member")
      .values({ group_id, user_id: keptId, ...united })
      .onConflict((conflict) => conflict.columns(["group_id", "user_id"]).doUpdateSet(united))
      .execute();
  }
};

/** The later of two answers to an event stays, even if it was withdrawn; at equal times, the one that was stored later. */
export const uniteAnswers: Unite = async ({ kysely }, { keptId, goneId }) => {
  const pairs = await kysely
    .selectFrom("availability as kept")
    .innerJoin("availability as gone", "gone.event_id", "kept.event_id")
    .select(["kept.event_id", "kept.answered_at as kept_at", "gone.answered_at as gone_at"])
    .select(["kept.place as kept_place", "gone.place as gone_place"])
    .where("kept.user_id", "=", keptId)
    .where("gone.user_id", "=", goneId)
    .execute();
  for (const row of pairs) {
    const difference = momentOf(row.gone_at) - momentOf(row.kept_at) || row.gone_place - row.kept_place;
    await kysely
      .deleteFrom("availability")
      .where("event_id", "=", row.event_id)
      .where("user_id", "=", difference > 0 ? keptId : goneId)
      .execute();
  }
  await kysely.updateTable("availability").set({ user_id: keptId }).where("user_id", "=", goneId).execute();
  await kysely
    .updateTable("availability")
    .set({ said_by: null })
    .where("user_id", "=", keptId)
    .where("said_by", "=", keptId)
    .execute();
};

/** The absences of both; the same days once. */
export const uniteAbsences: Unite = async ({ kysely }, { keptId, goneId }) => {
  await kysely
    .deleteFrom("absence")
    .where("user_id", "=", goneId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("absence as same")
          .select("same.id")
          .where("same.user_id", "=", keptId)
          .whereRef("same.from_date", "=", "absence.from_date")
          .whereRef("same.to_date", "=", "absence.to_date"),
      ),
    )
    .execute();
  await kysely.updateTable("absence").set({ user_id: keptId }).where("user_id", "=", goneId).execute();
};

/** Where the kept person chose nothing, the choice of the other counts. */
export const uniteWishes: Unite = async ({ kysely }, { keptId, goneId }) => {
  const known = kysely.selectFrom("notification_wish").select("topic").where("user_id", "=", keptId);
  await kysely.deleteFrom("notification_wish").where("user_id", "=", goneId).where("topic", "in", known).execute();
  await kysely.updateTable("notification_wish").set({ user_id: keptId }).where("user_id", "=", goneId).execute();
};

/** The places of both on kept line-ups, also of deleted events. */
export const uniteLineUps: Unite = async (writing, merging) => {
  const rows = await writing.kysely
    .selectFrom("planning_event")
    .select(["id", "group_id", "line_up"])
    .where("line_up", "like", `%${merging.goneId}%`)
    .execute();
  for (const { id, group_id: groupId, line_up: stored } of rows) {
    const group = await readGroup(writing, groupId);
    const lineUp = JSON.parse(stored ?? "[]") as KeptLineUp;
    await writeLineUp(writing, id, unitedLineUp(lineUp, merging, group?.combinablePairs ?? []));
  }
};

/** The kept person counts as told about the roles of both. */
export const uniteToldPlaces: Unite = async ({ kysely }, { keptId, goneId }) => {
  const rows = await kysely.selectFrom("told_place").selectAll().where("user_id", "in", [keptId, goneId]).execute();
  await kysely.deleteFrom("told_place").where("user_id", "=", goneId).execute();
  for (const [event_id, told] of Map.groupBy(rows, (row) => row.event_id)) {
    const roles = unitedList(told.map((row) => row.roles));
    await kysely
      .insertInto("told_place")
      .values({ event_id, user_id: keptId, roles })
      .onConflict((conflict) => conflict.columns(["event_id", "user_id"]).doUpdateSet({ roles }))
      .execute();
  }
};

/** Of two requests the latest stays, with the earlier turn. Nobody is asked to replace themselves. */
export const uniteRequests: Unite = async ({ kysely }, { keptId, goneId }) => {
  const rows = await kysely.selectFrom("event_request").selectAll().where("user_id", "in", [keptId, goneId]).execute();
  await kysely.deleteFrom("event_request").where("user_id", "in", [keptId, goneId]).execute();
  for (const asked of Map.groupBy(rows, (row) => row.event_id).values()) {
    const [latest] = asked
      .filter(({ replaces }) => replaces !== keptId)
      .toSorted((a, b) => momentOf(b.asked_at) - momentOf(a.asked_at));
    if (latest === undefined) continue;
    const turns = asked.flatMap(({ place }) => place ?? []);
    const place = turns.length === 0 ? null : Math.min(...turns);
    await kysely
      .insertInto("event_request")
      .values({ ...latest, user_id: keptId, place })
      .execute();
  }
};

/** Who was present before an event changed, each once. */
export const unitePresentIds: Unite = async ({ kysely }, { keptId, goneId }) => {
  const rows = await kysely
    .selectFrom("event_news")
    .select(["event_id", "present_ids"])
    .where("present_ids", "like", `%${goneId}%`)
    .execute();
  for (const { event_id, present_ids: stored } of rows) {
    const set = { present_ids: unitedIds(stored, { keptId, goneId }) };
    await kysely.updateTable("event_news").set(set).where("event_id", "=", event_id).execute();
  }
};

/** People who are known to differ from one of both differ from the kept person. */
export const uniteDifferences: Unite = async ({ kysely }, { keptId, goneId }) => {
  const rows = await kysely
    .selectFrom("users")
    .select(["id", "different_from"])
    .where((eb) => eb.or([eb("id", "in", [keptId, goneId]), eb("different_from", "like", `%${goneId}%`)]))
    .execute();
  const listsOfBoth = rows.filter(({ id }) => id === keptId || id === goneId).map((row) => row.different_from);
  for (const { id, different_from: stored } of rows) {
    const list = id === keptId ? unitedList(listsOfBoth) : stored;
    const ids = JSON.parse(unitedIds(list, { keptId, goneId })) as string[];
    const set = { different_from: JSON.stringify(ids.filter((other) => other !== id)) };
    await kysely.updateTable("users").set(set).where("id", "=", id).execute();
  }
};

/** Waiting jobs about the removed person become jobs about the kept person. Two of the same name become one. */
export const uniteJobs: Unite = async (writing, { keptId, goneId }) => {
  const { kysely } = writing;
  const named = `%${goneId}%`;
  const rows = await kysely
    .selectFrom("job")
    .select(["id", "kind", "subject", "payload", "claimed_at"])
    .where((eb) => eb.or([eb("subject", "like", named), eb("payload", "like", named)]))
    .execute();
  for (const { id, kind, claimed_at: claimedAt, ...former } of rows) {
    const subject = former.subject.replaceAll(goneId, keptId);
    const payload = former.payload?.replaceAll(goneId, keptId) ?? null;
    const other = await kysely
      .selectFrom("job")
      .select(["id", "payload"])
      .where("kind", "=", kind)
      .where("subject", "=", subject)
      .where("id", "!=", id)
      .executeTakeFirst();
    if (other === undefined) {
      await kysely.updateTable("job").set({ subject, payload }).where("id", "=", id).execute();
      continue;
    }
    const earlier = { id, kind, payload, isUnderWay: claimedAt !== null };
    await mergeJobs(writing, earlier, {
      id: other.id,
      payload: other.payload?.replaceAll(goneId, keptId) ?? null,
    });
  }
};

/** A stored list of ids, with the kept person instead of the removed one, and without duplicates. */
function unitedIds(stored: string, { keptId, goneId }: Merging): string {
  return unitedList([stored.replaceAll(JSON.stringify(goneId), JSON.stringify(keptId))]);
}
