import type { AvailabilityEntry } from "./availability.ts";
import type { PlainDate, PlainTime } from "./calendar.ts";
import type { Person } from "./people.ts";
import { DEFAULT_COMBINABLE_PAIRS, type RolePair } from "./line-up/role-pairs.ts";

export interface Group {
  readonly id: string;
  readonly name: string;
}

export interface EventDetails {
  readonly name: string;
  readonly date: PlainDate;
  readonly time: PlainTime;
  readonly location: string;
}

/** An event (specification §3). */
export interface PlannedEvent extends EventDetails {
  readonly id: string;
  readonly groupId: string;
  readonly availability: readonly AvailabilityEntry[];
}

export interface Planning {
  readonly groups: readonly Group[];
  readonly events: readonly PlannedEvent[];
  /** By group id, the pairs of roles that one person may hold at once, where the group's admins chose them. */
  readonly combinablePairs: Readonly<Record<string, readonly RolePair[]>>;
  /**
   * By group id, the ids of those who belong to it, where that is known; `null` where everybody known counts (a planning
   * of one browser).
   */
  readonly members: Readonly<Record<string, readonly string[]>> | null;
}

/** The groups that a new planning starts with (specification §3). */
export const SEED_GROUPS: readonly Group[] = [
  { id: "1", name: "Louange du dimanche" },
  { id: "2", name: "Groupe de jeunes" },
  { id: "3", name: "Soirée de prière" },
];

export const EMPTY_PLANNING: Planning = { groups: [], events: [], combinablePairs: {}, members: null };

export function findEvent(planning: Planning, eventId: string): PlannedEvent | undefined {
  return planning.events.find(({ id }) => id === eventId);
}

export function findGroup(planning: Planning, groupId: string): Group | undefined {
  return planning.groups.find(({ id }) => id === groupId);
}

export function eventsOfGroup(planning: Planning, groupId: string): PlannedEvent[] {
  return planning.events.filter((event) => event.groupId === groupId);
}

/** The pairs of roles that one person of this group may hold at once. */
export function combinablePairsOf(planning: Planning, groupId: string): readonly RolePair[] {
  return planning.combinablePairs[groupId] ?? DEFAULT_COMBINABLE_PAIRS;
}

/** Those among `people` who belong to the group: everybody, where no membership is kept, or it is not known yet. */
export function membersOf<P extends Pick<Person, "id">>(
  planning: Planning,
  groupId: string,
  people: readonly P[],
): P[] {
  const ids = planning.members?.[groupId];
  return ids === undefined ? [...people] : people.filter(({ id }) => ids.includes(id));
}
