import * as z from "zod/mini";
import { isPlainDate, UPCOMING_SHOWN } from "../../domain/calendar/calendar.ts";
import { FREQUENCIES, latestUntil } from "../../domain/calendar/recurrence.ts";
import { isTimeSlot } from "../../domain/calendar/time-slots.ts";
import { type EventEdit, problemOfEnd } from "../../domain/planning/event-edit.ts";
import {
  DETAILS_MAX,
  EVENT_DETAIL_FIELDS,
  type EventDetailField,
  type EventDetails as Details,
  type TextDetailField,
  TRASH_KEPT_DAYS,
} from "../../domain/planning/planning.ts";
import { shortText, typedLine, typedText } from "../limits.ts";
import { inSharedPlanning } from "../operation.ts";
import { API, HEADERS } from "../paths.ts";
import { operationOf } from "./change-kinds.ts";
import { EditedRoles, EventTime, Id, PlannedEvent, RequiredRoles, type ShapeOf, TIME_PATTERN } from "./planning.ts";

/** Which events a call is about: one (also if left out), or that event and those after it in its series. */
const Scope = z.optional(z.enum(["one", "following"]));

export const EventScope = z.object({ scope: Scope });

type EditShape = {
  [Field in EventDetailField]: z.ZodMiniExactOptional<z.ZodMiniType<Exclude<EventEdit[Field], undefined>>>;
};

/** The schemas of an edit, made from those of the details. A field may be left out; `null` removes an optional one. */
export function editShape(details: Readonly<Record<string, z.ZodMiniType>>): EditShape {
  const fields = Object.entries(details).filter(([name]) => EVENT_DETAIL_FIELDS.some((field) => field === name));
  return Object.fromEntries(fields.map(([field, schema]) => [field, fieldOfEdit(schema)])) as EditShape;
}

function fieldOfEdit(schema: z.ZodMiniType): z.ZodMiniType {
  const isOptional = schema instanceof z.ZodMiniExactOptional;
  return z.exactOptional(isOptional ? z.nullable(schema.def.innerType as z.ZodMiniType) : schema);
}

export const EVENT_TEXT_MAX = 200;

/** `2026-11-24` */
const DATE_LENGTH = 10;
/** `10:30` */
const TIME_LENGTH = 5;

/** More than a page ever requests at once. */
const UPCOMING_MAX = 100;

/** The longest date range, in days between its first and last day. */
export const WINDOW_MAX_DAYS = 400;

export const DateText = shortText(DATE_LENGTH, "event.date_invalid").check(z.refine(isPlainDate, "event.date_invalid"));

export const TimeText = shortText(TIME_LENGTH, "event.time_invalid").check(z.regex(TIME_PATTERN, "event.time_invalid"));

/** What an admin types to create an event (specification §5). */
const EventDetails = z.object({
  name: typedLine(EVENT_TEXT_MAX),
  date: shortText(DATE_LENGTH, "event.date_invalid").check(
    z.minLength(1, { error: "field.required", abort: true }),
    z.refine(isPlainDate, "event.date_invalid"),
  ),
  time: shortText(TIME_LENGTH, "event.time_invalid").check(
    z.minLength(1, { error: "field.required", abort: true }),
    z.refine(isTimeSlot, "event.time_invalid"),
  ),
  location: typedLine(EVENT_TEXT_MAX),
  endTime: z.exactOptional(EventTime),
  endsNextDay: z.exactOptional(z.boolean()),
  details: z.exactOptional(typedText(DETAILS_MAX)),
} satisfies ShapeOf<Details>);

/** The schema of one detail, as an admin types it. */
export function detailSchema(field: TextDetailField): z.ZodMiniType<string | undefined> {
  return EventDetails.shape[field];
}

/** The id of an event, series or absence, which the client chooses so that a retry creates no second one. */
export const EventKey = z.string().check(z.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, "request.invalid"));

function endCheck(error: ReturnType<typeof problemOfEnd> & string) {
  return z.refine<Details>((event) => problemOfEnd(event) !== error, { path: ["endTime"], error });
}

const END_CHECKS = [endCheck("event.end_before_start"), endCheck("event.end_too_late")] as const;

/** The roles that an event needs, if they differ from its group's. */
const ownRoles = { requiredRoles: z.exactOptional(RequiredRoles) };

const NewEvent = z.object({ ...EventDetails.shape, ...ownRoles, groupId: Id }).check(...END_CHECKS);

/** New values of details, as an admin types them. */
const EventChange = z.object({
  ...editShape(EventDetails.shape),
  requiredRoles: EditedRoles,
  answers: z.optional(z.enum(["keep", "reset"])),
  scope: Scope,
});

/** An event on several dates, the first being `date`. */
const NewSeries = z
  .object({ ...EventDetails.shape, ...ownRoles, groupId: Id, every: z.enum(FREQUENCIES), until: DateText })
  .check(...END_CHECKS)
  .check(z.refine(({ date, until }) => date <= until, { path: ["until"], error: "series.until_before_date" }))
  .check(z.refine(({ date, until }) => until <= latestUntil(date), { path: ["until"], error: "series.too_long" }));

/** A date range; both days are included. */
const EventWindow = z.object({ group: z.optional(Id), from: DateText, to: DateText });

const UpcomingWindow = z.object({
  group: z.optional(Id),
  from: z.optional(DateText),
  limit: z.prefault(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(UPCOMING_MAX)), UPCOMING_SHOWN),
});

export type NewSeries = z.infer<typeof NewSeries>;
export type NewEvent = z.infer<typeof NewEvent>;
export type EventWindow = z.infer<typeof EventWindow>;

export const EVENT_OPERATIONS = /* @__PURE__ */ inSharedPlanning({
  listEvents: {
    method: "GET",
    path: API.events,
    access: "planning.read",
    summary: "The events of a date range of at most 400 days. Without a group: those of all groups, for admins only",
    query: EventWindow,
    response: z.array(PlannedEvent),
  },
  listUpcomingEvents: {
    method: "GET",
    path: API.upcomingEvents,
    access: "planning.read",
    summary: "The next events from a day on, that day included. Without a day: from today on",
    query: UpcomingWindow,
    response: z.array(PlannedEvent),
  },
  readEvent: {
    method: "GET",
    path: API.event,
    access: "planning.read",
    summary: "One event, of any group",
    response: PlannedEvent,
  },
  createEvent: operationOf("event.created", {
    summary: "Create an event; an Idempotency-Key (a UUID) becomes its id and makes a retry harmless",
    headers: { [HEADERS.idempotencyKey]: EventKey },
    request: NewEvent,
  }),
  createSeries: operationOf("series.created", {
    summary: "Create an event on each date of a repetition; an Idempotency-Key (a UUID) becomes the id of the series",
    headers: { [HEADERS.idempotencyKey]: EventKey },
    request: NewSeries,
  }),
  editEvent: operationOf("event.edited", {
    summary: "Change an event, or also those after it in its series; null removes an optional field",
    request: EventChange,
  }),
  deleteEvent: operationOf("event.deleted", {
    summary: `Delete an event, or also those after it in its series; they can be restored for ${TRASH_KEPT_DAYS} days`,
    query: EventScope,
  }),
});
