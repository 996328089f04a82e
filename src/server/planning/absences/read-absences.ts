import type { Absence } from "#domain/availability/absences.ts";
import type { PlainDate } from "#domain/calendar/calendar.ts";
import { readPositions } from "../../api/user-record.ts";
import type { Queryable } from "../../database/database.ts";

export async function listAbsences({ kysely }: Queryable, userId: string): Promise<Absence[]> {
  const rows = await kysely
    .selectFrom("absence")
    .innerJoin("users", "users.id", "absence.user_id")
    .select(["absence.id", "from_date as from", "to_date as to", "first_name", "last_name", "positions"])
    .where("absence.user_id", "=", userId)
    .orderBy("from_date")
    .orderBy("to_date")
    .orderBy("absence.id")
    .execute();
  return rows.map(({ id, from, to, first_name: firstName, last_name: lastName, positions }) => {
    return { id, person: { id: userId, firstName, lastName, positions: readPositions(positions) }, from, to };
  });
}

/** Days of a group, from `from` to `to`, both included. */
interface DaysOfGroup {
  readonly groupId: string;
  readonly from: PlainDate;
  readonly to: PlainDate;
  /** Left out: any member. */
  readonly userId?: string;
}

/** Whether a member of the group has an absence on one of these days. */
export async function isMemberAbsent(
  { kysely }: Queryable,
  { groupId, from, to, userId }: DaysOfGroup,
): Promise<boolean> {
  const row = await kysely
    .selectFrom("absence")
    .innerJoin("group_member", "group_member.user_id", "absence.user_id")
    .select("absence.id")
    .where("group_member.group_id", "=", groupId)
    .where("to_date", ">=", from)
    .where("from_date", "<=", to)
    .$if(userId !== undefined, (query) => query.where("absence.user_id", "=", userId ?? ""))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether this person has an absence on the day of any event of the group. */
export async function isAbsentFromEvents({ kysely }: Queryable, groupId: string, userId: string): Promise<boolean> {
  const row = await kysely
    .selectFrom("absence")
    .innerJoin("planning_event", (join) =>
      join
        .on("planning_event.group_id", "=", groupId)
        .onRef("planning_event.date", ">=", "absence.from_date")
        .onRef("planning_event.date", "<=", "absence.to_date"),
    )
    .select("absence.id")
    .where("absence.user_id", "=", userId)
    .where("planning_event.deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
