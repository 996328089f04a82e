import { type Answer, type AvailabilityEntry, entriesFor, answerOf, withAnswer } from "./availability.ts";
import type { PlainDate, PlainTime } from "./calendar.ts";
import type { Person } from "./people.ts";

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
}

/** All that can happen to a planning; wherever it lives, it changes through these and in no other way. */
export type PlanningChange =
  | { readonly type: "group.created"; readonly group: Group }
  | { readonly type: "group.renamed"; readonly groupId: string; readonly name: string }
  | { readonly type: "group.deleted"; readonly groupId: string }
  | { readonly type: "event.created"; readonly event: Omit<PlannedEvent, "availability"> }
  | { readonly type: "event.edited"; readonly eventId: string; readonly details: EventDetails }
  | { readonly type: "event.deleted"; readonly eventId: string }
  | {
      readonly type: "availability.set";
      readonly eventId: string;
      readonly person: Person;
      readonly answer: Answer | null;
    }
  /** Services or name changed: presences from `from` on follow, the past keeps what was true then. */
  | { readonly type: "person.changed"; readonly person: Person; readonly from: PlainDate }
  | { readonly type: "person.removed"; readonly userId: string };

/** Why a change cannot be made; nothing is changed then. */
export type PlanningRefusal = "group.not_found" | "group.exists" | "event.not_found" | "event.exists";

/** The groups that a new planning starts with (specification §3). */
export const SEED_GROUPS: readonly Group[] = [
  { id: "1", name: "Louange du dimanche" },
  { id: "2", name: "Groupe de jeunes" },
  { id: "3", name: "Soirée de prière" },
];

export function findEvent(planning: Planning, eventId: string): PlannedEvent | undefined {
  return planning.events.find(({ id }) => id === eventId);
}

export function findGroup(planning: Planning, groupId: string): Group | undefined {
  return planning.groups.find(({ id }) => id === groupId);
}

export function eventsOfGroup(planning: Planning, groupId: string): PlannedEvent[] {
  return planning.events.filter((event) => event.groupId === groupId);
}

/** Why `change` cannot be made on `planning`, or `null` when it can. */
export function refusalOf(planning: Planning, change: PlanningChange): PlanningRefusal | null {
  switch (change.type) {
    case "group.created":
      return findGroup(planning, change.group.id) ? "group.exists" : null;
    case "group.renamed":
    case "group.deleted":
      return findGroup(planning, change.groupId) ? null : "group.not_found";
    case "event.created":
      if (!findGroup(planning, change.event.groupId)) return "group.not_found";
      return findEvent(planning, change.event.id) ? "event.exists" : null;
    case "event.edited":
    case "event.deleted":
    case "availability.set":
      return findEvent(planning, change.eventId) ? null : "event.not_found";
    case "person.changed":
    case "person.removed":
      return null;
  }
}

/** The planning after `change`; the same planning when the change is refused (`refusalOf`). */
export function applyChange(planning: Planning, change: PlanningChange): Planning {
  if (refusalOf(planning, change) !== null) return planning;
  const { groups, events } = planning;
  switch (change.type) {
    case "group.created":
      return { groups: [...groups, change.group], events };
    case "group.renamed":
      return {
        groups: groups.map((group) => (group.id === change.groupId ? { ...group, name: change.name } : group)),
        events,
      };
    case "group.deleted":
      return {
        groups: groups.filter(({ id }) => id !== change.groupId),
        events: events.filter(({ groupId }) => groupId !== change.groupId),
      };
    case "event.created":
      return { groups, events: [...events, { ...change.event, availability: [] }] };
    case "event.edited":
      return { groups, events: replaceEvent(events, change.eventId, (event) => ({ ...event, ...change.details })) };
    case "event.deleted":
      return { groups, events: events.filter(({ id }) => id !== change.eventId) };
    case "availability.set":
      return {
        groups,
        events: replaceEvent(events, change.eventId, (event) => ({
          ...event,
          availability: withAnswer(event.availability, change.person, change.answer),
        })),
      };
    case "person.changed":
      return {
        groups,
        events: events.map((event) => (event.date < change.from ? event : restatePresence(event, change.person))),
      };
    case "person.removed":
      return {
        groups,
        events: events.map((event) => ({
          ...event,
          availability: event.availability.filter(({ userId }) => userId !== change.userId),
        })),
      };
  }
}

function replaceEvent(
  events: readonly PlannedEvent[],
  eventId: string,
  replace: (event: PlannedEvent) => PlannedEvent,
): PlannedEvent[] {
  return events.map((event) => (event.id === eventId ? replace(event) : event));
}

/** The presence of `person` at `event`, stated anew with their services and name of today, in its place in the list. */
function restatePresence(event: PlannedEvent, person: Person): PlannedEvent {
  if (answerOf(event.availability, person.id) !== "present") return event;
  const place = event.availability.findIndex(({ userId }) => userId === person.id);
  const others = event.availability.filter(({ userId }) => userId !== person.id);
  return { ...event, availability: others.toSpliced(place, 0, ...entriesFor(person, "present")) };
}
