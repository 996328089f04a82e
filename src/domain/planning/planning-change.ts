import type { Absence } from "../availability/absences.ts";
import {
  type Answer,
  type AvailabilityEntry,
  entriesFor,
  type GivenNote,
  isInAbsence,
  noteOf,
  withAnswer,
} from "../availability/availability.ts";
import type { PlainDate } from "../calendar/calendar.ts";
import type { BandRole } from "../line-up/band-roles.ts";
import type { RolePair } from "../line-up/critical-roles.ts";
import {
  isKeepable,
  isRepairOf,
  isSameLineUp,
  type KeptLineUp,
  placesShown,
  withoutHolder,
} from "../line-up/kept-line-up.ts";
import type { Person } from "../people/people.ts";
import type { Service } from "../people/services.ts";
import { isSameProgramme, type Programme } from "../programme/programme.ts";
import {
  type AnswersAfterEdit,
  editedDetails,
  editedEvent,
  type EventEdit,
  eventsOfSeries,
  type Following,
  followingEdited,
  isFollowing,
  type NewSeries,
  problemOfEnd,
  type SeriesEdit,
} from "./event-edit.ts";
import {
  findEvent,
  findGroup,
  type Group,
  GROUPS_MAX,
  type NewEvent,
  type PlannedEvent,
  type Planning,
  programmeVersionOf,
  requiredRolesOf,
} from "./planning.ts";

/** All changes of a planning. A planning, local or shared, changes only through these. */
export type PlanningChange =
  | { readonly type: "group.created"; readonly group: Group }
  | { readonly type: "group.renamed"; readonly groupId: string; readonly name: string }
  | { readonly type: "group.deleted"; readonly groupId: string }
  | { readonly type: "group.pairs_set"; readonly groupId: string; readonly pairs: readonly RolePair[] }
  | { readonly type: "group.required_roles_set"; readonly groupId: string; readonly roles: readonly BandRole[] }
  | { readonly type: "group.joined"; readonly groupId: string; readonly userId: string }
  | { readonly type: "group.left"; readonly groupId: string; readonly userId: string }
  /** A member may do in this group what admins may, until they leave it. */
  | { readonly type: "group.leader_named"; readonly groupId: string; readonly userId: string }
  | { readonly type: "group.leader_removed"; readonly groupId: string; readonly userId: string }
  | { readonly type: "event.created"; readonly event: NewEvent }
  | {
      readonly type: "event.edited";
      readonly eventId: string;
      readonly edit: EventEdit;
      readonly answers: AnswersAfterEdit;
    }
  | { readonly type: "event.deleted"; readonly eventId: string }
  | { readonly type: "series.created"; readonly series: NewSeries }
  /** An event of a series and all after it. */
  | ({ readonly type: "series.edited" } & SeriesEdit)
  | ({ readonly type: "series.deleted" } & Following)
  /** Reverts a deletion: everything deleted with it comes back. */
  | { readonly type: "event.restored"; readonly event: PlannedEvent }
  | ({ readonly type: "series.restored"; readonly events: readonly PlannedEvent[] } & Following)
  | {
      readonly type: "group.restored";
      readonly group: Group;
      /** Its index in the list. */
      readonly place: number;
      readonly events: readonly PlannedEvent[];
      /** `null`: never chosen. */
      readonly pairs: readonly RolePair[] | null;
      /** Left out: never chosen. */
      readonly requiredRoles?: readonly BandRole[];
      readonly memberIds: readonly string[];
    }
  /** A person who answers joins the event's group. Withdrawing the answer does not undo that. */
  | ({
      readonly type: "availability.set";
      readonly eventId: string;
      readonly person: Person;
      readonly answer: Answer | null;
    } & GivenNote)
  /** A leader chooses who takes which role. */
  | {
      readonly type: "line_up.kept";
      readonly eventId: string;
      readonly lineUp: KeptLineUp;
      /** The line-up that this one repairs, if any. It must still be kept, and everybody on the repair present. */
      readonly repairs?: KeptLineUp;
    }
  | { readonly type: "line_up.dropped"; readonly eventId: string }
  /** What is played at an event; may be empty. */
  | {
      readonly type: "programme.set";
      readonly eventId: string;
      readonly programme: Programme;
      /** The version that the author saw. It must be the current one, unless the programme is the same already. */
      readonly basedOn: number;
    }
  /** How many times a month a person wants to play at most; `null`: no limit. */
  | { readonly type: "person.wish_set"; readonly userId: string; readonly most: number | null }
  /** Days on which a person is absent. Stored answers stay as they are: `shown-absences.ts` adds what follows. */
  | { readonly type: "absence.added"; readonly absence: Absence }
  | { readonly type: "absence.removed"; readonly absenceId: string; readonly userId: string }
  /** Services or name changed. Presences from the day `from` on are updated; earlier ones keep the old values. */
  | { readonly type: "person.changed"; readonly person: Person; readonly from: PlainDate }
  | { readonly type: "person.removed"; readonly userId: string }
  /** A service and its role have a new name everywhere, in past events too. */
  | { readonly type: "service.renamed"; readonly formerName: Service; readonly name: Service };

export type ChangeOf<Type extends PlanningChange["type"]> = Extract<PlanningChange, { readonly type: Type }>;

/**
 * A change that follows from a changed or deleted account, or from a renamed service. In a shared planning the server
 * makes it, in the transaction of the account's change. A page makes it only in a local planning.
 */
export type PersonChange = Extract<
  PlanningChange,
  { readonly type: "person.changed" | "person.removed" | "service.renamed" }
>;

/** What a page may submit. */
export type SubmittedChange = Exclude<PlanningChange, PersonChange>;

/** Why a change is refused. A refused change leaves the planning as it is. */
export type PlanningRefusal =
  | "absence.exists"
  | "absence.not_found"
  | "group.not_found"
  | "group.exists"
  | "group.too_many"
  | "event.not_found"
  | "event.exists"
  | "event.end_before_start"
  | "event.end_too_late"
  | "leader.not_member"
  | "line_up.invalid"
  | "line_up.changed"
  | "programme.changed";

/** Why `change` cannot be made on `planning`, or `null` when it can. */
export function refusalOf(planning: Planning, change: PlanningChange): PlanningRefusal | null {
  switch (change.type) {
    case "group.created":
    case "group.restored":
      if (findGroup(planning, change.group.id)) return "group.exists";
      return planning.groups.length < GROUPS_MAX ? null : "group.too_many";
    case "group.renamed":
    case "group.deleted":
    case "group.pairs_set":
    case "group.required_roles_set":
    case "group.joined":
    case "group.left":
    case "group.leader_removed":
      return findGroup(planning, change.groupId) ? null : "group.not_found";
    case "group.leader_named":
      if (!findGroup(planning, change.groupId)) return "group.not_found";
      return planning.members?.[change.groupId]?.includes(change.userId) === false ? "leader.not_member" : null;
    case "event.created":
    case "event.restored":
      if (!findGroup(planning, change.event.groupId)) return "group.not_found";
      return findEvent(planning, change.event.id) ? "event.exists" : null;
    case "event.edited":
      return refusalOfEdit(planning, change);
    case "line_up.kept":
      return refusalOfLineUp(planning, change);
    case "programme.set":
      return refusalOfProgramme(planning, change);
    case "event.deleted":
    case "line_up.dropped":
    case "availability.set":
      return findEvent(planning, change.eventId) ? null : "event.not_found";
    case "series.created":
      if (!findGroup(planning, change.series.groupId)) return "group.not_found";
      return eventsOfSeries(change.series).some(({ id }) => findEvent(planning, id)) ? "event.exists" : null;
    case "series.restored":
      if (change.events.some(({ groupId }) => !findGroup(planning, groupId))) return "group.not_found";
      return change.events.some(({ id }) => findEvent(planning, id)) ? "event.exists" : null;
    case "series.edited": {
      const followers = planning.events.filter((event) => isFollowing(change, event));
      if (followers.length === 0) return "event.not_found";
      return followers.map((event) => problemOfEnd(followingEdited(event, change))).find((problem) => problem) ?? null;
    }
    case "series.deleted":
      return planning.events.some((event) => isFollowing(change, event)) ? null : "event.not_found";
    case "absence.added":
      return findAbsence(planning, change.absence.id) ? "absence.exists" : null;
    case "absence.removed":
      return findAbsence(planning, change.absenceId)?.person.id === change.userId ? null : "absence.not_found";
    case "person.wish_set":
    case "person.changed":
    case "person.removed":
    case "service.renamed":
      return null;
  }
}

function findAbsence({ absences }: Planning, absenceId: string): Absence | undefined {
  return absences.find(({ id }) => id === absenceId);
}

function refusalOfLineUp(planning: Planning, { eventId, lineUp, repairs }: ChangeOf<"line_up.kept">) {
  const event = findEvent(planning, eventId);
  if (!event) return "event.not_found";
  // If the places are not known here, the server checks how often each role may occur.
  const places = placesFor(planning, event) ?? lineUp.map(({ role }) => role);
  if (!isKeepable(lineUp, places)) return "line_up.invalid";
  // Already kept: a retry is harmless.
  if (event.lineUp !== undefined && isSameLineUp(event.lineUp, lineUp)) return null;
  return repairs !== undefined && !isRepairOf(event, lineUp, repairs) ? "line_up.changed" : null;
}

function refusalOfProgramme(planning: Planning, { eventId, programme, basedOn }: ChangeOf<"programme.set">) {
  const event = findEvent(planning, eventId);
  if (!event) return "event.not_found";
  const isCurrent = programmeVersionOf(event) === basedOn || isSameProgramme(event.programme ?? [], programme);
  return isCurrent ? null : "programme.changed";
}

/** The places that an event has; `null` in a part of a planning that does not know its group's roles. */
function placesFor(planning: Planning, event: PlannedEvent): BandRole[] | null {
  const { groups, members } = planning;
  const { groupId, requiredRoles, lineUp = [] } = event;
  const isGroupKnown = findGroup({ groups }, groupId) && (members === null || Object.hasOwn(members, groupId));
  return requiredRoles || isGroupKnown ? placesShown(lineUp, requiredRolesOf(planning, event)) : null;
}

function refusalOfEdit(planning: Planning, { eventId, edit }: ChangeOf<"event.edited">): PlanningRefusal | null {
  const event = findEvent(planning, eventId);
  if (!event) return "event.not_found";
  return problemOfEnd(editedDetails(event, edit));
}

/** The planning after `change`; the same planning when the change is refused (`refusalOf`). */
export function applyChange(planning: Planning, change: PlanningChange): Planning {
  if (refusalOf(planning, change) !== null) return planning;
  const { groups, events, combinablePairs, absences } = planning;
  switch (change.type) {
    case "group.created":
      // `withMembers` gives the group an empty list of members.
      return withMembers({ ...planning, groups: [...groups, change.group] }, change.group.id, (ids) => ids);
    case "group.renamed":
      return {
        ...planning,
        groups: groups.map((group) => (group.id === change.groupId ? { ...group, name: change.name } : group)),
      };
    case "group.deleted":
      return withoutGroup(planning, change.groupId);
    case "group.restored":
      return withRestoredGroup(planning, change);
    case "group.pairs_set":
      return { ...planning, combinablePairs: { ...combinablePairs, [change.groupId]: change.pairs } };
    case "group.required_roles_set":
      return { ...planning, requiredRoles: { ...planning.requiredRoles, [change.groupId]: change.roles } };
    case "group.joined":
      return withMember(planning, change.groupId, change.userId);
    case "group.left": {
      const left = withMembers(planning, change.groupId, (ids) => ids.filter((id) => id !== change.userId));
      return withLeader(left, change.userId, false, change.groupId);
    }
    case "group.leader_named":
    case "group.leader_removed":
      return withLeader(planning, change.userId, change.type === "group.leader_named", change.groupId);
    case "event.created":
      return { ...planning, events: [...events, { ...change.event, availability: [] }] };
    case "event.restored":
      return { ...planning, events: [...events, change.event] };
    case "event.edited":
      return withEvent(planning, change.eventId, (event) => editedEvent(event, change.edit, change.answers));
    case "event.deleted":
      return { ...planning, events: events.filter(({ id }) => id !== change.eventId) };
    case "series.created":
      return { ...planning, events: [...events, ...eventsOfSeries(change.series)] };
    case "series.edited":
      return withEditedSeries(planning, change);
    case "series.deleted":
      return { ...planning, events: events.filter((event) => !isFollowing(change, event)) };
    case "series.restored":
      return { ...planning, events: [...events, ...change.events] };
    case "availability.set":
      return withAvailability(planning, change);
    case "line_up.kept":
      return withEvent(planning, change.eventId, (event) => ({ ...event, lineUp: change.lineUp }));
    case "line_up.dropped":
      return withEvent(planning, change.eventId, withoutLineUp);
    case "programme.set":
      return withEvent(planning, change.eventId, (event) => withProgramme(event, change.programme));
    case "person.wish_set":
      return { ...planning, wishes: withWish(planning.wishes, change) };
    case "absence.added":
      return { ...planning, absences: [...absences, change.absence] };
    case "absence.removed":
      return { ...planning, absences: absences.filter(({ id }) => id !== change.absenceId) };
    case "person.changed":
      return withPerson(planning, change);
    case "person.removed":
      return withoutPerson(planning, change.userId);
    case "service.renamed":
      return withRenamedService(planning, change);
  }
}

function withoutKey<Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}

function withoutGroup(planning: Planning, groupId: string): Planning {
  return {
    ...planning,
    groups: planning.groups.filter(({ id }) => id !== groupId),
    events: planning.events.filter((event) => event.groupId !== groupId),
    combinablePairs: withoutKey(planning.combinablePairs, groupId),
    requiredRoles: withoutKey(planning.requiredRoles, groupId),
    members: planning.members && withoutKey(planning.members, groupId),
  };
}

function withRestoredGroup(
  planning: Planning,
  { group, place, events, pairs, requiredRoles: roles, memberIds }: ChangeOf<"group.restored">,
): Planning {
  const { combinablePairs, requiredRoles, members } = planning;
  return {
    ...planning,
    groups: planning.groups.toSpliced(place, 0, group),
    events: [...planning.events, ...events],
    combinablePairs: pairs ? { ...combinablePairs, [group.id]: pairs } : combinablePairs,
    requiredRoles: roles ? { ...requiredRoles, [group.id]: roles } : requiredRoles,
    members: members && { ...members, [group.id]: memberIds },
  };
}

function withoutLineUp(event: PlannedEvent): PlannedEvent {
  const { lineUp: _, ...others } = event;
  return others;
}

/** Returns `event` itself for the same programme. */
function withProgramme(event: PlannedEvent, programme: Programme): PlannedEvent {
  const { programme: former = [], ...others } = event;
  if (isSameProgramme(former, programme)) return event;
  return {
    ...others,
    ...(programme.length > 0 && { programme }),
    programmeVersion: programmeVersionOf(event) + 1,
  };
}

function withWish(wishes: Planning["wishes"], { userId, most }: ChangeOf<"person.wish_set">): Planning["wishes"] {
  return most === null ? withoutKey(wishes, userId) : { ...wishes, [userId]: most };
}

/**
 * Makes a person leader or takes that away. Returns `planning` itself if nothing changes.
 * @param groupId left out: in all groups
 */
function withLeader(planning: Planning, userId: string, isLeader: boolean, groupId?: string): Planning {
  const groups = planning.groups.map((group) => {
    const { leaderIds = [], ...others } = group;
    const isOther = groupId !== undefined && group.id !== groupId;
    if (isOther || leaderIds.includes(userId) === isLeader) return group;
    const ids = isLeader ? [...leaderIds, userId].toSorted() : leaderIds.filter((id) => id !== userId);
    return { ...others, ...(ids.length > 0 && { leaderIds: ids }) };
  });
  return groups.every((group, index) => group === planning.groups[index]) ? planning : { ...planning, groups };
}

/** Replaces the members of one group. A planning without memberships stays unchanged. */
function withMembers(
  planning: Planning,
  groupId: string,
  replace: (ids: readonly string[]) => readonly string[],
): Planning {
  if (planning.members === null) return planning;
  return { ...planning, members: { ...planning.members, [groupId]: replace(planning.members[groupId] ?? []) } };
}

function withMember(planning: Planning, groupId: string, userId: string): Planning {
  return withMembers(planning, groupId, (ids) => (ids.includes(userId) ? ids : [...ids, userId]));
}

function withEvent(planning: Planning, eventId: string, replace: (event: PlannedEvent) => PlannedEvent): Planning {
  return { ...planning, events: planning.events.map((event) => (event.id === eventId ? replace(event) : event)) };
}

/** Idempotent: if the first event is no longer on `change.from`, this change has already moved the dates. */
function withEditedSeries(planning: Planning, change: ChangeOf<"series.edited">): Planning {
  const first = findEvent(planning, change.eventId);
  const isMoved = first !== undefined && first.date !== change.from;
  const edit = isMoved ? { ...change, days: 0 } : change;
  return { ...planning, events: planning.events.map((event) => followingEdited(event, edit)) };
}

function withAvailability(planning: Planning, change: ChangeOf<"availability.set">): Planning {
  const { eventId, person, answer } = change;
  const answered = withEvent(planning, eventId, (event) => ({
    ...event,
    availability: withAnswer(event.availability, person, answer, change),
  }));
  const groupId = findEvent(planning, eventId)?.groupId;
  return answer === null || groupId === undefined ? answered : withMember(answered, groupId, person.id);
}

function withoutPerson(planning: Planning, userId: string): Planning {
  const members = Object.entries(planning.members ?? {}).map(([groupId, ids]) => [
    groupId,
    ids.filter((id) => id !== userId),
  ]);
  return {
    ...withLeader(planning, userId, false),
    members: planning.members && (Object.fromEntries(members) as typeof planning.members),
    wishes: withoutKey(planning.wishes, userId),
    absences: planning.absences.filter(({ person }) => person.id !== userId),
    events: planning.events.map((event) => ({
      ...event,
      ...(event.lineUp !== undefined && { lineUp: withoutHolder(event.lineUp, userId) }),
      availability: event.availability
        .filter((entry) => entry.userId !== userId)
        .map((entry) => withoutSaidBy(entry, userId)),
    })),
  };
}

/** The entry without its `saidBy`, if that is this user. */
function withoutSaidBy(entry: AvailabilityEntry, userId: string): AvailabilityEntry {
  if (entry.saidBy !== userId) return entry;
  const { saidBy: _, ...rest } = entry;
  return rest;
}

/** The JSON keys whose value may be the name of a service or role: two fields, and the index in a list of names. */
const NAMING = /^(position|role|\d+)$/;

/** Replaces the name in a JSON copy of the whole planning. Renames are rare; code for each field would be long. */
function withRenamedService(planning: Planning, { formerName, name }: ChangeOf<"service.renamed">): Planning {
  return JSON.parse(JSON.stringify(planning), (field, value: unknown) =>
    value === formerName && NAMING.test(field) ? name : value,
  ) as Planning;
}

/** The planning with a person's new name and services: in their absences, and in events as `person.changed` says. */
function withPerson(planning: Planning, { person, from }: ChangeOf<"person.changed">): Planning {
  const { absences, events } = planning;
  return {
    ...planning,
    absences: absences.some((absence) => absence.person.id === person.id)
      ? absences.map((absence) => (absence.person.id === person.id ? { ...absence, person } : absence))
      : absences,
    events: events.map((event) =>
      event.date < from && !isInAbsence(event.availability, person.id) ? event : withCurrentEntries(event, person),
    ),
  };
}

/**
 * Rebuilds the entries of a person who is present at `event`, or in an absence, with their current services and name,
 * at the same index of the list.
 */
function withCurrentEntries(event: PlannedEvent, person: Person): PlannedEvent {
  const { availability } = event;
  const former = availability.find(({ userId }) => userId === person.id);
  if (former === undefined || (former.status === "absent" && former.source === undefined)) return event;
  const others = availability.filter(({ userId }) => userId !== person.id);
  const entries = entriesFor(person, former.status, noteOf(former));
  return { ...event, availability: others.toSpliced(availability.indexOf(former), 0, ...entries) };
}
