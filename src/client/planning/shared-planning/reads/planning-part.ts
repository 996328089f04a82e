import { addDays, type PlainDate } from "#domain/calendar.ts";
import type { RolePair } from "#domain/line-up/role-pairs.ts";
import { combinablePairsOf, EMPTY_PLANNING, findGroup, type Group, type PlannedEvent } from "#domain/planning.ts";
import { applyChange, type PlanningChange } from "#domain/planning-change.ts";

/** Which events a part is sure to hold, if they exist. */
export type EventScope =
  /** Both days included; without `groupId` those of all groups, without `to` all later ones. */
  | { readonly type: "days"; readonly groupId: string | null; readonly from: PlainDate; readonly to: PlainDate | null }
  | { readonly type: "event"; readonly eventId: string };

/** What is known of one group besides its name. */
export interface KnownGroup {
  readonly memberIds: readonly string[];
  readonly combinablePairs: readonly RolePair[];
  readonly eventCount: number;
}

/** What one call reads of a planning. */
export type PlanningPart =
  | { readonly type: "groups"; readonly groups: readonly Group[] }
  | { readonly type: "events"; readonly scope: EventScope; readonly events: readonly PlannedEvent[] }
  /** `known` is `null` where there is no such group. */
  | { readonly type: "group"; readonly groupId: string; readonly known: KnownGroup | null };

/** A part, and when it was read: the number of the latest change that was in it then. */
export interface ReadPart {
  readonly part: PlanningPart;
  readonly position: number;
}

/** A change of the log, with the event it is about as it was known before (`null`: not known, or none). */
export interface HeardChange {
  readonly position: number;
  readonly change: PlanningChange;
  readonly event: PlannedEvent | null;
}

type EventsPart = Extract<PlanningPart, { readonly type: "events" }>;
type GroupPart = Extract<PlanningPart, { readonly type: "group" }>;

export function isInScope(scope: EventScope, event: Pick<PlannedEvent, "id" | "groupId" | "date">): boolean {
  if (scope.type === "event") return event.id === scope.eventId;
  const { groupId, from, to } = scope;
  return (groupId === null || groupId === event.groupId) && from <= event.date && (to === null || event.date <= to);
}

/** What a list of the next events tells: when it is as long as was asked for, its last day may go on beyond it. */
export function upcomingPart(
  groupId: string,
  from: PlainDate,
  events: readonly PlannedEvent[],
  limit: number,
): EventsPart {
  const last = events.length < limit ? undefined : events.at(-1);
  const to = last ? addDays(last.date, -1) : null;
  return { type: "events", scope: { type: "days", groupId, from, to }, events };
}

/** The part after a change; the same part where the change does not touch it. `applyChange` decides all of it. */
export function partAfter(part: PlanningPart, heard: HeardChange): PlanningPart {
  switch (part.type) {
    case "groups": {
      const { groups } = applyChange({ ...EMPTY_PLANNING, groups: part.groups }, heard.change);
      return groups === part.groups ? part : { ...part, groups };
    }
    case "events":
      return eventsAfter(part, heard.change);
    case "group":
      return groupAfter(part, heard);
  }
}

/** The groups do not matter to a list of events: it is told that those exist which the change needs. */
function eventsAfter(part: EventsPart, change: PlanningChange): EventsPart {
  const planning = { ...EMPTY_PLANNING, events: part.events };
  const { events } = applyChange(
    { ...planning, groups: groupsIn(part.scope, change) },
    withinScope(part.scope, change),
  );
  return events === part.events ? part : { ...part, events };
}

function groupsIn(scope: EventScope, change: PlanningChange): Group[] {
  if (change.type === "group.deleted") return [{ id: change.groupId, name: "" }];
  const isCreation = change.type === "event.created" || change.type === "event.restored";
  return isCreation && isInScope(scope, change.event) ? [{ id: change.event.groupId, name: "" }] : [];
}

function withinScope(scope: EventScope, change: PlanningChange): PlanningChange {
  if (change.type !== "group.restored") return change;
  return { ...change, events: change.events.filter((event) => isInScope(scope, event)) };
}

/** A planning of this one group, with the event that the change is about, tells what becomes of it. */
function groupAfter(part: GroupPart, { change, event }: HeardChange): GroupPart {
  const { groupId, known } = part;
  const before = {
    groups: known ? [{ id: groupId, name: "" }] : [],
    events: event?.groupId === groupId ? [event] : [],
    combinablePairs: known ? { [groupId]: known.combinablePairs } : {},
    members: known ? { [groupId]: known.memberIds } : {},
  };
  const after = applyChange(before, change);
  if (after === before) return part;
  if (!findGroup(after, groupId)) return known ? { ...part, known: null } : part;
  const members: Readonly<Record<string, readonly string[]>> = after.members ?? {};
  return {
    ...part,
    known: {
      memberIds: members[groupId] ?? [],
      combinablePairs: combinablePairsOf(after, groupId),
      eventCount: (known?.eventCount ?? 0) + eventsIn(after, groupId) - eventsIn(before, groupId),
    },
  };
}

function eventsIn({ events }: { readonly events: readonly PlannedEvent[] }, groupId: string): number {
  return events.filter((event) => event.groupId === groupId).length;
}
