import { refusalOfAbsence } from "#domain/availability/absences.ts";
import { Refusal } from "../../errors.ts";
import type { WantedOf, WriteChange, WriteTransaction, WrittenChange } from "../shared-planning.ts";

/** What to log after an absence changed: clients reload the events of the person's groups. The absence is not logged. */
async function reloadsOfGroups({ kysely }: WriteTransaction, userId: string): Promise<WrittenChange> {
  const rows = await kysely
    .selectFrom("group_member")
    .innerJoin("planning_group", "planning_group.id", "group_member.group_id")
    .select("group_member.group_id")
    .where("group_member.user_id", "=", userId)
    .where("planning_group.deleted_at", "is", null)
    .orderBy("group_member.group_id")
    .execute();
  return { entry: null, reloads: rows.map((row) => row.group_id), act: null };
}

/**
 * Stores an absence. If the same absence exists already, this is a retry, and nothing changes.
 * @throws Refusal for impossible days, too many absences, or an id that belongs to another absence
 */
export const addAbsence: WriteChange<WantedOf<"absence.added">> = async (writing, wanted) => {
  const { kysely, today } = writing;
  const { id, userId, from, to } = wanted;
  const existing = await kysely.selectFrom("absence").selectAll().where("id", "=", id).executeTakeFirst();
  if (existing !== undefined) {
    if (existing.user_id === userId && existing.from_date === from && existing.to_date === to) return null;
    throw new Refusal("absence.exists");
  }
  const comingAbsences = await kysely
    .selectFrom("absence")
    .select("id")
    .where("user_id", "=", userId)
    .where("to_date", ">=", today)
    .execute();
  const refusal = refusalOfAbsence({ from, to }, comingAbsences.length, today);
  if (refusal !== null) throw new Refusal(refusal);
  await kysely.insertInto("absence").values({ id, user_id: userId, from_date: from, to_date: to }).execute();
  return reloadsOfGroups(writing, userId);
};

/** @throws Refusal `absence.not_found` when this person has no absence with this id */
export const removeAbsence: WriteChange<WantedOf<"absence.removed">> = async (writing, wanted) => {
  const { absenceId, userId } = wanted;
  const { numDeletedRows } = await writing.kysely
    .deleteFrom("absence")
    .where("id", "=", absenceId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Refusal("absence.not_found");
  return reloadsOfGroups(writing, userId);
};
