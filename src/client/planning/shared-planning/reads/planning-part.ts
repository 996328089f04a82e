import { addDays, type PlainDate } from "#domain/calendar/calendar.ts";
import type { RolePair } from "#domain/line-up/role-pairs.ts";
import {
  combinablePairsOf,
  EMPTY_PLANNING,
  findGroup,
  type Group,
  type PlannedEvent,
} from "#domain/planning/planning.ts";
import { applyChange, type PlanningChange } from "#domain/planning/planning-change.ts";

/** Which events a part holds completely. */
export type EventScope =
  /** Both days included. Without `groupId`: all groups. Without `to`: all later days. */
  | { readonly type: "days"; readonly groupId: string | null; readonly from: PlainDate; readonly to: PlainDate | null }
  | { readonly type: "event"; readonly eventId: string };

/** Details of one group, without its name. */
export interface KnownGroup {
  readonly memberIds: readonly string[];
  readonly combinablePairs: readonly RolePair[];
  readonly eventCount: number;
}

/** The result of one read of the planning. */
export type PlanningPart =
  | { readonly type: "groups"; readonly groups: readonly Group[] }
  | { readonly type: "events"; readonly scope: EventScope; readonly events: readonly PlannedEvent[] }
  /** `known` is `null` if the group does not exist. */
  | { readonly type: "group"; readonly groupId: string; readonly known: KnownGroup | null };

/** A part, and the position of the server's log when it was read. */
export interface ReadPart {
  readonly part: PlanningPart;
  readonly position: number;
}

/** A change of the log, with the event it is about as known before it (`null`: unknown, or no event). */
export interface ReceivedChange {
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

/**
 * A list of the next events as a part. A full list may have been cut within its last day, so its scope ends the day
 * before.
 */
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

/** The part after a change; the same object if the change does not touch it. `applyChange` holds the rules. */
export function partAfter(part: PlanningPart, received: ReceivedChange): PlanningPart {
  switch (part.type) {
    case "groups": {
      const { groups } = applyChange({ ...EMPTY_PLANNING, groups: part.groups }, received.change);
      return groups === part.groups ? part : { ...part, groups };
    }
    case "events":
      return eventsAfter(part, received.change);
    case "group":
      return groupAfter(part, received);
  }
}

/** A list of events contains no groups, so `applyChange` gets the groups that the change needs. */
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

/** Applies the change to a planning that holds only this group and the event of the change. */
function groupAfter(part: GroupPart, { change, event }: ReceivedChange): GroupPart {
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
