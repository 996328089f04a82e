import { isFollowing } from "#domain/planning/event-edit.ts";
import { applyChange, type PlanningChange } from "#domain/planning/planning-change.ts";
import {
  combinablePairsOf,
  EMPTY_PLANNING,
  findEvent,
  findGroup,
  type Group,
  type PlannedEvent,
  type Planning,
} from "#domain/planning/planning.ts";
import { applyShownChange } from "#domain/planning/shown-absences.ts";
import { type EventScope, isInScope, type PlanningPart, type ReadPart } from "./known-planning.ts";

/** A change of the server's log at `position`. */
interface ReceivedChange {
  readonly position: number;
  readonly change: PlanningChange;
  /** The known events that it concerns, as they were before it. For an absence: the events it changed, after the change. */
  readonly events: readonly PlannedEvent[];
}

type EventsPart = Extract<PlanningPart, { readonly type: "events" }>;
type GroupPart = Extract<PlanningPart, { readonly type: "group" }>;

/** The part after a change; the same object if not affected. `applyChange` gets the part in an otherwise empty planning. */
function partAfter(part: PlanningPart, received: ReceivedChange): PlanningPart {
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

/** An absence changes answers in the groups of its person, which a part does not know. So `changed` has the new events. */
function afterAbsence(part: EventsPart, { events: changed }: ReceivedChange): EventsPart {
  if (!part.events.some(({ id }) => changed.some((event) => event.id === id))) return part;
  return { ...part, events: part.events.map((event) => changed.find(({ id }) => id === event.id) ?? event) };
}

function eventsAfter(part: EventsPart, { change, events: before }: ReceivedChange): EventsPart {
  const planning = { ...EMPTY_PLANNING, events: part.events, groups: groupsIn(part.scope, change) };
  const { events } = applyChange(planning, withinScope(part.scope, change));
  const after = [...events.filter((event) => !isMovedOut(part, event)), ...movedIn(part, change, before)];
  const isSame = after.length === part.events.length && after.every((event, index) => event === part.events[index]);
  return isSame ? part : { ...part, events: after };
}

/** The events that an edit moves from other days into the days of this part. */
function movedIn({ scope, events }: EventsPart, change: PlanningChange, before: readonly PlannedEvent[]) {
  if (change.type !== "event.edited" && change.type !== "series.edited") return [];
  const otherEvents = before.filter(({ id }) => !events.some((event) => event.id === id));
  const edited = applyChange({ ...EMPTY_PLANNING, events: otherEvents }, change).events;
  return edited.filter((event) => isInScope(scope, event));
}

/**
 * Whether the event is outside this part after the change: it was moved, or belongs to a new series. A list that the server
 * cut may already hold events outside its days: these stay.
 */
function isMovedOut({ scope, events }: EventsPart, event: PlannedEvent): boolean {
  if (isInScope(scope, event)) return false;
  const before = events.find(({ id }) => id === event.id);
  return before === undefined || isInScope(scope, before);
}

/** The groups that `applyChange` needs for this change, because a part with events has none. Their names do not matter. */
function groupsIn(scope: EventScope, change: PlanningChange): Group[] {
  if (change.type === "group.deleted") return [{ id: change.groupId, name: "" }];
  if (change.type === "series.created") return [{ id: change.series.groupId, name: "" }];
  if (change.type === "series.restored") return change.events.map(({ groupId }) => ({ id: groupId, name: "" }));
  const isCreation = change.type === "event.created" || change.type === "event.restored";
  return isCreation && isInScope(scope, change.event) ? [{ id: change.event.groupId, name: "" }] : [];
}

/** The change without restored events that do not belong to this part. */
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

/** With more changes than this, parts are replaced by their `rebased` form, and the changes are dropped. */
const CHANGES_MAX = 300;

/** A cached result of `withChanges`. */
interface Applied {
  readonly rewrites: number;
  /** The number of changes that were applied or skipped. */
  readonly count: number;
  readonly updated: ReadPart;
}

/** The changes that the server accepted since this page was opened. They are applied to parts that were read earlier. */
export function createReceivedChanges() {
  let changes: ReceivedChange[] = [];
  /** How often `changes` was changed other than by appending. Cached results (`applied`) from before that are invalid. */
  let rewrites = 0;
  /** Every change after `since` up to `until` was received. */
  let [since, until] = [0, 0];
  /** The latest position in any message of the stream or any response. */
  let reached = 0;
  let hasStarted = false;
  const applied = new WeakMap<ReadPart, Applied>();

  function hasAllChangesAfter({ position }: ReadPart): boolean {
    return position >= since;
  }

  function withChanges(read: ReadPart): ReadPart {
    reached = Math.max(reached, read.position);
    const cached = applied.get(read);
    const start = cached?.rewrites === rewrites ? cached : { count: 0, updated: read };
    const later = changes.slice(start.count).filter(({ position }) => position > read.position);
    const part = later.reduce(partAfter, start.updated.part);
    const updated = part === start.updated.part ? start.updated : { ...read, part };
    applied.set(read, { rewrites, count: changes.length, updated });
    return updated;
  }

  /** Adds the change in the order of positions. At the same position, a streamed change replaces an acknowledged one. */
  function insert(received: ReceivedChange): void {
    const former = changes.find(({ position }) => position === received.position);
    if (isSameChange(former, received)) return;
    const earlier = changes.filter(({ position }) => position < received.position);
    const later = changes.filter(({ position }) => position > received.position);
    if (former || later.length > 0) rewrites += 1;
    changes = [...earlier, received, ...later];
  }

  return {
    reached: () => reached,
    /** Whether every change after `read` was received, so that it need not be read again. */
    hasAllChangesAfter,
    /** `read` with every later change applied; the same object until another change arrives. */
    withChanges,
    /** `read` with all streamed changes applied, without acknowledged ones. Store it before calling `dropStreamed`. */
    rebased(read: ReadPart): ReadPart {
      if (!hasAllChangesAfter(read)) return read;
      const streamed = changes.filter(({ position }) => position > read.position && position <= until);
      return { part: streamed.reduce(partAfter, read.part), position: Math.max(read.position, until) };
    },
    /** The stream starts after `position`; changes before it may be missing here. */
    startAt(position: number): void {
      // Changes stay, because parts that were read earlier need them until they are read again. But if the log is
      // shorter now, it is the log of a restored backup, where these changes may not exist.
      if (position < until) {
        changes = [];
        rewrites += 1;
      }
      [since, until, reached] = [position, position, position];
      hasStarted = true;
    },
    hasStarted: () => hasStarted,
    /** Adds a streamed change; `planning` is the known planning before it. */
    receive(position: number, change: PlanningChange, planning: Planning): void {
      if (position <= until) return;
      until = position;
      reached = Math.max(reached, position);
      insert({ position, change, events: eventsOf(planning, change) });
    },
    /**
     * Adds a change of this browser that the server accepted at `acknowledged`; the stream may deliver it later, too.
     * `null`: the server gave no position, so the change comes after all known ones.
     */
    acknowledge(acknowledged: number | null, change: PlanningChange, planning: Planning): void {
      const position = acknowledged ?? reached + 0.5;
      // If the server had applied this change before, it sends the position of another change: there is nothing to add.
      const isTaken = changes.some((received) => received.position === position);
      if (!isTaken) insert({ position, change, events: eventsOf(planning, change) });
    },
    /** Whether there are too many changes to apply them again for each read. */
    isLong: () => changes.length > CHANGES_MAX,
    /** Drops the streamed changes. To be called after every read was replaced by its `rebased` form. */
    dropStreamed(): void {
      changes = changes.filter(({ position }) => position > until);
      rewrites += 1;
      since = until;
    },
  };
}

export type ReceivedChanges = ReturnType<typeof createReceivedChanges>;

function isSameChange(former: ReceivedChange | undefined, received: ReceivedChange): boolean {
  return JSON.stringify(former?.change) === JSON.stringify(received.change);
}

/** The `events` of a `ReceivedChange`. */
function eventsOf(planning: Planning, change: PlanningChange): readonly PlannedEvent[] {
  if (isAboutAbsence(change)) {
    const before = new Set(planning.events);
    return applyShownChange(planning, change).events.filter((event) => !before.has(event));
  }
  if (change.type === "series.edited" || change.type === "series.deleted") {
    return planning.events.filter((event) => isFollowing(change, event));
  }
  const event = "eventId" in change ? findEvent(planning, change.eventId) : undefined;
  return event ? [event] : [];
}
