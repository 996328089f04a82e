import type { ErrorCode } from "#contract/errors.ts";
import { daysBetween } from "#domain/calendar/calendar.ts";
import { isNotifiedEdit } from "#domain/notifications/event-news.ts";
import {
  type AnswersAfterEdit,
  editedEvent,
  editOfFollowing,
  type EventEdit,
  isMoved,
  problemOfEnd,
} from "#domain/planning/event-edit.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import type { EventDetailField } from "#domain/planning/planning.ts";
import { EVENT_COLUMN_NAMES, eventRowOf, type StoredEvent } from "../../database/event-columns.ts";
import { Refusal } from "../../errors.ts";
import type { LogEntry } from "../changes/write-change-log.ts";
import type { WantedOf, Writing, WrittenChange } from "../shared-planning.ts";
import { keepForNews } from "./write-event-news.ts";
import { entryOfDays, namedEvent, requireEvents, revision } from "./write-events.ts";

interface Rewritten {
  readonly event: StoredEvent;
  readonly after: StoredEvent;
}

function refuseField(field: EventDetailField, code: ErrorCode): never {
  throw new Refusal("request.invalid", { fields: { [field]: code } });
}

/**
 * Edits an event, and checks the result: a past event keeps its date, and no other event gets a past date.
 * @throws Refusal naming the field
 */
function checked({ today }: Writing, event: StoredEvent, edit: EventEdit): Rewritten {
  const { availability: _, ...after } = editedEvent({ ...event, availability: [] }, edit, "keep");
  const isPast = event.date < today || after.date < today;
  if (isPast && after.date !== event.date) refuseField("date", "event.date_past");
  const problem = problemOfEnd(after);
  if (problem !== null) refuseField("endTime", problem);
  return { event, after };
}

function isChanged({ event, after }: Rewritten): boolean {
  const [former, edited] = [eventRowOf(event), eventRowOf(after)];
  return EVENT_COLUMN_NAMES.some((column) => former[column] !== edited[column]);
}

/** Keeps the former state of the events whose edits are told to members. Other edits must not delay waiting news. */
async function keepTold(writing: Writing, groupId: string, edits: readonly Rewritten[]): Promise<void> {
  const told = edits.filter(({ event, after }) => isNotifiedEdit(event, after));
  const eventIds = told.map(({ event }) => event.id);
  await keepForNews(writing, groupId, eventIds);
}

/** Writes an edited event. If it moved and is asked again, its answers are deleted, and earlier answers do not count. */
async function write(writing: Writing, { event, after }: Rewritten, answers: AnswersAfterEdit): Promise<void> {
  const { kysely, now } = writing;
  const hasMoved = isMoved(event, after);
  const isAskedAgain = answers === "reset" && hasMoved;
  const { id } = event;
  await kysely
    .updateTable("planning_event")
    .set(eventRowOf(after))
    .set(revision(now))
    .set(hasMoved ? { timed_at: now } : {})
    .set(event.date === after.date ? {} : { reminded_until: null })
    .set(isAskedAgain ? { asked_again_at: now } : {})
    .where("id", "=", id)
    .execute();
  if (isAskedAgain) await kysely.deleteFrom("availability").where("event_id", "=", id).execute();
}

/** Only edits that move events change who is shown as absent. */
async function entryOfEdits(
  writing: Writing,
  change: PlanningChange,
  edits: readonly [Rewritten, ...Rewritten[]],
): Promise<LogEntry> {
  const { groupId } = edits[0].event;
  const moved = edits.filter(({ event, after }) => isMoved(event, after));
  const days = moved.flatMap(({ event, after }) => [event.date, after.date]).toSorted();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return { change, groupId };
  return entryOfDays(writing, { change, groupId, from, to });
}

/**
 * Edits an event, or with `series.edited` also the later events of its series: all of them or none. An event without a
 * series is edited alone. A repeated call changes nothing.
 * @throws Refusal when there is no such event, or the edit is invalid for one of them
 */
export async function editEvents(
  writing: Writing,
  { type, eventId, edit, answers }: WantedOf<"event.edited" | "series.edited">,
): Promise<WrittenChange | null> {
  const following = await requireEvents(writing, eventId, type === "series.edited");
  const [first] = following;
  const { seriesId } = first;
  const isSeries = type === "series.edited" && seriesId !== undefined;
  const { date, ...others } = edit;
  const days = date === undefined ? 0 : daysBetween(first.date, date);
  const rewritten = isSeries
    ? following.map((event) => checked(writing, event, editOfFollowing(event.date, others, days)))
    : [checked(writing, first, edit)];
  const [firstChanged, ...laterChanged] = rewritten.filter(isChanged);
  if (firstChanged === undefined) return null;
  const changed = [firstChanged, ...laterChanged] as const;
  await keepTold(writing, first.groupId, changed);
  for (const rewrite of changed) await write(writing, rewrite, answers);
  const event = namedEvent(first);
  if (!isSeries) {
    const change = { type: "event.edited" as const, eventId, edit, answers };
    return { entry: await entryOfEdits(writing, change, changed), act: { type: change.type, event } };
  }
  const change = { type, eventId, seriesId, from: first.date, days, edit: others, answers };
  return { entry: await entryOfEdits(writing, change, changed), act: { type, event, events: changed.length } };
}
