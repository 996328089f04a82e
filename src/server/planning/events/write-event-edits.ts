import type { ErrorCode } from "#contract/errors.ts";
import { daysBetween } from "#domain/calendar/calendar.ts";
import { newsBetween } from "#domain/notifications/event-news.ts";
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
import type { WantedOf, WriteChange, WriteTransaction } from "../shared-planning.ts";
import { snapshotForNews } from "./write-event-news.ts";
import { entryOfDays, eventForJournal, requireEvents, nextRevision } from "./write-events.ts";

/** An event before and after an edit. */
interface EditedEvent {
  readonly before: StoredEvent;
  readonly after: StoredEvent;
}

function refuseField(field: EventDetailField, code: ErrorCode): never {
  throw new Refusal("request.invalid", { fields: { [field]: code } });
}

/**
 * Edits an event, and checks the result: a past event keeps its date, and no other event gets a past date.
 * @throws Refusal naming the field
 */
function checkedEdit({ today }: WriteTransaction, before: StoredEvent, edit: EventEdit): EditedEvent {
  // `editedEvent` takes an event with its answers, which this row does not have.
  const { availability: _, ...after } = editedEvent({ ...before, availability: [] }, edit, "keep");
  const isPast = before.date < today || after.date < today;
  if (isPast && after.date !== before.date) refuseField("date", "event.date_past");
  const problem = problemOfEnd(after);
  if (problem !== null) refuseField("endTime", problem);
  return { before, after };
}

function isChanged({ before, after }: EditedEvent): boolean {
  const [rowBefore, rowAfter] = [eventRowOf(before), eventRowOf(after)];
  return EVENT_COLUMN_NAMES.some((column) => rowBefore[column] !== rowAfter[column]);
}

/** Writes an edited event. If it moved and is asked again, its answers are deleted, and earlier answers do not count. */
async function writeEdit(
  writing: WriteTransaction,
  { before, after }: EditedEvent,
  answers: AnswersAfterEdit,
): Promise<void> {
  const { kysely, now } = writing;
  const hasMoved = isMoved(before, after);
  const isAskedAgain = answers === "reset" && hasMoved;
  const { id } = before;
  await kysely
    .updateTable("planning_event")
    .set(eventRowOf(after))
    .set(nextRevision(now))
    .set(hasMoved ? { timed_at: now } : {})
    // At the new date, members are reminded again.
    .set(before.date === after.date ? {} : { reminded_until: null })
    .set(isAskedAgain ? { asked_again_at: now } : {})
    .where("id", "=", id)
    .execute();
  if (isAskedAgain) await kysely.deleteFrom("availability").where("event_id", "=", id).execute();
}

/** The log entry of edits. Only edits that move events change who is shown as absent. */
async function entryOfEdits(
  writing: WriteTransaction,
  change: PlanningChange,
  edits: readonly [EditedEvent, ...EditedEvent[]],
): Promise<LogEntry> {
  const { groupId } = edits[0].before;
  const moves = edits.filter(({ before, after }) => isMoved(before, after));
  const days = moves.flatMap(({ before, after }) => [before.date, after.date]).toSorted();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return { change, groupId };
  return entryOfDays(writing, { change, groupId, from, to });
}

/**
 * Edits an event, or with `series.edited` also the later events of its series: all of them or none. An event without a
 * series is edited alone. A repeated call changes nothing.
 * @throws Refusal when there is no such event, or the edit is invalid for one of them
 */
export const editEvents: WriteChange<WantedOf<"event.edited" | "series.edited">> = async (
  writing,
  { type, eventId, edit, answers },
) => {
  const following = await requireEvents(writing, eventId, type === "series.edited");
  const [first] = following;
  const { seriesId } = first;
  const isSeries = type === "series.edited" && seriesId !== undefined;
  const { date, ...editWithoutDate } = edit;
  // A new date moves all events of the series by the same number of days.
  const days = date === undefined ? 0 : daysBetween(first.date, date);
  const edits = isSeries
    ? following.map((event) => checkedEdit(writing, event, editOfFollowing(event.date, editWithoutDate, days)))
    : [checkedEdit(writing, first, edit)];
  const [firstChanged, ...laterChanged] = edits.filter(isChanged);
  if (firstChanged === undefined) return null;
  const changed = [firstChanged, ...laterChanged] as const;
  // Edits about which members get no message must not delay a message that waits already.
  const eventIds = changed
    .filter(({ before, after }) => newsBetween(before, after) !== null)
    .map(({ before }) => before.id);
  await snapshotForNews(writing, first.groupId, eventIds);
  for (const changedEvent of changed) await writeEdit(writing, changedEvent, answers);
  const event = eventForJournal(first);
  if (!isSeries) {
    const change = { type: "event.edited" as const, eventId, edit, answers };
    return { entry: await entryOfEdits(writing, change, changed), act: { type: change.type, event } };
  }
  const change = { type, eventId, seriesId, from: first.date, days, edit: editWithoutDate, answers };
  return { entry: await entryOfEdits(writing, change, changed), act: { type, event, events: changed.length } };
};
