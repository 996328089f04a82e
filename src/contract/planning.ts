import * as z from "zod/mini";
import { NO_POSITION } from "../domain/availability.ts";
import { isPlainDate, isTimeSlot } from "../domain/calendar.ts";
import { SERVICES } from "../domain/services.ts";

const EVENT_TEXT_MAX = 200;
const GROUP_NAME_MAX = 200;
const ID_MAX = 64;

const Id = z.string().check(z.minLength(1), z.maxLength(ID_MAX));

function eventText() {
  return z.string().check(z.trim(), z.minLength(1, "field.required"), z.maxLength(EVENT_TEXT_MAX, "field.too_long"));
}

export const GroupName = z
  .string()
  .check(z.trim(), z.minLength(1, "group.name_blank"), z.maxLength(GROUP_NAME_MAX, "field.too_long"));

export const Group = z.object({ id: Id, name: z.string() });

const AvailabilityEntry = z.object({
  userId: z.string(),
  userName: z.string(),
  position: z.enum([...SERVICES, NO_POSITION]),
  status: z.enum(["present", "absent"]),
});

/** An event as it is stored and sent (specification §3). */
export const PlannedEvent = z.object({
  id: Id,
  groupId: Id,
  name: z.string(),
  date: z.string().check(z.refine(isPlainDate, "event.date_invalid")),
  time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "event.time_invalid")),
  location: z.string(),
  availability: z.array(AvailabilityEntry),
});

/** What an admin types to create an event (specification §5). */
export const EventDetails = z.object({
  name: eventText(),
  date: z.string().check(z.minLength(1, "field.required"), z.refine(isPlainDate, "event.date_invalid")),
  time: z.string().check(z.minLength(1, "field.required"), z.refine(isTimeSlot, "event.time_invalid")),
  location: eventText(),
});

export const StoredGroups = z.array(Group);
export const StoredEvents = z.array(PlannedEvent);
