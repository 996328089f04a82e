import {
  combinablePairsOf,
  EMPTY_PLANNING,
  findGroup,
  type Group,
  type PlannedEvent,
} from "#domain/planning/planning.ts";
import { applyChange, type PlanningChange } from "#domain/planning/planning-change.ts";
import { type EventScope, isInScope, type PlanningPart } from "./known-planning.ts";

/**
 * A change of the log, with the events it is about as far as they were known before it. An absence comes with the events
 * that it changed, as they look after it.
 */
export interface ReceivedChange {
  readonly position: number;
  readonly change: PlanningChange;
  readonly events: readonly PlannedEvent[];
}

type EventsPart = Extract<PlanningPart, { readonly type: "events" }>;
type GroupPart = Extract<PlanningPart, { readonly type: "group" }>;

/** The part after a change; the same object if the change does not touch it. `applyChange` holds the rules. */
export function partAfter(part: PlanningPart, received: ReceivedChange): PlanningPart {
  switch (part.type) {
    case "absences": {
      const { absences } = applyChange({ ...EMPTY_PLANNING, absences: part.absences }, received.change);
      return absences === part.absences ? part : { ...part, absences };
    }
    case "wish": {
      const wishes = part.most === null ? {} : { [part.userId]: part.most };
      const after = applyChange({ ...EMPTY_PLANNING, wishes }, received.change).wishes;
      return after === wishes ? part : { ...part, most: after[part.userId] ?? null };
    }
    case "groups": {
      const { groups } = applyChange({ ...EMPTY_PLANNING, groups: part.groups }, received.change);
      return groups === part.groups ? part : { ...part, groups };
    }
    case "events":
      return isAboutAbsence(received.change) ? afterAbsence(part, received) : eventsAfter(part, received);
    case "group":
      return isAboutAbsence(received.change) || received.change.type === "person.wish_set"
        ? part
        : groupAfter(part, received);
  }
}

export function isAboutAbsence({ type }: PlanningChange): boolean {
  return type === "absence.added" || type === "absence.removed";
}

/** Who is in the groups is known to the planning only, so the events come with the change. */
function afterAbsence(part: EventsPart, { events: changed }: ReceivedChange): EventsPart {
  if (!part.events.some(({ id }) => changed.some((event) => event.id === id))) return part;
  return { ...part, events: part.events.map((event) => changed.find(({ id }) => id === event.id) ?? event) };
}

/** A list of events contains no groups, so `applyChange` gets the groups that the change needs. */
function eventsAfter(part: EventsPart, { change, events: before }: ReceivedChange): EventsPart {
  const planning = { ...EMPTY_PLANNING, events: part.events };
  const { events } = applyChange(
    { ...planning, groups: groupsIn(part.scope, change) },
    withinScope(part.scope, change),
  );
  const after = [...events.filter((event) => !isPutBeyond(part, event)), ...movedIn(part, change, before)];
  const isSame = after.length === part.events.length && after.every((event, index) => event === part.events[index]);
  return isSame ? part : { ...part, events: after };
}

/** Events that an edit moves into the days of this part, and that it did not hold. */
function movedIn({ scope, events }: EventsPart, change: PlanningChange, before: readonly PlannedEvent[]) {
  if (change.type !== "event.edited" && change.type !== "series.edited") return [];
  const unheld = before.filter(({ id }) => !events.some((event) => event.id === id));
  const edited = applyChange({ ...EMPTY_PLANNING, events: unheld }, change).events;
  return edited.filter((event) => isInScope(scope, event));
}

/**
 * Whether the change puts an event beyond the days of this part: one of a new series, or one that is moved. A cut list
 * may hold events beyond its days before.
 */
function isPutBeyond({ scope, events }: EventsPart, event: PlannedEvent): boolean {
  if (isInScope(scope, event)) return false;
  const before = events.find(({ id }) => id === event.id);
  return before === undefined || isInScope(scope, before);
}

function groupsIn(scope: EventScope, change: PlanningChange): Group[] {
  if (change.type === "group.deleted") return [{ id: change.groupId, name: "" }];
  if (change.type === "series.created") return [{ id: change.series.groupId, name: "" }];
  if (change.type === "series.restored") return change.events.map(({ groupId }) => ({ id: groupId, name: "" }));
  const isCreation = change.type === "event.created" || change.type === "event.restored";
  return isCreation && isInScope(scope, change.event) ? [{ id: change.event.groupId, name: "" }] : [];
}

function withinScope(scope: EventScope, change: PlanningChange): PlanningChange {
  if (change.type !== "group.restored" && change.type !== "series.restored") return change;
  return { ...change, events: change.events.filter((event) => isInScope(scope, event)) };
}

/** Applies the change to a planning that holds only this group and the events of the change. */
function groupAfter(part: GroupPart, { change, events }: ReceivedChange): GroupPart {
  const { groupId, known } = part;
  const before = {
    ...EMPTY_PLANNING,
    groups: known ? [{ id: groupId, name: "" }] : [],
    events: events.filter((event) => event.groupId === groupId),
    combinablePairs: known ? { [groupId]: known.combinablePairs } : {},
    requiredRoles: known?.requiredRoles ? { [groupId]: known.requiredRoles } : {},
    members: known ? { [groupId]: known.memberIds } : {},
  };
  const after = applyChange(before, change);
  if (after === before) return part;
  if (!findGroup(after, groupId)) return known ? { ...part, known: null } : part;
  const members: Readonly<Record<string, readonly string[]>> = after.members ?? {};
  const requiredRoles = after.requiredRoles[groupId];
  return {
    ...part,
    known: {
      memberIds: members[groupId] ?? [],
      combinablePairs: combinablePairsOf(after, groupId),
      ...(requiredRoles && { requiredRoles }),
      eventCount: (known?.eventCount ?? 0) + eventsIn(after, groupId) - eventsIn(before, groupId),
    },
  };
}

function eventsIn({ events }: { readonly events: readonly PlannedEvent[] }, groupId: string): number {
  return events.filter((event) => event.groupId === groupId).length;
}
