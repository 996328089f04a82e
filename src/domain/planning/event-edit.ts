import { addDays, daysBetween, LATEST_END, type PlainDate } from "../calendar/calendar.ts";
import { type Frequency, recurringDates } from "../calendar/recurrence.ts";
import type { BandRole } from "../line-up/band-roles.ts";
import {
  detailsOf,
  EVENT_DETAIL_FIELDS,
  type EventDetailField,
  type EventDetails,
  type PlannedEvent,
} from "./planning.ts";

/** New values of an event's details. Fields left out stay as they are; `null` removes an optional one. */
export type DetailsEdit = {
  readonly [Field in EventDetailField]?: undefined extends EventDetails[Field]
    ? NonNullable<EventDetails[Field]> | null
    : EventDetails[Field];
};

/** New details, and the roles that the event needs; `null`: its group's roles again. */
export type EventEdit = DetailsEdit & { readonly requiredRoles?: readonly BandRole[] | null };

/** What becomes of the answers to an event whose date or time changes. */
export type AnswersAfterEdit = "keep" | "reset";

/**
 * The details after an edit. A page of an older version sends no `endsNextDay`: then the value stays, unless the new end is
 * impossible on the next day.
 */
export function editedDetails(before: EventDetails, edit: DetailsEdit): EventDetails {
  const after = EVENT_DETAIL_FIELDS.map((field) => [field, edit[field] === undefined ? before[field] : edit[field]]);
  const details = detailsOf(Object.fromEntries(after) as EventDetails);
  const isEndPossible = edit.endsNextDay !== undefined || problemOfEnd(details) !== "event.end_too_late";
  return isEndPossible ? details : detailsOf({ ...details, endsNextDay: false });
}

/** The fields in which `after` differs from `before`. */
export function editBetween(before: EventDetails, after: EventDetails): DetailsEdit {
  const changed = EVENT_DETAIL_FIELDS.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(changed.map((field) => [field, after[field] ?? null])) as DetailsEdit;
}

/** Why an event cannot have this end; `null` when it can, or has none. */
export function problemOfEnd({
  time,
  endTime,
  endsNextDay,
}: Pick<EventDetails, "time" | "endTime" | "endsNextDay">): "event.end_before_start" | "event.end_too_late" | null {
  if (!endsNextDay) return endTime === undefined || endTime > time ? null : "event.end_before_start";
  return endTime !== undefined && endTime <= LATEST_END && endTime < time ? null : "event.end_too_late";
}

/** Whether an edit moves an event to another date or start time. */
export function isMoved(before: EventDetails, after: EventDetails): boolean {
  return before.date !== after.date || before.time !== after.time;
}

/** The event after an edit. Answers are dropped only if the edit resets them and the event moved. */
export function editedEvent(event: PlannedEvent, edit: EventEdit, answers: AnswersAfterEdit): PlannedEvent {
  const details = editedDetails(event, edit);
  const { requiredRoles = event.requiredRoles } = edit;
  const isAskedAgain = answers === "reset" && isMoved(event, details);
  const editable = new Set<string>([...EVENT_DETAIL_FIELDS, "requiredRoles"]);
  const others = Object.entries(event).filter(([field]) => !editable.has(field));
  return {
    ...(Object.fromEntries(others) as Omit<PlannedEvent, EventDetailField | "requiredRoles">),
    ...details,
    ...(requiredRoles && { requiredRoles }),
    ...(isAskedAgain && { availability: [] }),
  };
}

/** `edit` for the event of a series on `date`. All dates of the series move by `days`. */
export function editOfFollowing(date: PlainDate, edit: Omit<EventEdit, "date">, days: number): EventEdit {
  return days === 0 ? edit : { ...edit, date: addDays(date, days) };
}

/** Events created together, one for each date. `date` is the first date. */
export interface NewSeries extends EventDetails {
  /** A UUID. */
  readonly id: string;
  readonly groupId: string;
  readonly every: Frequency;
  /** The last possible day. */
  readonly until: PlainDate;
  /** The roles that each event needs, if they differ from the group's. */
  readonly requiredRoles?: readonly BandRole[];
}

/** One event of a series and those after it. */
export interface Following {
  /** The first of them. */
  readonly eventId: string;
  readonly seriesId: string;
  /** Its date before the change. */
  readonly from: PlainDate;
}

/** Whether a change concerns one event, or also the events after it in its series. */
export type SeriesScope = "one" | "following";

/** An edit of an event of a series and of those after it. */
export interface SeriesEdit extends Following {
  /** By how many days each date moves. */
  readonly days: number;
  readonly edit: Omit<EventEdit, "date">;
  readonly answers: AnswersAfterEdit;
}

const EPOCH: PlainDate = "0001-01-01";
/** The last group of a UUID: 12 hexadecimal digits. */
const NODE_DIGITS = 12;
const NODE_RANGE = 16 ** NODE_DIGITS;

/**
 * The id of the event of a series on `date`: the id of the series with the date added to its last 48 bits. Page and
 * server compute the same, so a series is sent, logged and retried without a list of ids.
 */
export function seriesEventId(seriesId: string, date: PlainDate): string {
  const start = seriesId.length - NODE_DIGITS;
  const node = (Number.parseInt(seriesId.slice(start), 16) + daysBetween(EPOCH, date)) % NODE_RANGE;
  return `${seriesId.slice(0, start)}${node.toString(16).padStart(NODE_DIGITS, "0")}`;
}

/** The events of a new series, in the order of their dates. */
export function eventsOfSeries(series: NewSeries): PlannedEvent[] {
  const { id: seriesId, groupId, date: first, every, until, requiredRoles } = series;
  return recurringDates(first, every, until).map((date) => ({
    id: seriesEventId(seriesId, date),
    groupId,
    ...detailsOf({ ...series, date }),
    seriesId,
    ...(requiredRoles !== undefined && { requiredRoles }),
    availability: [],
  }));
}

export function isFollowing({ seriesId, from }: Following, event: Pick<PlannedEvent, "seriesId" | "date">): boolean {
  return event.seriesId === seriesId && event.date >= from;
}

/** An event after an edit of its series; the same object if the edit does not concern it. */
export function followingEdited(event: PlannedEvent, change: SeriesEdit): PlannedEvent {
  if (!isFollowing(change, event)) return event;
  return editedEvent(event, editOfFollowing(event.date, change.edit, change.days), change.answers);
}
