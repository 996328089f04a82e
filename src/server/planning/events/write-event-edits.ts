import type { ErrorCode } from "#contract/errors.ts";
import type { AdminAct } from "#contract/journal.ts";
import { daysBetween } from "#domain/calendar/calendar.ts";
import {
  type AnswersAfterEdit,
  editedDetails,
  editOfFollowing,
  endsAfterStart,
  type EventEdit,
  isMoved,
} from "#domain/planning/event-edit.ts";
import { type EventDetailField, EVENT_DETAIL_FIELDS, type EventDetails } from "#domain/planning/planning.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { EVENT_COLUMN_NAMES, eventRowOf, type StoredEvent, storedEventOf } from "../../database/event-columns.ts";
import { Refusal } from "../../errors.ts";
import type { LogEntry } from "../changes/change-log.ts";
import { entryOfDays } from "../absences/entry-of-days.ts";
import type { WantedChange } from "../changes/wanted-change.ts";
import type { WrittenChange } from "../changes/written-change.ts";
import type { Writing } from "../shared-planning.ts";
import { revision } from "./write-event-revisions.ts";
import { isVisible } from "./read-events.ts";

type Wanted<Type extends "event.edited" | "series.edited"> = Extract<WantedChange, { readonly type: Type }>;

/** An event before an edit, and its details after it. */
interface Rewritten {
  readonly event: StoredEvent;
  readonly details: EventDetails;
}

function refuseField(field: EventDetailField, code: ErrorCode): never {
  throw new Refusal("request.invalid", { fields: { [field]: code } });
}

/**
 * Checks what an edit makes of an event: a past event keeps its date, and no other one gets a past date.
 * @throws Refusal naming the field
 */
function checked({ today }: Writing, event: StoredEvent, edit: EventEdit): Rewritten {
  const details = editedDetails(event, edit);
  const isPast = event.date < today || details.date < today;
  if (isPast && details.date !== event.date) refuseField("date", "event.date_past");
  if (!endsAfterStart(details)) refuseField("endTime", "event.end_before_start");
  return { event, details };
}

function isChanged({ event, details }: Rewritten): boolean {
  return EVENT_DETAIL_FIELDS.some((field) => event[field] !== details[field]);
}

/** Writes an edited event. If it moved and answers are to be given again, its answers go, and earlier ones do not count. */
async function write(writing: Writing, { event, details }: Rewritten, answers: AnswersAfterEdit): Promise<void> {
  const { kysely, now } = writing;
  const isAskedAgain = answers === "reset" && isMoved(event, details);
  const { id, groupId, seriesId } = event;
  await kysely
    .updateTable("planning_event")
    .set(eventRowOf({ id, groupId, ...details, ...(seriesId !== undefined && { seriesId }) }))
    .set(revision(now))
    .set(isAskedAgain ? { asked_again_at: now } : {})
    .where("id", "=", id)
    .execute();
  if (isAskedAgain) await kysely.deleteFrom("availability").where("event_id", "=", id).execute();
}

/** Edits that move no event leave everybody's absences as they are. */
async function entryOfEdits(
  writing: Writing,
  change: PlanningChange,
  edits: readonly [Rewritten, ...Rewritten[]],
): Promise<LogEntry> {
  const { groupId } = edits[0].event;
  const moved = edits.filter(({ event, details }) => isMoved(event, details));
  const days = moved.flatMap(({ event, details }) => [event.date, details.date]).toSorted();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return { change, groupId };
  return entryOfDays(writing, { change, groupId, from, to });
}

/** @throws Refusal `event.not_found` when the event does not exist or is deleted */
async function requireEvent({ kysely }: Writing, eventId: string): Promise<StoredEvent> {
  const row = await kysely
    .selectFrom("planning_event")
    .select(EVENT_COLUMN_NAMES)
    .where("id", "=", eventId)
    .where(isVisible)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("event.not_found");
  return storedEventOf(row);
}

/** An event of a series and those after it, in order of their dates. @throws Refusal `event.not_found` */
export async function requireFollowing(writing: Writing, eventId: string): Promise<StoredEvent[]> {
  const first = await requireEvent(writing, eventId);
  if (first.seriesId === undefined) return [first];
  const rows = await writing.kysely
    .selectFrom("planning_event")
    .select(EVENT_COLUMN_NAMES)
    .where("series_id", "=", first.seriesId)
    .where("date", ">=", first.date)
    .where(isVisible)
    .orderBy("date")
    .orderBy("time")
    .orderBy("id")
    .execute();
  return rows.map(storedEventOf);
}

/** The event as the journal names it. */
export function namedEvent({ id, name, date }: StoredEvent): Extract<AdminAct, { type: "event.edited" }>["event"] {
  return { id, name, date };
}

/**
 * Changes nothing where the event is so already: a repeated call is harmless.
 * @throws Refusal when there is no such event, or the edit makes no sense
 */
export async function editEvent(writing: Writing, wanted: Wanted<"event.edited">): Promise<WrittenChange | null> {
  const { type, eventId, edit, answers } = wanted;
  const rewritten = checked(writing, await requireEvent(writing, eventId), edit);
  if (!isChanged(rewritten)) return null;
  await write(writing, rewritten, answers);
  const { event } = rewritten;
  const change = { type, eventId, edit, answers };
  const entry = await entryOfEdits(writing, change, [rewritten]);
  return { entry, act: { type, event: namedEvent(event) } };
}

/**
 * Edits an event and those after it in its series: all of them or none. An event without a series is edited alone.
 * @throws Refusal when there is no such event, or the edit makes no sense for one of them
 */
export async function editSeries(writing: Writing, wanted: Wanted<"series.edited">): Promise<WrittenChange | null> {
  const { type, eventId, answers } = wanted;
  const { date, ...edit } = wanted.edit;
  const first = await requireEvent(writing, eventId);
  const { seriesId } = first;
  if (seriesId === undefined) return editEvent(writing, { ...wanted, type: "event.edited" });
  const days = date === undefined ? 0 : daysBetween(first.date, date);
  const following = await requireFollowing(writing, eventId);
  const rewritten = following.map((event) => checked(writing, event, editOfFollowing(event.date, edit, days)));
  const [firstChanged, ...laterChanged] = rewritten.filter(isChanged);
  if (firstChanged === undefined) return null;
  const changed = [firstChanged, ...laterChanged] as const;
  for (const each of changed) await write(writing, each, answers);
  const change = { type, eventId, seriesId, from: first.date, days, edit, answers };
  return {
    entry: await entryOfEdits(writing, change, changed),
    act: { type, event: namedEvent(first), events: changed.length },
  };
}
