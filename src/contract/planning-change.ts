import * as z from "zod/mini";
import { isPlainDate } from "../domain/calendar.ts";
import type { PlanningChange } from "../domain/planning-change.ts";
import { SERVICES } from "../domain/services.ts";
import { Group, PlannedEvent, RolePairs } from "./planning.ts";

const Person = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  positions: z.array(z.enum(SERVICES)),
});

const { availability: _, ...details } = PlannedEvent.shape;
const { id: __, groupId: ___, ...edited } = details;

function changeOf<Type extends PlanningChange["type"], Shape extends z.core.$ZodShape>(type: Type, shape: Shape) {
  return z.object({ type: z.literal(type), ...shape });
}

/**
 * A change as the log keeps it, the stream sends it, and a browser keeps it until it is sent. The kind that there is
 * most of is tried first. A plain union, as in all that the page reads: a discriminated one weighs half a kilobyte more
 * in every first visit.
 */
export const PlanningChangeRow = z.union([
  changeOf("availability.set", {
    eventId: z.string(),
    person: Person,
    answer: z.nullable(z.enum(["present", "absent"])),
  }),
  changeOf("group.created", { group: Group }),
  changeOf("group.renamed", { groupId: z.string(), name: z.string() }),
  changeOf("group.deleted", { groupId: z.string() }),
  changeOf("group.pairs_set", { groupId: z.string(), pairs: RolePairs }),
  changeOf("group.joined", { groupId: z.string(), userId: z.string() }),
  changeOf("group.left", { groupId: z.string(), userId: z.string() }),
  changeOf("group.restored", {
    group: Group,
    place: z.int(),
    events: z.array(PlannedEvent),
    pairs: z.nullable(RolePairs),
    memberIds: z.array(z.string()),
  }),
  changeOf("event.created", { event: z.object(details) }),
  changeOf("event.edited", { eventId: z.string(), details: z.object(edited) }),
  changeOf("event.deleted", { eventId: z.string() }),
  changeOf("event.restored", { event: PlannedEvent }),
  changeOf("person.changed", { person: Person, from: z.string().check(z.refine(isPlainDate)) }),
  changeOf("person.removed", { userId: z.string() }),
]) satisfies z.ZodMiniType<PlanningChange>;

/** A place in the log of changes, as text: in an address, in a header, as the id of an event. */
export const Position = z.string().check(z.regex(/^\d{1,15}$/, "request.invalid"));

/**
 * The events of the stream `GET /api/changes`. `ready` comes first, and `reset` instead where what was missed is no
 * longer known: whoever hears it reads again all that it shows. Both have as their id the position after which the stream
 * tells: that which was asked for; the log's own at `reset`, or where none was. Each event has data, if only `{}`:
 * browsers drop one without.
 */
export const CHANGE_STREAM = {
  ready: "ready",
  reset: "reset",
  /** One accepted change: its id is its position, its data a `PlanningChangeRow`. */
  change: "change",
  /**
   * Read again all that is shown: rows have come that no single change tells (a publication, a restoration), or changes from
   * before whoever hears it came to hear of them (they joined a group).
   */
  reload: "reload",
  /** The server is there, and nothing happened. It has no id; a comment would not do, as no page can hear one. */
  beat: "beat",
} as const;

/** Milliseconds between two beats. Proxies close a silent connection after 60 s, some after 30. */
export const BEAT_EVERY_MS = 15_000;
