import type { ExpressionBuilder } from "kysely";
import { NewEventRow } from "#contract/planning/planning.ts";
import type { PlainDate } from "#domain/calendar/calendar.ts";
import { eventsOfSeries } from "#domain/planning/event-edit.ts";
import type { ChangeOf } from "#domain/planning/planning-change.ts";
import type { Queryable } from "../../database/database.ts";
import {
  EVENT_COLUMN_NAMES,
  EVENT_COLUMNS,
  eventRowOf,
  type StoredEvent,
  storedEventOf,
} from "../../database/event-columns.ts";
import { readBoolean, readDate, type Tables } from "../../database/schema.ts";
import { found, Refusal } from "../../errors.ts";
import { isMemberAbsent } from "../absences/read-absences.ts";
import { type LogEntry } from "../changes/write-change-log.ts";
import { requireGroup } from "../groups/write-groups.ts";
import type { WantedOf, WriteChange, WriteTransaction } from "../shared-planning.ts";
import { isVisible } from "./read-events.ts";
import { snapshotForNews } from "./write-event-news.ts";

/** The columns to set at each write of an event: calendar programs ignore a change that does not raise the sequence. */
export function nextRevision(now: Date) {
  return (eb: ExpressionBuilder<Tables, "planning_event">) => ({
    sequence: eb("planning_event.sequence", "+", 1),
    changed_at: now,
  });
}

/**
 * Raises the revision of all events of a group that is deleted or restored, so that calendar programs notice. `timed_at`
 * says since when members can know the event at its present time: since its creation, or its last move or restoration.
 */
export async function raiseRevisions({ kysely, now }: WriteTransaction, groupId: string): Promise<void> {
  await kysely
    .updateTable("planning_event")
    .set(nextRevision(now))
    .set({ timed_at: now })
    .where("group_id", "=", groupId)
    .where("deleted_at", "is", null)
    .execute();
}

/** The ids of the upcoming events of a group, without deleted ones. */
export async function readUpcomingIds({ kysely, today }: WriteTransaction, groupId: string): Promise<string[]> {
  const rows = await kysely
    .selectFrom("planning_event")
    .select("id")
    .where("group_id", "=", groupId)
    .where("date", ">=", today)
    .where("deleted_at", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Calendar programs compare these values to detect that an event changed. */
export interface EventRevision {
  readonly sequence: number;
  /** `null`: not known. */
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

const CREATED_FIELDS = Object.keys(NewEventRow.shape) as (keyof typeof NewEventRow.shape)[];
/** The columns that a creation sets. Others, such as the kept line-up, are set later. */
const CREATED_COLUMNS = CREATED_FIELDS.map((field) => EVENT_COLUMNS[field]);

interface ChangeOnDays extends LogEntry {
  readonly groupId: string;
  /** The first and the last day on which the change creates events, moves them, or drops their answers. */
  readonly from: PlainDate;
  readonly to: PlainDate;
}

/**
 * The log entry of a change of events on these days. If a member has an absence on one of them, the entry makes clients
 * reload the events: clients do not know absences, and so cannot apply the change themselves.
 */
export async function entryOfDays(writing: WriteTransaction, { change, ...days }: ChangeOnDays): Promise<LogEntry> {
  const { groupId } = days;
  return { change: (await isMemberAbsent(writing, days)) ? null : change, groupId };
}

/** @throws Refusal when the first date is past */
async function insertEvents(
  writing: WriteTransaction,
  change: ChangeOf<"event.created" | "series.created">,
  events: readonly StoredEvent[],
): Promise<LogEntry> {
  const { kysely, today, now } = writing;
  const { groupId, date: from } = change.type === "event.created" ? change.event : change.series;
  if (from < today) throw new Refusal("request.invalid", { fields: { date: "event.date_past" } });
  const rows = events.map((event) => ({ ...eventRowOf(event), changed_at: now, timed_at: now }));
  await kysely.insertInto("planning_event").values(rows).execute();
  return entryOfDays(writing, { change, groupId, from, to: events.at(-1)?.date ?? from });
}

/**
 * Creates an event. If an identical one exists, this is a late retry, and nothing changes.
 * @throws Refusal when the id belongs to another or a deleted event, when the group is unknown, or the date is past
 */
export const createEvent: WriteChange<WantedOf<"event.created">> = async (writing, change) => {
  const wantedRow = eventRowOf(change.event);
  const existing = await writing.kysely
    .selectFrom("planning_event")
    .select(CREATED_COLUMNS)
    .select((eb) => isVisible(eb).as("is_visible"))
    .where("id", "=", wantedRow.id)
    .executeTakeFirst();
  const isSame = existing && CREATED_COLUMNS.every((column) => existing[column] === wantedRow[column]);
  if (isSame && readBoolean(existing.is_visible)) return null;
  await requireGroup(writing, change.event.groupId);
  if (existing) throw new Refusal("event.exists");
  const entry = await insertEvents(writing, change, [change.event]);
  return { entry, act: { type: change.type, event: eventForJournal(change.event) } };
};

/**
 * Creates a series. If all its events exist, this is a late retry, and nothing changes.
 * @throws Refusal when an id belongs to another event, when the group is unknown, or the first date is past
 */
export const createSeries: WriteChange<WantedOf<"series.created">> = async (writing, change) => {
  const { series } = change;
  const events = eventsOfSeries(series);
  const ids = events.map(({ id }) => id);
  const taken = await writing.kysely
    .selectFrom("planning_event")
    .select(["id", "series_id"])
    .where((eb) => eb.or([eb("id", "in", ids), eb("series_id", "=", series.id)]))
    .execute();
  const doAllExist = taken.length === events.length && taken.every((row) => row.series_id === series.id);
  if (doAllExist && events.length > 0) return null;
  if (taken.length > 0) throw new Refusal("event.exists");
  await requireGroup(writing, series.groupId);
  const entry = await insertEvents(writing, change, events);
  const event = eventForJournal({ ...series, id: ids[0] ?? series.id });
  return { entry, act: { type: change.type, event, events: events.length } };
};

/** @throws Refusal `event.not_found` when the event does not exist or is deleted */
async function requireEvent({ kysely }: WriteTransaction, eventId: string): Promise<StoredEvent> {
  const row = await kysely
    .selectFrom("planning_event")
    .select(EVENT_COLUMN_NAMES)
    .where("id", "=", eventId)
    .where(isVisible)
    .executeTakeFirst();
  return storedEventOf(found(row, "event.not_found"));
}

/** An event, and `withFollowing` also the later ones of its series, sorted by date. @throws Refusal `event.not_found` */
export async function requireEvents(
  writing: WriteTransaction,
  eventId: string,
  withFollowing: boolean,
): Promise<readonly [StoredEvent, ...StoredEvent[]]> {
  const first = await requireEvent(writing, eventId);
  if (!withFollowing || first.seriesId === undefined) return [first];
  const rows = await writing.kysely
    .selectFrom("planning_event")
    .select(EVENT_COLUMN_NAMES)
    .where("series_id", "=", first.seriesId)
    .where("date", ">=", first.date)
    .where("id", "<>", eventId)
    .where(isVisible)
    .orderBy("date")
    .orderBy("time")
    .orderBy("id")
    .execute();
  return [first, ...rows.map(storedEventOf)];
}

/** The fields by which the journal names an event. */
export function eventForJournal({ id, name, date }: Pick<StoredEvent, "id" | "name" | "date">) {
  return { id, name, date };
}

/**
 * Deletes an event, or with `series.deleted` also the later ones of its series. One without a series is deleted alone.
 * @throws Refusal `event.not_found` when the event does not exist or is deleted
 */
export const deleteEvents: WriteChange<WantedOf<"event.deleted" | "series.deleted">> = async (
  writing,
  { type, eventId },
  { id: actorId },
) => {
  const { kysely, now } = writing;
  const deleted = await requireEvents(writing, eventId, type === "series.deleted");
  const [{ groupId, seriesId, date, ...first }] = deleted;
  const ids = deleted.map(({ id }) => id);
  await snapshotForNews(writing, groupId, ids);
  await kysely
    .updateTable("planning_event")
    .set({ deleted_at: now, deleted_by: actorId })
    .set(nextRevision(now))
    .where("id", "in", ids)
    .execute();
  const event = eventForJournal({ ...first, date });
  if (type === "event.deleted" || seriesId === undefined) {
    const change = { type: "event.deleted" as const, eventId };
    return { entry: { change, groupId }, act: { type: change.type, event } };
  }
  return {
    entry: { change: { type, eventId, seriesId, from: date }, groupId },
    act: { type, event, events: ids.length },
  };
};
