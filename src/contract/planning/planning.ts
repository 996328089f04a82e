import * as z from "zod/mini";
import { NO_POSITION } from "../domain/availability.ts";
import { isPlainDate } from "../domain/calendar.ts";
import { CRITICAL_ROLES } from "../domain/critical-roles.ts";
import { isRolePair, type RolePair } from "../domain/line-up/role-pairs.ts";
import { SERVICES } from "../domain/services.ts";

const ID_MAX = 64;
/** Every pair of the seven critical roles. */
const PAIRS_MAX = 21;
/** No database keeps U+0000 in a text, nor half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

export const Id = z.string().check(z.minLength(1), z.maxLength(ID_MAX), z.refine(isStorable, "request.invalid"));

export const Group = z.object({ id: Id, name: z.string() });

export const AvailabilityEntry = z.object({
  userId: z.string(),
  userName: z.string(),
  position: z.enum([...SERVICES, NO_POSITION]),
  status: z.enum(["present", "absent"]),
});

const EventDate = z.string().check(z.refine(isPlainDate, "event.date_invalid"));
const EventTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "event.time_invalid"));

/** An event as it is stored and sent (specification §3). */
export const PlannedEvent = z.object({
  id: Id,
  groupId: Id,
  name: z.string(),
  date: EventDate,
  time: EventTime,
  location: z.string(),
  availability: z.array(AvailabilityEntry),
});

export const StoredGroups = z.array(Group);
export const StoredEvents = z.array(PlannedEvent);

const CriticalRoleName = z.enum(CRITICAL_ROLES);

/**
 * Two critical roles in the order of the scale. A list that is refined: a tuple's code would weigh a third of a kilobyte
 * in every first visit. That it is a pair is what `isRolePair` says, which no schema hears.
 */
const RolePairRow = z
  .array(CriticalRoleName)
  .check(z.minLength(2), z.maxLength(2), z.refine(isRolePair, "request.invalid")) as z.ZodMiniType as z.ZodMiniType<
  RolePair,
  RolePair
>;

export const RolePairs = z.array(RolePairRow).check(z.maxLength(PAIRS_MAX, "field.too_long"));

function isId(text: string): boolean {
  return Id.safeParse(text).success;
}

/** The pairs of some groups, by group id. No record: its code would weigh a third of a kilobyte in every first visit. */
export const PairsByGroup = z
  .catchall(z.object({}), RolePairs)
  .check(z.refine((pairs) => Object.keys(pairs).every(isId), "request.invalid"));
