import type { Queryable } from "../../database/database.ts";
import { readBoolean } from "../../database/schema.ts";
import type { FormerEvent } from "./read-changed-events.ts";

/** Takes the kept events of a group: they are told now. */
export async function takeNews({ kysely }: Queryable, groupId: string): Promise<FormerEvent[]> {
  const rows = await kysely.deleteFrom("event_news").where("group_id", "=", groupId).returningAll().execute();
  return rows.map((row) => {
    const { event_id: eventId, is_deleted: isDeleted, is_new: isNew, present_ids: presentIds, end_time: endTime } = row;
    const { name, date, time, location } = row;
    const details = { name, date, time, location, ...(endTime !== null && { endTime }) };
    return {
      eventId,
      before: readBoolean(isDeleted) ? null : details,
      presentBefore: (JSON.parse(presentIds) as [string][]).flat(),
      isNew: readBoolean(isNew),
    };
  });
}
