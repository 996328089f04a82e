import * as z from "zod/mini";
import type { Absence as StoredAbsence } from "../../domain/availability/absences.ts";
import { isPlainDate } from "../../domain/calendar/calendar.ts";
import {
  type BandRole,
  inRoleOrder,
  PLACES_MAX,
  PLACES_OF_ROLE_MAX,
  placesOf,
} from "../../domain/line-up/band-roles.ts";
import { CRITICAL_ROLES, isRolePair, ROLE_PAIRS, type RolePair } from "../../domain/line-up/critical-roles.ts";
import type { KeptLineUp } from "../../domain/line-up/kept-line-up.ts";
import { SERVICE_NAME_MAX } from "../../domain/people/services.ts";
import type { Group as StoredGroup, NewEvent, PlannedEvent as Planned } from "../../domain/planning/planning.ts";
import type { Programme, ProgrammeItem as Item } from "../../domain/programme/programme.ts";
import { listOf, shortText } from "../limits.ts";

const ID_MAX = 64;

export const Id = shortText(ID_MAX, "request.invalid").check(z.minLength(1));

export const Group = z.object({
  id: Id,
  name: z.string(),
  leaderIds: z.exactOptional(z.array(z.string())),
} satisfies ShapeOf<StoredGroup>);

export const AvailabilityEntry = z.object({
  userId: z.string(),
  userName: z.string(),
  position: z.string(),
  status: z.enum(["present", "absent"]),
  comment: z.exactOptional(z.string()),
  saidBy: z.exactOptional(z.string()),
  source: z.exactOptional(z.literal("absence")),
});

const EventDate = z.string().check(z.refine(isPlainDate, "event.date_invalid"));

export const Person = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  positions: z.array(z.string()),
});

/** Days on which a person is absent, as stored and sent; both days count. */
export const Absence = z.object({
  id: Id,
  person: Person,
  from: EventDate,
  to: EventDate,
} satisfies ShapeOf<StoredAbsence>);

/** A time of day, every minute possible. */
export const TIME_PATTERN = /^([01]\d|2[0-3]):[0-5]\d$/;
export const EventTime = z.string().check(z.regex(TIME_PATTERN, "event.time_invalid"));

/** One schema for each field of `Row`, including optional ones. With `satisfies`, a forgotten field is a type error. */
export type ShapeOf<Row> = { readonly [Field in keyof Row]-?: z.ZodMiniType<Row[Field]> };

/** The name of a service or role. Any name is valid here, because teams add their own; the server checks new values. */
export const ServiceName = shortText(SERVICE_NAME_MAX).check(z.minLength(1));

/** Required roles, each as often as it is needed. Parsing sorts them in role order. */
export const RequiredRoles = listOf(ServiceName, PLACES_MAX, "places.too_many").check(
  z.refine((roles) => roles.every((role) => placesOf(roles, role) <= PLACES_OF_ROLE_MAX), "request.invalid"),
  z.overwrite(inRoleOrder),
) as z.ZodMiniType as z.ZodMiniType<readonly BandRole[], readonly BandRole[]>;

/** In the edit of an event. Left out: its roles stay; `null`: those of its group apply again. */
export const EditedRoles = z.exactOptional(z.nullable(RequiredRoles));

/** A line-up: who takes which place. A role may occur several times, once for each place. */
export const LineUp = listOf(z.object({ role: ServiceName, userId: Id }), PLACES_MAX) as z.ZodMiniType as z.ZodMiniType<
  KeptLineUp,
  KeptLineUp
>;

/** A title as it is stored and sent. */
const ProgrammeItem = z.object({
  title: z.string(),
  key: z.exactOptional(z.string()),
  link: z.exactOptional(z.string()),
  note: z.exactOptional(z.string()),
} satisfies ShapeOf<Item>);

export const StoredProgramme = z.array(ProgrammeItem) as z.ZodMiniType as z.ZodMiniType<Programme, Programme>;

/** An event as it is created. */
export const NewEventRow = z.object({
  id: Id,
  groupId: Id,
  name: z.string(),
  date: EventDate,
  time: EventTime,
  location: z.string(),
  endTime: z.exactOptional(EventTime),
  endsNextDay: z.exactOptional(z.boolean()),
  details: z.exactOptional(z.string()),
  seriesId: z.exactOptional(Id),
  requiredRoles: z.exactOptional(RequiredRoles),
} satisfies ShapeOf<NewEvent>);

/** An event as it is stored and sent (specification §3). */
export const PlannedEvent = z.object({
  ...NewEventRow.shape,
  lineUp: z.exactOptional(LineUp),
  programme: z.exactOptional(StoredProgramme),
  programmeVersion: z.exactOptional(z.int()),
  programmeTold: z.exactOptional(z.int()),
  availability: z.array(AvailabilityEntry),
} satisfies ShapeOf<Planned>);

/** Whether an event may lack this field. */
export function isOptionalField(field: keyof Planned): boolean {
  return z.object({ [field]: PlannedEvent.shape[field] }).safeParse({}).success;
}

export const StoredGroups = z.array(Group);
export const StoredEvents = z.array(PlannedEvent);
export const Absences = z.array(Absence);

const CriticalRoleName = z.enum(CRITICAL_ROLES);

/**
 * Two critical roles in role order. A checked list, because a tuple would add 0.3 KB to every first visit.
 * The cast is needed because schemas do not infer a type from `isRolePair`.
 */
const RolePairRow = listOf(CriticalRoleName, 2, "request.invalid").check(
  z.minLength(2),
  z.refine(isRolePair, "request.invalid"),
) as z.ZodMiniType as z.ZodMiniType<RolePair, RolePair>;

export const RolePairs = listOf(RolePairRow, ROLE_PAIRS.length);

function isId(text: string): boolean {
  return Id.safeParse(text).success;
}

/** Values by the id of a group or user. Not `z.record`, which would add 0.3 KB to every first visit. */
function byId<Value extends z.ZodMiniType>(value: Value) {
  return z
    .catchall(z.object({}), value)
    .check(z.refine((values) => Object.keys(values).every(isId), "request.invalid"));
}

export const PairsByGroup = byId(RolePairs);
export const RolesByGroup = byId(RequiredRoles);

const WISH_MAX = 31;

/** How many times a month a person wants to play at most. */
export const Wish = z.int().check(z.minimum(1), z.maximum(WISH_MAX));

export const WishesByPerson = byId(Wish);

/** `null`: no limit. */
export const OwnWish = z.object({ most: z.nullable(Wish) });

export const Membership = z.object({ groupId: Id, userId: Id });

/** A group with its details. */
export const GroupDetails = z.object({
  ...Group.shape,
  memberIds: z.array(z.string()),
  combinablePairs: RolePairs,
  /** Left out until somebody chooses them; until then they are the specification's seven. */
  requiredRoles: z.exactOptional(RequiredRoles),
  /** All its events, past ones included. */
  eventCount: z.int(),
});

export type Membership = z.infer<typeof Membership>;
export type GroupDetails = z.infer<typeof GroupDetails>;
