import {
  EVENT_COLUMN_NAMES,
  EVENT_COLUMNS,
  type EventColumn,
  eventRowOf,
  type StoredEvent,
} from "../../database/event-columns.ts";
import type { UserRecord } from "../../api/user-record.ts";
import { Refusal } from "../../errors.ts";
import type { WrittenChange } from "../changes/written-change.ts";
import { entryOfDays } from "../absences/entry-of-days.ts";
import { keepForNews } from "./write-event-news.ts";
import { revision } from "./write-event-revisions.ts";
import { isVisible } from "./read-events.ts";
import { requireGroup } from "../groups/write-groups.ts";
import type { Writing } from "../shared-planning.ts";
import type { ChangeOf } from "#domain/planning/planning-change.ts";

const { lineUp, programme, programmeVersion, programmeTold } = EVENT_COLUMNS;
/** What may have been decided since the event was created. */
const DECIDED_LATER: ReadonlySet<EventColumn> = new Set([lineUp, programme, programmeVersion, programmeTold]);

/** Whether an identical event exists: then this is a retry of its creation. */
async function isThereAlready({ kysely }: Writing, event: StoredEvent): Promise<boolean> {
  const row = await kysely
    .selectFrom("planning_event")
    .select(EVENT_COLUMN_NAMES)
    .where(isVisible)
    .where("id", "=", event.id)
    .executeTakeFirst();
  if (row === undefined) return false;
  const wanted = eventRowOf(event);
  const created = EVENT_COLUMN_NAMES.filter((column) => !DECIDED_LATER.has(column));
  return created.every((column) => row[column] === wanted[column]);
}

/**
 * Creates an event. If an identical one exists, this is a late retry, and nothing changes.
 * @throws Refusal when the id belongs to another or a deleted event, when the group is unknown, or the date is past
 */
export async function createEvent(writing: Writing, change: ChangeOf<"event.created">): Promise<WrittenChange | null> {
  const { kysely, today, now } = writing;
  const { id, groupId, name, date } = change.event;
  if (await isThereAlready(writing, change.event)) return null;
  await requireGroup(writing, groupId);
  const taken = await kysely.selectFrom("planning_event").select("id").where("id", "=", id).executeTakeFirst();
  if (taken !== undefined) throw new Refusal("event.exists");
  if (date < today) throw new Refusal("request.invalid", { fields: { date: "event.date_past" } });
  await kysely
    .insertInto("planning_event")
    .values({ ...eventRowOf(change.event), changed_at: now, timed_at: now })
    .execute();
  const entry = await entryOfDays(writing, { change, groupId, from: date, to: date });
  return { entry, act: { type: change.type, event: { id, name, date } } };
}

/** @throws Refusal `event.not_found` when the event does not exist or is deleted */
export async function deleteEvent(
  writing: Writing,
  change: ChangeOf<"event.deleted">,
  { id: actorId }: UserRecord,
): Promise<WrittenChange> {
  const { kysely, now } = writing;
  const row = await kysely
    .selectFrom("planning_event")
    .select(["id", "name", "date", "group_id"])
    .where("id", "=", change.eventId)
    .where(isVisible)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("event.not_found");
  const { group_id: groupId, ...event } = row;
  await keepForNews(writing, groupId, [event.id]);
  await kysely
    .updateTable("planning_event")
    .set({ deleted_at: now, deleted_by: actorId })
    .set(revision(now))
    .where("id", "=", event.id)
    .execute();
  return { entry: { change, groupId }, act: { type: change.type, event } };
}
