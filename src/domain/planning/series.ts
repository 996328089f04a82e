import { daysBetween, type PlainDate } from "../calendar/calendar.ts";
import { type Frequency, recurringDates } from "../calendar/recurrence.ts";
import { editedEvent, editOfFollowing, type AnswersAfterEdit, type EventEdit } from "./event-edit.ts";
import type { BandRole } from "../line-up/band-roles.ts";
import { detailsOf, type EventDetails, type PlannedEvent } from "./planning.ts";

/** Events created together, one for each date; `date` is the first. */
export interface NewSeries extends EventDetails {
  /** A UUID. */
  readonly id: string;
  readonly groupId: string;
  readonly every: Frequency;
  /** The last possible day. */
  readonly until: PlainDate;
  /** The roles that each of them needs, if not those of the group. */
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

/** One event, or it and those after it in its series. */
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
