import type { PlannedEvent } from "#domain/planning.ts";
import { Refusal } from "../errors.ts";
import type { LogEntry } from "./change-log-queries.ts";
import { isVisible } from "./event-queries.ts";
import { requireGroup } from "./group-change-queries.ts";
import type { Writing } from "./shared-planning.ts";
import type { ChangeOf } from "./wanted-change.ts";

type NewEvent = ChangeOf<"event.created">["event"];

/** Whether this very event is there, as a creation that is tried again finds it. */
async function isThereAlready({ kysely }: Writing, event: NewEvent): Promise<boolean> {
  const { id, groupId, name, date, time, location } = event;
  const row = await kysely
    .selectFrom("planning_event")
    .select("id")
    .where(isVisible)
    .where("id", "=", id)
    .where("group_id", "=", groupId)
    .where("name", "=", name)
    .where("date", "=", date)
    .where("time", "=", time)
    .where("location", "=", location)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether or not it is deleted. @throws Refusal `event.not_found` when there never was one, or it is forgotten */
export async function requireEventRow(
  { kysely }: Writing,
  eventId: string,
): Promise<Pick<PlannedEvent, "id" | "name" | "date">> {
  const query = kysely.selectFrom("planning_event").select(["id", "name", "date"]).where("id", "=", eventId);
  const row = await query.executeTakeFirst();
  if (row === undefined) throw new Refusal("event.not_found");
  return row;
}

/**
 * The same event again is its creation tried again, however late.
 * @throws Refusal when another event, or a deleted one, has the id; for an unknown group; for a day that is over
 */
export async function createEvent(writing: Writing, change: ChangeOf<"event.created">): Promise<LogEntry | null> {
  const { kysely, today } = writing;
  const { id, groupId, name, date, time, location } = change.event;
  if (await isThereAlready(writing, change.event)) return null;
  await requireGroup(writing, groupId);
  const taken = await kysely.selectFrom("planning_event").select("id").where("id", "=", id).executeTakeFirst();
  if (taken !== undefined) throw new Refusal("event.exists");
  if (date < today) throw new Refusal("request.invalid", { fields: { date: "event.date_past" } });
  await kysely.insertInto("planning_event").values({ id, group_id: groupId, name, date, time, location }).execute();
  return { change, groupId };
}

/** @throws Refusal `event.not_found` when there is none, or none any more */
export async function deleteEvent(
  { kysely, now }: Writing,
  change: ChangeOf<"event.deleted">,
  actorId: string,
): Promise<LogEntry> {
  const row = await kysely
    .updateTable("planning_event")
    .set({ deleted_at: now, deleted_by: actorId })
    .where("id", "=", change.eventId)
    .where(isVisible)
    .returning("group_id")
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("event.not_found");
  return { change, groupId: row.group_id };
}
