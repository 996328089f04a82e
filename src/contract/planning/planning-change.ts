import * as z from "zod/mini";
import { isPlainDate } from "../../domain/calendar/calendar.ts";
import { FREQUENCIES } from "../../domain/calendar/recurrence.ts";
import type {
  ChangeOf,
  PlanningChange,
  PlanningRefusal,
  SubmittedChange,
} from "../../domain/planning/planning-change.ts";
import type { Restoration } from "../../domain/planning/undoing.ts";
import type { ClientErrorCode, ErrorCode } from "../errors.ts";
import { inSharedPlanning } from "../operation.ts";
import { API, HEADERS } from "../paths.ts";
import { HintValue } from "../visit/visit-cookie.ts";
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
  type ShapeOf,
  StoredProgramme,
  Wish,
} from "./planning.ts";

const { seriesId: _, ...newEventFields } = NewEventRow.shape;

const editFields = { ...editShape(NewEventRow.shape), requiredRoles: EditedRoles };
const { date: __, ...seriesEditFields } = editFields;
const answers = z.enum(["keep", "reset"]);
const followingEvents = { eventId: Id, seriesId: Id, from: newEventFields.date };

/** The fields of each kind of change, the most frequent kind first. */
const FIELDS = {
  "availability.set": {
    eventId: z.string(),
    person: Person,
    answer: z.nullable(z.enum(["present", "absent"])),
    comment: z.exactOptional(z.string()),
    saidBy: z.exactOptional(z.string()),
  },
  "group.created": { group: Group },
  "group.renamed": { groupId: z.string(), name: z.string() },
  "group.deleted": { groupId: z.string() },
  "group.pairs_set": { groupId: z.string(), pairs: RolePairs },
  "group.required_roles_set": { groupId: z.string(), roles: RequiredRoles },
  "group.joined": { groupId: z.string(), userId: z.string() },
  "group.left": { groupId: z.string(), userId: z.string() },
  "group.leader_named": { groupId: z.string(), userId: z.string() },
  "group.leader_removed": { groupId: z.string(), userId: z.string() },
  "group.restored": {
    group: Group,
    place: z.int(),
    events: z.array(PlannedEvent),
    pairs: z.nullable(RolePairs),
    requiredRoles: z.exactOptional(RequiredRoles),
    memberIds: z.array(z.string()),
  },
  "event.created": { event: NewEventRow },
  "event.edited": { eventId: z.string(), edit: z.object(editFields), answers },
  "event.deleted": { eventId: z.string() },
  "event.restored": { event: PlannedEvent },
  "series.created": { series: z.object({ ...newEventFields, every: z.enum(FREQUENCIES), until: newEventFields.date }) },
  "series.edited": { ...followingEvents, days: z.int(), edit: z.object(seriesEditFields), answers },
  "series.deleted": followingEvents,
  "series.restored": { ...followingEvents, events: z.array(PlannedEvent) },
  "line_up.kept": { eventId: z.string(), lineUp: LineUp, repairs: z.exactOptional(LineUp) },
  "line_up.dropped": { eventId: z.string() },
  "programme.set": { eventId: z.string(), programme: StoredProgramme, basedOn: z.int() },
  "person.wish_set": { userId: z.string(), most: z.nullable(Wish) },
  "absence.added": { absence: Absence },
  "absence.removed": { absenceId: z.string(), userId: z.string() },
  "person.changed": { person: Person, from: z.string().check(z.refine(isPlainDate)) },
  "person.removed": { userId: z.string() },
  "service.renamed": { formerName: ServiceName, name: ServiceName },
} satisfies { readonly [Type in PlanningChange["type"]]: ShapeOf<Omit<ChangeOf<Type>, "type">> };

/**
 * A change as the log stores it, the stream sends it, and a browser queues it. A plain union, which tries the kinds in
 * order: a discriminated union would add 0.5 KB to every first visit.
 */
export const PlanningChangeRow = z.union(
  Object.entries(FIELDS).map(([type, fields]) => z.object({ type: z.literal(type), ...fields })),
) as z.ZodMiniType as z.ZodMiniType<PlanningChange, PlanningChange>;

/**
 * `by`: only in a streamed deletion, the id of the user who deleted the group or event. Left out when it is no longer in the
 * trash, when that user no longer exists, and by older servers.
 */
export const ChangeAuthor = z.object({ by: z.optional(z.string()) });

/** A log position as text: in a URL, in a header, or as the id of a stream event. */
export const Position = z.string().check(z.regex(/^\d{1,15}$/, "request.invalid"));

/**
 * The server-sent events of `GET /api/changes`. The first event is `ready`, or `reset` if the log no longer has all
 * changes after the requested position; then the client reloads all that it shows. The id of the first event is a log
 * position, and all changes after it follow: the requested position, or the current one after a `reset` or if none was
 * requested. Each event has data, at least `{}`, because browsers ignore events without data.
 */
export const CHANGE_STREAM = {
  ready: "ready",
  reset: "reset",
  /** One accepted change. Its id is the log position; its data is a `PlanningChangeRow` with a `ChangeAuthor`. */
  change: "change",
  /**
   * The client reloads all that it shows: many rows changed at once (a publication, a restoration), or the user gained
   * access to earlier changes (by joining a group).
   */
  reload: "reload",
  /** Heartbeat, without an id: the server is reachable. An event, because pages cannot see the comments of a stream. */
  beat: "beat",
} as const;

/**
 * Milliseconds between two beats. They are this frequent so that a page notices an unreachable server within seconds
 * (docs/decisions/0033). Proxies would need one only every 30 s.
 */
export const BEAT_EVERY_MS = 3_000;

export const CHANGE_STREAM_OPERATIONS = /* @__PURE__ */ inSharedPlanning({
  followChanges: {
    method: "GET",
    path: API.changes,
    access: "planning.read",
    summary: "Server-sent events: every change after a position, then each new one as it is accepted",
    // `group` and `layout`: what the page shows, for its next visit (`VisitHint`).
    query: z.object({
      after: z.optional(Position),
      group: z.optional(HintValue),
      layout: z.optional(HintValue),
    }),
    headers: { [HEADERS.lastEventId]: Position },
    stream: "text/event-stream",
  },
});

/** Why a change was refused or failed. */
export type RefusalCode = PlanningRefusal | ErrorCode | ClientErrorCode;

/** `fieldErrors`: the error code of each invalid field, if the server named them. */
export interface ChangeRefusal {
  readonly code: RefusalCode;
  readonly fieldErrors?: Readonly<Record<string, string>> | undefined;
}

/** The result of a submitted change. For a deletion, `undo` is the change that reverts it. */
export type SubmitOutcome =
  | { readonly status: "done"; readonly undo?: Restoration }
  /** The change is shown (optimistic update), and stored on this device until the server is reachable. */
  | { readonly status: "stored"; readonly undo?: Restoration }
  | ({ readonly status: "refused" } & ChangeRefusal);

/** The function by which screens change a planning, local or shared. It never rejects: failures are outcomes. */
export type Submit = (change: SubmittedChange) => Promise<SubmitOutcome>;
