import { addDays, LATEST_END, type PlainDate } from "../calendar/calendar.ts";
import type { BandRole } from "../line-up/band-roles.ts";
import {
  detailsOf,
  EVENT_DETAIL_FIELDS,
  type EventDetailField,
  type EventDetails,
  type PlannedEvent,
} from "./planning.ts";

/** New values of an event's details. Fields left out stay as they are; `null` takes an optional one away. */
export type DetailsEdit = {
  readonly [Field in EventDetailField]?: undefined extends EventDetails[Field]
    ? NonNullable<EventDetails[Field]> | null
    : EventDetails[Field];
};

/** The same, with the roles that the event needs; `null`: those of its group again. */
export type EventEdit = DetailsEdit & { readonly requiredRoles?: readonly BandRole[] | null };

/** What becomes of the answers to an event whose date or time changes. */
export type AnswersAfterEdit = "keep" | "reset";

/**
 * The details after an edit. One that does not say on which day the new end is, as those of older pages, means the next
 * day only if the end can be there.
 */
export function editedDetails(before: EventDetails, edit: DetailsEdit): EventDetails {
  const after = EVENT_DETAIL_FIELDS.map((field) => [field, edit[field] === undefined ? before[field] : edit[field]]);
  const details = detailsOf(Object.fromEntries(after) as EventDetails);
  const isMeant = edit.endsNextDay !== undefined || problemOfEnd(details) !== "event.end_too_late";
  return isMeant ? details : detailsOf({ ...details, endsNextDay: false });
}

/** The fields in which `after` differs from `before`. */
export function editBetween(before: EventDetails, after: EventDetails): DetailsEdit {
  const changed = EVENT_DETAIL_FIELDS.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(changed.map((field) => [field, after[field] ?? null])) as DetailsEdit;
}

/** Why an event cannot end so; `null` when it can, or has no end. */
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

/** The event after an edit. Answers are dropped only where they are to be given again and the event moved. */
export function editedEvent(event: PlannedEvent, edit: EventEdit, answers: AnswersAfterEdit): PlannedEvent {
  const details = editedDetails(event, edit);
  const { id, groupId, seriesId, lineUp, programme, programmeVersion, programmeTold, availability } = event;
  const requiredRoles = edit.requiredRoles === undefined ? event.requiredRoles : edit.requiredRoles;
  const isAskedAgain = answers === "reset" && isMoved(event, details);
  return {
    id,
    groupId,
    ...details,
    ...(seriesId !== undefined && { seriesId }),
    ...(requiredRoles !== undefined && requiredRoles !== null && { requiredRoles }),
    ...(lineUp !== undefined && { lineUp }),
    ...(programme !== undefined && { programme }),
    ...(programmeVersion !== undefined && { programmeVersion }),
    ...(programmeTold !== undefined && { programmeTold }),
    availability: isAskedAgain ? [] : availability,
  };
}

/** `edit` for another event of a series, whose dates move by `days`. */
export function editOfFollowing(date: PlainDate, edit: Omit<EventEdit, "date">, days: number): EventEdit {
  return days === 0 ? edit : { ...edit, date: addDays(date, days) };
}
