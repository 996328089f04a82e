import * as z from "zod/mini";
import { isPlainDate } from "../../domain/calendar/calendar.ts";
import { FREQUENCIES } from "../../domain/calendar/recurrence.ts";
import type { ChangeOf, PlanningChange } from "../../domain/planning/planning-change.ts";
import { editShape } from "./events.ts";
import {
  Absence,
  EditedRoles,
  Group,
  Id,
  LineUp,
  NewEventRow,
  Person,
  PlannedEvent,
  RequiredRoles,
  RolePairs,
  ServiceName,
  StoredProgramme,
  Wish,
} from "./planning.ts";

const { seriesId: _, ...inSeries } = NewEventRow.shape;

const edit = { ...editShape(NewEventRow.shape), requiredRoles: EditedRoles };
const { date: __, ...editOfFollowing } = edit;
const answers = z.enum(["keep", "reset"]);
const following = { eventId: Id, seriesId: Id, from: inSeries.date };

function changeOf<Type extends PlanningChange["type"], Shape extends z.core.$ZodShape>(type: Type, shape: Shape) {
  return z.object({ type: z.literal(type), ...shape });
}

/** The schema of each kind of change, the most frequent kind first. */
const ROWS = {
  "availability.set": changeOf("availability.set", {
    eventId: z.string(),
    person: Person,
    answer: z.nullable(z.enum(["present", "absent"])),
    comment: z.exactOptional(z.string()),
    saidBy: z.exactOptional(z.string()),
  }),
  "group.created": changeOf("group.created", { group: Group }),
  "group.renamed": changeOf("group.renamed", { groupId: z.string(), name: z.string() }),
  "group.deleted": changeOf("group.deleted", { groupId: z.string() }),
  "group.pairs_set": changeOf("group.pairs_set", { groupId: z.string(), pairs: RolePairs }),
  "group.required_roles_set": changeOf("group.required_roles_set", { groupId: z.string(), roles: RequiredRoles }),
  "group.joined": changeOf("group.joined", { groupId: z.string(), userId: z.string() }),
  "group.left": changeOf("group.left", { groupId: z.string(), userId: z.string() }),
  "group.leader_named": changeOf("group.leader_named", { groupId: z.string(), userId: z.string() }),
  "group.leader_removed": changeOf("group.leader_removed", { groupId: z.string(), userId: z.string() }),
  "group.restored": changeOf("group.restored", {
    group: Group,
    place: z.int(),
    events: z.array(PlannedEvent),
    pairs: z.nullable(RolePairs),
    requiredRoles: z.exactOptional(RequiredRoles),
    memberIds: z.array(z.string()),
  }),
  "event.created": changeOf("event.created", { event: NewEventRow }),
  "event.edited": changeOf("event.edited", { eventId: z.string(), edit: z.object(edit), answers }),
  "event.deleted": changeOf("event.deleted", { eventId: z.string() }),
  "event.restored": changeOf("event.restored", { event: PlannedEvent }),
  "series.created": changeOf("series.created", {
    series: z.object({ ...inSeries, every: z.enum(FREQUENCIES), until: inSeries.date }),
  }),
  "series.edited": changeOf("series.edited", { ...following, days: z.int(), edit: z.object(editOfFollowing), answers }),
  "series.deleted": changeOf("series.deleted", following),
  "series.restored": changeOf("series.restored", { ...following, events: z.array(PlannedEvent) }),
  "line_up.kept": changeOf("line_up.kept", {
    eventId: z.string(),
    lineUp: LineUp,
    repairs: z.exactOptional(LineUp),
  }),
  "line_up.dropped": changeOf("line_up.dropped", { eventId: z.string() }),
  "programme.set": changeOf("programme.set", {
    eventId: z.string(),
    programme: StoredProgramme,
    basedOn: z.int(),
  }),
  "person.wish_set": changeOf("person.wish_set", { userId: z.string(), most: z.nullable(Wish) }),
  "absence.added": changeOf("absence.added", { absence: Absence }),
  "absence.removed": changeOf("absence.removed", { absenceId: z.string(), userId: z.string() }),
  "person.changed": changeOf("person.changed", { person: Person, from: z.string().check(z.refine(isPlainDate)) }),
  "person.removed": changeOf("person.removed", { userId: z.string() }),
  "service.renamed": changeOf("service.renamed", { formerName: ServiceName, name: ServiceName }),
} satisfies { readonly [Type in PlanningChange["type"]]: z.ZodMiniType<ChangeOf<Type>> };

/**
 * A change as the log stores it, the stream sends it, and a browser queues it. The kinds are tried in their order.
 * Like all schemas of the page it is a plain union: a discriminated one would add 0.5 KB to every first visit.
 */
export const PlanningChangeRow = z.union(Object.values(ROWS));
