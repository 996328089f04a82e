import type { Absence } from "../availability/absences.ts";
import type { AvailabilityEntry } from "../availability/availability.ts";
import type { PlainDate, PlainTime } from "../calendar/calendar.ts";
import type { BandRole } from "../line-up/band-roles.ts";
import { CRITICAL_ROLES, DEFAULT_COMBINABLE_PAIRS, type RolePair } from "../line-up/critical-roles.ts";
import type { KeptLineUp } from "../line-up/kept-line-up.ts";
import type { Person } from "../people/people.ts";
import type { Programme } from "../programme/programme.ts";

export interface Group {
  readonly id: string;
  readonly name: string;
  /** Members who may do in this group what admins may, sorted; left out where there are none. */
  readonly leaderIds?: readonly string[];
}

export interface EventDetails {
  readonly name: string;
  readonly date: PlainDate;
  readonly time: PlainTime;
  readonly location: string;
  /** Later than `time`, on the same day unless `endsNextDay`. */
  readonly endTime?: PlainTime;
  /** Whether `endTime` is on the next day, `LATEST_END` at the latest. */
  readonly endsNextDay?: boolean;
  /** Plain text, at most 1,000 characters. */
  readonly details?: string;
}

export type EventDetailField = keyof EventDetails;
/** The details that are texts. */
export type TextDetailField = Exclude<EventDetailField, "endsNextDay">;

/** Every field of `EventDetails`. The values have no meaning: the record makes a missing field a type error. */
const DETAILS: Readonly<Record<EventDetailField, true>> = {
  name: true,
  date: true,
  time: true,
  location: true,
  endTime: true,
  endsNextDay: true,
  details: true,
};

/** The fields of `EventDetails` in the order in which people read them. */
export const EVENT_DETAIL_FIELDS = Object.keys(DETAILS) as readonly EventDetailField[];

/** An event as it is created, without answers, line-up or programme. */
export interface NewEvent extends EventDetails {
  readonly id: string;
  readonly groupId: string;
  /** The id of the series with which it was created, if any. */
  readonly seriesId?: string;
  /** The roles that it needs, in role order, each as often as needed. Left out: its group's roles. */
  readonly requiredRoles?: readonly BandRole[];
}

/** An event (specification §3). */
export interface PlannedEvent extends NewEvent {
  /** Absent until a leader keeps one. */
  readonly lineUp?: KeptLineUp;
  /** What is played, if somebody wrote it. */
  readonly programme?: Programme;
  /** How often the programme was changed. It stays when the programme is emptied. */
  readonly programmeVersion?: number;
  /** The version that a leader last sent to the people present; only in a shared planning. */
  readonly programmeTold?: number;
  readonly availability: readonly AvailabilityEntry[];
}

export interface Planning {
  readonly groups: readonly Group[];
  readonly events: readonly PlannedEvent[];
  /** By group id, the pairs of roles that one person may hold at once, if the admins chose them. */
  readonly combinablePairs: Readonly<Record<string, readonly RolePair[]>>;
  /** By group id, the roles that its events need, each as often as needed, if the admins chose them. */
  readonly requiredRoles: Readonly<Record<string, readonly BandRole[]>>;
  /** By user id, how many times a month a person wants to play at most, as far as known. */
  readonly wishes: Readonly<Record<string, number>>;
  /**
   * By group id, the ids of its members, as far as known; `null` in a local planning, where everybody known is a
   * member.
   */
  readonly members: Readonly<Record<string, readonly string[]>> | null;
  /** Local planning: the absences of everybody who uses the browser. Shared planning: the user's own, once loaded. */
  readonly absences: readonly Absence[];
}

/** More than any team has, and few enough for screens that list them all. */
export const GROUPS_MAX = 500;

/** For how many days deleted things can be restored. */
export const TRASH_KEPT_DAYS = 30;

/** The groups that a new planning starts with (specification §3). */
export const SEED_GROUPS: readonly Group[] = [
  { id: "1", name: "Louange du dimanche" },
  { id: "2", name: "Groupe de jeunes" },
  { id: "3", name: "Soirée de prière" },
];

/** The longest `details` of an event, in characters. */
export const DETAILS_MAX = 1_000;

export const EMPTY_PLANNING: Planning = {
  groups: [],
  events: [],
  combinablePairs: {},
  requiredRoles: {},
  wishes: {},
  members: null,
  absences: [],
};

/** Only the details of an event. Fields that are not set, or empty, are left out. */
export function detailsOf(event: EventDetails): EventDetails {
  const set = EVENT_DETAIL_FIELDS.filter((field) => event[field]);
  return Object.fromEntries(set.map((field) => [field, event[field]])) as unknown as EventDetails;
}

/** The current version of the programme: 0 before the first change. */
export function programmeVersionOf({ programmeVersion = 0 }: Pick<PlannedEvent, "programmeVersion">): number {
  return programmeVersion;
}

export function findEvent(planning: Pick<Planning, "events">, eventId: string): PlannedEvent | undefined {
  return planning.events.find(({ id }) => id === eventId);
}

export function findGroup(planning: Pick<Planning, "groups">, groupId: string): Group | undefined {
  return planning.groups.find(({ id }) => id === groupId);
}

export function eventsOfGroup(planning: Pick<Planning, "events">, groupId: string): PlannedEvent[] {
  return planning.events.filter((event) => event.groupId === groupId);
}

/** Ids may come from elsewhere: `constructor` would find a property that every object inherits. */
function ownValue<Value>(values: Readonly<Record<string, Value>>, id: string): Value | undefined {
  return Object.hasOwn(values, id) ? values[id] : undefined;
}

/** The pairs of roles that one person of this group may hold at once. */
export function combinablePairsOf(planning: Pick<Planning, "combinablePairs">, groupId: string): readonly RolePair[] {
  return ownValue(planning.combinablePairs, groupId) ?? DEFAULT_COMBINABLE_PAIRS;
}

/** The roles that a group's events need unless they have their own: by default the specification's seven. */
export function requiredRolesOfGroup(planning: Pick<Planning, "requiredRoles">, groupId: string): readonly BandRole[] {
  return ownValue(planning.requiredRoles, groupId) ?? CRITICAL_ROLES;
}

/** The roles that an event needs: its own, else its group's. */
export function requiredRolesOf(
  planning: Pick<Planning, "requiredRoles">,
  event: Pick<PlannedEvent, "groupId" | "requiredRoles">,
): readonly BandRole[] {
  return event.requiredRoles ?? requiredRolesOfGroup(planning, event.groupId);
}

/** The roles that an event needs, if its group is at hand. A group without `requiredRoles` never chose any. */
export function rolesNeeded(
  event: Pick<PlannedEvent, "requiredRoles">,
  group: { readonly requiredRoles?: readonly BandRole[] } | null,
): readonly BandRole[] {
  return event.requiredRoles ?? group?.requiredRoles ?? CRITICAL_ROLES;
}

/** The `people` who are group members; all of them if the planning has no memberships, or does not know them yet. */
export function membersOf<P extends Pick<Person, "id">>(
  planning: Pick<Planning, "members">,
  groupId: string,
  people: readonly P[],
): P[] {
  const ids = planning.members?.[groupId];
  return ids === undefined ? [...people] : people.filter(({ id }) => ids.includes(id));
}
