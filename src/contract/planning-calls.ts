import * as z from "zod/mini";
import { isPlainDate } from "../domain/calendar.ts";
import { isTimeSlot } from "../domain/time-slots.ts";
import { AvailabilityEntry, Id, isStorable, PairsByGroup, PlannedEvent, RolePairs } from "./planning.ts";

const EVENT_TEXT_MAX = 200;
const GROUP_NAME_MAX = 200;
/** Two names of 200 and the space between them. */
const FULL_NAME_MAX = 401;
/** As many as a page could ever want at once. */
const UPCOMING_MAX = 100;
const UPCOMING_DEFAULT = 3;
/** How many days after its first the last day of a window may be. */
export const WINDOW_MAX_DAYS = 400;
/** A published planning holds this many groups and events at most. */
const PUBLISHED_GROUPS_MAX = 1_000;
const PUBLISHED_EVENTS_MAX = 5_000;
/** Bytes of a published planning. */
export const PUBLICATION_MAX_BYTES = 16 * 1024 * 1024;

function eventText() {
  return z
    .string()
    .check(z.trim(), z.minLength(1, "field.required"), z.maxLength(EVENT_TEXT_MAX, "field.too_long"))
    .check(z.refine(isStorable, "request.invalid"));
}

export const GroupName = z
  .string()
  .check(z.trim(), z.minLength(1, "group.name_blank"), z.maxLength(GROUP_NAME_MAX, "field.too_long"))
  .check(z.refine(isStorable, "request.invalid"));

/** What an admin types to create an event (specification §5). */
export const EventDetails = z.object({
  name: eventText(),
  date: z.string().check(z.minLength(1, "field.required"), z.refine(isPlainDate, "event.date_invalid")),
  time: z.string().check(z.minLength(1, "field.required"), z.refine(isTimeSlot, "event.time_invalid")),
  location: eventText(),
});

/** What may be known of one group, besides its row. */
export const GroupDetails = z.object({
  id: Id,
  name: z.string(),
  /** Those who belong to it. */
  memberIds: z.array(z.string()),
  combinablePairs: RolePairs,
  /** All its events, past ones included. */
  eventCount: z.int(),
});

/** Under what id an event or a group may be created, so that a retry makes no second one. */
export const EventKey = z.string().check(z.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, "request.invalid"));
export const GroupKey = z.string().check(z.regex(/^[a-z\d]{6}$/, "request.invalid"));

export const NewGroup = z.object({ name: GroupName });
export const PairsUpdate = z.object({ pairs: RolePairs });
export const Membership = z.object({ groupId: Id, userId: Id });

export const NewEvent = z.object({ ...EventDetails.shape, groupId: Id });

/** What somebody says of an event; `answeredAt` is when they said it (RFC 3339), now when left out. */
export const AvailabilityUpdate = z.object({
  status: z.nullable(z.enum(["present", "absent"])),
  answeredAt: z.optional(z.iso.datetime({ offset: true, error: "request.invalid" })),
});

const QueryDate = z.string().check(z.refine(isPlainDate, "event.date_invalid"));

/** Both days are part of the window. */
export const EventWindow = z.object({ group: z.optional(Id), from: QueryDate, to: QueryDate });

export const UpcomingWindow = z.object({
  group: z.optional(Id),
  from: z.optional(QueryDate),
  limit: z.prefault(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(UPCOMING_MAX)), UPCOMING_DEFAULT),
});

const PublishedEntry = z.object({
  ...AvailabilityEntry.shape,
  userId: Id,
  userName: z.string().check(z.maxLength(FULL_NAME_MAX, "field.too_long"), z.refine(isStorable, "request.invalid")),
});

const PublishedEvent = z.object({
  ...PlannedEvent.shape,
  name: eventText(),
  location: eventText(),
  availability: z.array(PublishedEntry),
});

/** A whole planning, as one browser holds it. */
export const Publication = z.object({
  groups: z.array(z.object({ id: Id, name: GroupName })).check(z.maxLength(PUBLISHED_GROUPS_MAX, "planning.too_large")),
  events: z.array(PublishedEvent).check(z.maxLength(PUBLISHED_EVENTS_MAX, "planning.too_large")),
  combinablePairs: z.optional(PairsByGroup),
});

/** How much of a publication is in the shared planning now that was not before. */
export const PublicationReceipt = z.object({
  groups: z.int(),
  events: z.int(),
  answers: z.int(),
  /** Answers of people whom the server does not know. */
  leftOut: z.int(),
});

export type GroupDetails = z.infer<typeof GroupDetails>;
export type NewEvent = z.infer<typeof NewEvent>;
export type AvailabilityUpdate = z.infer<typeof AvailabilityUpdate>;
export type EventWindow = z.infer<typeof EventWindow>;
export type UpcomingWindow = z.infer<typeof UpcomingWindow>;
export type Publication = z.infer<typeof Publication>;
export type PublicationReceipt = z.infer<typeof PublicationReceipt>;
