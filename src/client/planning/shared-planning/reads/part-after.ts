import {
  combinablePairsOf,
  EMPTY_PLANNING,
  findGroup,
  type Group,
  type PlannedEvent,
} from "#domain/planning/planning.ts";
import { applyChange, type PlanningChange } from "#domain/planning/planning-change.ts";
import { type EventScope, isInScope, type PlanningPart } from "./planning-part.ts";

/** A change of the log, with the event it is about as known before it (`null`: unknown, or no event). */
export interface ReceivedChange {
  readonly position: number;
  readonly change: PlanningChange;
  readonly event: PlannedEvent | null;
}

type EventsPart = Extract<PlanningPart, { readonly type: "events" }>;
type GroupPart = Extract<PlanningPart, { readonly type: "group" }>;

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
