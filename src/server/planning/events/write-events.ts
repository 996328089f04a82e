import type { ExpressionBuilder } from "kysely";
import type { ChangeOf } from "#domain/planning/planning-change.ts";
import type { UserRecord } from "../../api/user-record.ts";
import type { Queryable } from "../../database/database.ts";
import {
  EVENT_COLUMN_NAMES,
  EVENT_COLUMNS,
  type EventColumn,
  eventRowOf,
  type StoredEvent,
} from "../../database/event-columns.ts";
import { readDate, type Tables } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import { entryOfDays } from "../absences/read-absences.ts";
import type { WrittenChange } from "../changes/written-change.ts";
import { requireGroup } from "../groups/write-groups.ts";
import type { Writing } from "../shared-planning.ts";
import { isVisible } from "./read-events.ts";
import { keepForNews } from "./write-event-news.ts";

/** What each write of an event sets: calendar programs ignore a change that does not raise the sequence. */
export function revision(now: Date) {
  return (eb: ExpressionBuilder<Tables, "planning_event">) => ({
    sequence: eb("planning_event.sequence", "+", 1),
    changed_at: now,
  });
}

/** The events that a group's deletion hides, and its restoration shows, change with it. */
export async function reviseEvents({ kysely, now }: Writing, groupId: string): Promise<void> {
  await kysely
    .updateTable("planning_event")
    .set(revision(now))
    .set({ timed_at: now })
    .where("group_id", "=", groupId)
    .where("deleted_at", "is", null)
    .execute();
}

/** What calendar programs go by when an event changed. */
export interface EventRevision {
  readonly sequence: number;
  /** `null`: nobody knows when it changed. */
  readonly changedAt: Date | null;
}

/** The revision of each event of a group, by its id. */
export async function readRevisions({ kysely }: Queryable, groupId: string): Promise<Map<string, EventRevision>> {
  const rows = await kysely
    .selectFrom("planning_event")
    .select(["id", "sequence", "changed_at"])
    .where("group_id", "=", groupId)
    .execute();
  return new Map(
    rows.map(({ id, sequence, changed_at: stored }) => [
      id,
      { sequence, changedAt: stored === null ? null : readDate(stored) },
    ]),
  );
}

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
