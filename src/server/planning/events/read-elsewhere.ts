import { type Elsewhere, elsewhereOf } from "#domain/availability/overlap.ts";
import { addDays } from "#domain/calendar/calendar.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import type { Queryable } from "../../database/database.ts";
import { eventColumnsOf, storedEventOf } from "../../database/event-columns.ts";
import { isVisible } from "./read-events.ts";

type TimedEvent = Pick<PlannedEvent, "id" | "date" | "time" | "endTime" | "endsNextDay">;

/**
 * Finds overlapping events: for each person who is present at another event at the same time, the first such event, in
 * any of their groups. Events of groups that they left do not count.
 * @param userId left out: all people
 */
export async function readElsewhere(
  { kysely }: Queryable,
  event: TimedEvent,
  userId?: string,
): Promise<ReadonlyMap<string, Elsewhere>> {
  const rows = await kysely
    .selectFrom("planning_event")
    .innerJoin("availability", "availability.event_id", "planning_event.id")
    .innerJoin("group_member", (join) =>
      join
        .onRef("group_member.group_id", "=", "planning_event.group_id")
        .onRef("group_member.user_id", "=", "availability.user_id"),
    )
    .select(eventColumnsOf("planning_event"))
    .select("availability.user_id as user_id")
    // An event ends on the next day at the latest, so only events of three days can overlap.
    .where("planning_event.date", ">=", addDays(event.date, -1))
    .where("planning_event.date", "<=", addDays(event.date, 1))
    .where("planning_event.id", "<>", event.id)
    .where("status", "=", "present")
    .where(isVisible)
    .$if(userId !== undefined, (query) => query.where("availability.user_id", "=", userId ?? ""))
    .execute();
  return elsewhereOf(
    event,
    rows.map(({ user_id: id, ...row }) => ({ userId: id, event: storedEventOf(row) })),
  );
}
