import type { KeptLineUp } from "#domain/line-up/kept-line-up.ts";
import { type Merging, unitedLineUp } from "#domain/line-up/repairing/replacement.ts";
import { readBoolean, readDate, type StoredDate } from "../../database/schema.ts";
import { mergeJobs } from "../../notifications/messages/write-messages.ts";
import { readGroup } from "../../planning/groups/read-groups.ts";
import { writeLineUp } from "../../planning/line-ups/write-line-ups.ts";
import type { WriteTransaction } from "../../planning/shared-planning.ts";

/** Merges the rows of one table when two people are merged: rows of the removed person (`goneId`) go to the kept one. */
export type Unite = (writing: WriteTransaction, merging: Merging) => Promise<void>;

function momentOf(stored: StoredDate | null): number {
  return stored === null ? -Infinity : readDate(stored).getTime();
}

/** One JSON array with the values of several JSON arrays, without duplicates. */
function unitedList(stored: readonly string[]): string {
  return JSON.stringify([...new Set(stored.flatMap((list) => JSON.parse(list) as string[]))]);
}

/** Memberships of groups: the earlier date of joining counts, and the person leads a group if one of the two rows does. */
export const uniteMemberships: Unite = async ({ kysely }, { keptId, goneId }) => {
  const ids = [keptId, goneId];
  const rows = await kysely
    .selectFrom("group_member")
    .selectAll()
    .where("user_id", "in", ids)
    .orderBy("joined_at", "desc")
    .execute();
  await kysely.deleteFrom("group_member").where("user_id", "in", ids).execute();
  const ledIds = new Set(rows.filter((row) => readBoolean(row.is_leader)).map((row) => row.group_id));
  // Of two rows for a group, the last one counts: the older.
  const united = new Map(
    rows.map((row) => [row.group_id, { ...row, user_id: keptId, is_leader: ledIds.has(row.group_id) }]),
  );
  if (united.size > 0)
    await kysely
      .insertInto("group_member")
      .values([...united.values()])
      .execute();
};

/** Answers: if both rows answered for an event, the later answer counts, even if it was withdrawn. */
export const uniteAnswers: Unite = async ({ kysely }, { keptId, goneId }) => {
  const answers = await kysely
    .selectFrom("availability")
    .select(["event_id", "user_id"])
    .where("user_id", "in", [keptId, goneId])
    .orderBy("answered_at", "desc")
    .orderBy("place", "desc")
    // All answers of a publication were given at the same time.
    .orderBy((eb) => eb("user_id", "=", keptId), "desc")
    .execute();
  for (const [, earlier] of Map.groupBy(answers, (row) => row.event_id).values()) {
    if (earlier === undefined) continue;
    const { event_id, user_id } = earlier;
    await kysely.deleteFrom("availability").where("event_id", "=", event_id).where("user_id", "=", user_id).execute();
  }
  await kysely.updateTable("availability").set({ user_id: keptId }).where("user_id", "=", goneId).execute();
  // Answers that one row gave for the other are now the person's own.
  await kysely
    .updateTable("availability")
    .set({ said_by: null })
    .where("user_id", "=", keptId)
    .where("said_by", "=", keptId)
    .execute();
};

/** Absences: those of both rows, without duplicates. */
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

/** Notification preferences: for topics about which the kept person chose nothing, the removed person's choice counts. */
export const unitePreferences: Unite = async ({ kysely }, { keptId, goneId }) => {
  const chosen = kysely.selectFrom("notification_wish").select("topic").where("user_id", "=", keptId);
  await kysely.deleteFrom("notification_wish").where("user_id", "=", goneId).where("topic", "in", chosen).execute();
  await kysely.updateTable("notification_wish").set({ user_id: keptId }).where("user_id", "=", goneId).execute();
};

/** Kept line-ups, also those of deleted events: the kept person gets the roles of both. */
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

/** Roles on line-ups of which people were notified: the kept person counts as notified of the roles of both. */
export const uniteNotifiedRoles: Unite = async ({ kysely }, { keptId, goneId }) => {
  const rows = await kysely.selectFrom("told_place").selectAll().where("user_id", "in", [keptId, goneId]).execute();
  await kysely.deleteFrom("told_place").where("user_id", "in", [keptId, goneId]).execute();
  for (const [event_id, places] of Map.groupBy(rows, (row) => row.event_id)) {
    const roles = unitedList(places.map((row) => row.roles));
    await kysely.insertInto("told_place").values({ event_id, user_id: keptId, roles }).execute();
  }
};

/**
 * Requests to come to an event: if both rows were asked for the same event, the later request stays, with the earlier of
 * the two ranks in the order in which people are asked. A request to replace the kept person is removed, because nobody
 * can replace themself.
 */
export const uniteRequests: Unite = async ({ kysely }, { keptId, goneId }) => {
  const rows = await kysely.selectFrom("event_request").selectAll().where("user_id", "in", [keptId, goneId]).execute();
  await kysely.deleteFrom("event_request").where("user_id", "in", [keptId, goneId]).execute();
  for (const requests of Map.groupBy(rows, (row) => row.event_id).values()) {
    const [latest] = requests
      .filter(({ replaces }) => replaces !== keptId)
      .toSorted((a, b) => momentOf(b.asked_at) - momentOf(a.asked_at));
    if (latest === undefined) continue;
    const ranks = requests.flatMap(({ place }) => place ?? []);
    const place = ranks.length === 0 ? null : Math.min(...ranks);
    await kysely
      .insertInto("event_request")
      .values({ ...latest, user_id: keptId, place })
      .execute();
  }
};

/** The people who were present before an event changed. If both were, the kept person is listed twice, which does no harm. */
export const unitePresentIds: Unite = async ({ kysely }, { keptId, goneId }) => {
  const rows = await kysely
    .selectFrom("event_news")
    .select(["event_id", "present_ids"])
    .where("present_ids", "like", `%${goneId}%`)
    .execute();
  for (const { event_id, present_ids: stored } of rows) {
    const set = { present_ids: withKeptId(stored, { keptId, goneId }) };
    await kysely.updateTable("event_news").set(set).where("event_id", "=", event_id).execute();
  }
};

/**
 * Marks that two people with the same name are different people. Somebody who was marked as different from one of the
 * merged rows is now marked as different from the kept person.
 */
export const uniteDifferences: Unite = async ({ kysely }, { keptId, goneId }) => {
  const rows = await kysely
    .selectFrom("users")
    .select(["id", "different_from"])
    .where((eb) => eb.or([eb("id", "in", [keptId, goneId]), eb("different_from", "like", `%${goneId}%`)]))
    .execute();
  const listsOfBoth = rows.filter(({ id }) => id === keptId || id === goneId).map((row) => row.different_from);
  for (const { id, different_from: stored } of rows) {
    const list = id === keptId ? unitedList(listsOfBoth) : stored;
    const ids = JSON.parse(unitedList([withKeptId(list, { keptId, goneId })])) as string[];
    const set = { different_from: JSON.stringify(ids.filter((other) => other !== id)) };
    await kysely.updateTable("users").set(set).where("id", "=", id).execute();
  }
};

/** Waiting jobs: those about the removed person become jobs about the kept one. Two jobs with equal subjects become one. */
export const uniteJobs: Unite = async (writing, { keptId, goneId }) => {
  const { kysely } = writing;
  const containsGoneId = `%${goneId}%`;
  const rows = await kysely
    .selectFrom("job")
    .select(["id", "kind", "subject", "payload", "claimed_at"])
    .where((eb) => eb.or([eb("subject", "like", containsGoneId), eb("payload", "like", containsGoneId)]))
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
    const removed = { id, kind, payload, isUnderWay: claimedAt !== null };
    const otherPayload = other.payload?.replaceAll(goneId, keptId) ?? null;
    await mergeJobs(writing, removed, { id: other.id, payload: otherPayload });
  }
};

function withKeptId(stored: string, { keptId, goneId }: Merging): string {
  return stored.replaceAll(JSON.stringify(goneId), JSON.stringify(keptId));
}
