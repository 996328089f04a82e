import type * as z from "zod/mini";
import { addDays, type PlainDate } from "../../domain/calendar/calendar.ts";
import type { Capability } from "../../domain/permissions.ts";
import type { ChangeOf, PlanningChange } from "../../domain/planning/planning-change.ts";
import type { Operation } from "../operation.ts";
import { API } from "../paths.ts";
import { Absence, Group, GroupDetails, Membership, OwnWish, PlannedEvent, StoredEvents } from "./planning.ts";

type Path = `/api/${string}`;

/** When and for what a person made a change. A browser that was offline sends the change later. */
export interface ChangeContext {
  readonly madeAt: string;
  /** The date and time of the event that the person saw, if known. */
  readonly about: { readonly date: PlainDate; readonly time?: string | undefined } | null;
}

/** The call of the API that makes a change. */
interface ChangeCall<Change> {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: Path;
  readonly right: Capability;
  /** The values of the `{…}` in the path, in order. */
  readonly ids?: (change: Change) => readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  /** The idempotency key: it becomes the id of what is created, so that a retry creates nothing twice. */
  readonly key?: (change: Change) => string;
  readonly body?: (change: Change, context: ChangeContext) => object;
  /** Left out for a deletion, which returns nothing. */
  readonly response?: z.ZodMiniType;
}

/** For a change about a person. Its `ChangeCall` is the call by which the person makes the change for themself. */
interface AboutPerson<Change> {
  /** The person's id. */
  readonly id: (change: Change) => string;
  /** Path and right if somebody else makes the change for the person; `null`: nobody else may. */
  readonly others: { readonly path: Path; readonly right: Capability } | null;
  /** Whether the log drops the change when the person is deleted, because the change contains their name or private data. */
  readonly isForgotten: boolean;
  /**
   * `group`: the members of its group. `group_and_person`: also the person, who may join or leave the group by it.
   * `person`: the person, and users who may see the turns of all.
   */
  readonly receivers: "group" | "group_and_person" | "person";
}

/** A change that only the server makes, without a call. A call's fields are `never`, so that code can read them of any kind. */
interface ServerChange extends Partial<Record<Exclude<keyof ChangeCall<never>, "right">, never>> {
  readonly right: null;
}

/** How page and server treat a kind of change. */
type ChangeKind<Change> = (ChangeCall<Change> | ServerChange) & {
  /** `groups`: the list of groups, so everybody receives the change. `group`: the group's members receive it. */
  readonly about: "groups" | "group" | AboutPerson<Change>;
};

function withoutId(row: { readonly id: string }): object {
  const { id: _, ...others } = row;
  return others;
}

const ofMember = ({ groupId, userId }: { readonly groupId: string; readonly userId: string }) => [groupId, userId];
const ofGroup = ({ groupId }: { readonly groupId: string }) => [groupId];
const ofEvent = ({ eventId }: { readonly eventId: string }) => [eventId];
const ofUser = ({ userId }: { readonly userId: string }) => userId;
const ofPerson = ({ person }: { readonly person: { readonly id: string } }) => person.id;

const OF_SERIES = { scope: "following" };

/** For each kind of change: the call by which the page sends it, the right that it needs, and who receives it. */
export const CHANGE_KINDS = {
  "group.created": {
    method: "POST",
    path: API.groups,
    right: "group.manage",
    key: ({ group }) => group.id,
    body: ({ group: { name } }) => ({ name }),
    response: Group,
    about: "groups",
  },
  "group.renamed": {
    method: "PATCH",
    path: API.group,
    right: "group.manage",
    ids: ofGroup,
    body: ({ name }) => ({ name }),
    response: Group,
    about: "groups",
  },
  "group.deleted": { method: "DELETE", path: API.group, right: "group.manage", ids: ofGroup, about: "groups" },
  "group.restored": {
    method: "POST",
    path: API.groupRestoration,
    right: "planning.restore",
    ids: ({ group }) => [group.id],
    response: Group,
    about: "group",
  },
  "group.pairs_set": {
    method: "PUT",
    path: API.combinablePairs,
    right: "group.set_up",
    ids: ofGroup,
    body: ({ pairs }) => ({ pairs }),
    response: GroupDetails,
    about: "group",
  },
  "group.required_roles_set": {
    method: "PUT",
    path: API.requiredRoles,
    right: "group.set_up",
    ids: ofGroup,
    body: ({ roles }) => ({ roles }),
    response: GroupDetails,
    about: "group",
  },
  "group.joined": {
    method: "PUT",
    path: API.ownMembership,
    right: "group.join",
    ids: ofMember,
    response: Membership,
    about: {
      id: ofUser,
      others: { path: API.membership, right: "group.add_member" },
      isForgotten: false,
      receivers: "group_and_person",
    },
  },
  "group.left": {
    method: "DELETE",
    path: API.ownMembership,
    right: "group.join",
    ids: ofMember,
    about: {
      id: ofUser,
      others: { path: API.membership, right: "group.remove_member" },
      isForgotten: false,
      receivers: "group_and_person",
    },
  },
  "group.leader_named": {
    method: "PUT",
    path: API.groupLeader,
    right: "group.name_leader",
    ids: ofMember,
    about: "groups",
  },
  "group.leader_removed": {
    method: "DELETE",
    path: API.groupLeader,
    right: "group.name_leader",
    ids: ofMember,
    about: "groups",
  },
  "event.created": {
    method: "POST",
    path: API.events,
    right: "event.create",
    key: ({ event }) => event.id,
    body: ({ event }) => withoutId(event),
    response: PlannedEvent,
    about: "group",
  },
  "event.edited": {
    method: "PATCH",
    path: API.event,
    right: "event.edit",
    ids: ofEvent,
    body: ({ edit, answers }) => ({ ...edit, answers }),
    response: PlannedEvent,
    about: "group",
  },
  "event.deleted": { method: "DELETE", path: API.event, right: "event.delete", ids: ofEvent, about: "group" },
  "event.restored": {
    method: "POST",
    path: API.eventRestoration,
    right: "event.restore",
    ids: ({ event }) => [event.id],
    response: PlannedEvent,
    about: "group",
  },
  "series.created": {
    method: "POST",
    path: API.eventSeries,
    right: "event.create",
    key: ({ series }) => series.id,
    body: ({ series }) => withoutId(series),
    response: StoredEvents,
    about: "group",
  },
  "series.edited": {
    method: "PATCH",
    path: API.event,
    right: "event.edit",
    ids: ofEvent,
    body: ({ from, days, edit, answers }) => ({
      ...edit,
      ...(days !== 0 && { date: addDays(from, days) }),
      answers,
      ...OF_SERIES,
    }),
    response: PlannedEvent,
    about: "group",
  },
  "series.deleted": {
    method: "DELETE",
    path: API.event,
    right: "event.delete",
    ids: ofEvent,
    query: OF_SERIES,
    about: "group",
  },
  "series.restored": {
    method: "POST",
    path: API.eventRestoration,
    right: "event.restore",
    ids: ofEvent,
    query: OF_SERIES,
    response: PlannedEvent,
    about: "group",
  },
  "availability.set": {
    method: "PUT",
    path: API.ownAvailability,
    right: "availability.set_own",
    ids: ({ eventId, person }) => [eventId, person.id],
    body: ({ answer, comment }, { madeAt, about }) => ({
      status: answer,
      answeredAt: madeAt,
      ...(about?.time !== undefined && { givenFor: { date: about.date, time: about.time } }),
      ...(comment !== undefined && { comment }),
    }),
    response: PlannedEvent,
    about: {
      id: ofPerson,
      others: { path: API.availability, right: "availability.set_for_others" },
      isForgotten: true,
      receivers: "group_and_person",
    },
  },
  "line_up.kept": {
    method: "PUT",
    path: API.lineUp,
    right: "line_up.keep",
    ids: ofEvent,
    body: ({ lineUp, repairs }) => ({ holdings: lineUp, ...(repairs && { repairs }) }),
    response: PlannedEvent,
    about: "group",
  },
  "line_up.dropped": { method: "DELETE", path: API.lineUp, right: "line_up.keep", ids: ofEvent, about: "group" },
  "programme.set": {
    method: "PUT",
    path: API.programme,
    right: "programme.set",
    ids: ofEvent,
    body: ({ programme, basedOn }) => ({ items: programme, basedOn }),
    response: PlannedEvent,
    about: "group",
  },
  "person.wish_set": {
    method: "PUT",
    path: API.ownWish,
    right: "profile.edit_own",
    body: ({ most }) => ({ most }),
    response: OwnWish,
    about: { id: ofUser, others: null, isForgotten: true, receivers: "person" },
  },
  "absence.added": {
    method: "POST",
    path: API.absences,
    right: "availability.set_own",
    key: ({ absence }) => absence.id,
    body: ({ absence: { from, to } }) => ({ from, to }),
    response: Absence,
    about: { id: ({ absence }) => absence.person.id, others: null, isForgotten: false, receivers: "group" },
  },
  "absence.removed": {
    method: "DELETE",
    path: API.absence,
    right: "availability.set_own",
    ids: ({ absenceId }) => [absenceId],
    about: { id: ofUser, others: null, isForgotten: false, receivers: "group" },
  },
  "person.changed": { right: null, about: { id: ofPerson, others: null, isForgotten: true, receivers: "group" } },
  "person.removed": { right: null, about: { id: ofUser, others: null, isForgotten: false, receivers: "group" } },
  "service.renamed": { right: null, about: "groups" },
} as const satisfies { readonly [Type in PlanningChange["type"]]: ChangeKind<ChangeOf<Type>> };

/** The entry of a change in `CHANGE_KINDS`. The compiler cannot see that both have the same type, hence the cast. */
export function kindOf({ type }: Pick<PlanningChange, "type">): ChangeKind<PlanningChange> {
  return CHANGE_KINDS[type] as ChangeKind<never> as ChangeKind<PlanningChange>;
}

/** The person whom a change is about, and how changes about people are treated; `null`: it is about no person. */
export function personOf(change: PlanningChange): (Omit<AboutPerson<never>, "id"> & { readonly id: string }) | null {
  const { about } = kindOf(change);
  return typeof about === "string" ? null : { ...about, id: about.id(change) };
}

type Kinds = typeof CHANGE_KINDS;
/** The kinds that are made by a call. */
type SubmittedType = { [Type in keyof Kinds]: Kinds[Type]["right"] extends null ? never : Type }[keyof Kinds];
type ResponseOf<Call> = Call extends { readonly response: infer Response } ? { readonly response: Response } : unknown;
/** The fields of an operation that are not in `CHANGE_KINDS`. */
type OtherFields = Pick<Operation, "summary" | "headers" | "query" | "request">;

/** The API operation that makes this kind of change. Method, path, right, status and response come from `CHANGE_KINDS`. */
/* @__NO_SIDE_EFFECTS__ */
export function operationOf<Type extends SubmittedType, const Others extends OtherFields>(type: Type, others: Others) {
  const { method, path, right, response, key }: ChangeCall<never> = CHANGE_KINDS[type];
  // A call with an idempotency key creates something.
  const success = { ...(key && { status: 201 }), ...(response && { response }) };
  return { method, path, access: right, ...success, ...others } as unknown as Others &
    ResponseOf<Kinds[Type]> & {
      readonly method: Kinds[Type]["method"];
      readonly path: Kinds[Type]["path"];
      readonly access: Kinds[Type]["right"];
    };
}

/** Kinds that somebody may make for another person. */
type TypeForOthers = {
  [Type in SubmittedType]: Kinds[Type]["about"] extends { readonly others: object } ? Type : never;
}[SubmittedType];

/** The operation that makes this kind of change for another person. */
/* @__NO_SIDE_EFFECTS__ */
export function operationForOthers<Type extends TypeForOthers, const Others extends OtherFields>(
  type: Type,
  others: Others,
) {
  const { path, right: access } = CHANGE_KINDS[type].about.others;
  return { ...operationOf(type, others), path, access };
}
