import type { Absence } from "#domain/availability/absences.ts";
import { addDays, compareScheduled, monthGrid, type PlainDate, UPCOMING_SHOWN } from "#domain/calendar/calendar.ts";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import type { RolePair } from "#domain/line-up/critical-roles.ts";
import { EMPTY_PLANNING, type Group, type PlannedEvent, type Planning } from "#domain/planning/planning.ts";
import type { PlanningNeed } from "../../planning-source.ts";

/** Which events a part holds. */
export type EventScope =
  /** Both days included. Without `groupId`: all groups. Without `to`: all later days. */
  | { readonly type: "days"; readonly groupId: string | null; readonly from: PlainDate; readonly to: PlainDate | null }
  | { readonly type: "event"; readonly eventId: string };

export interface KnownGroup {
  readonly memberIds: readonly string[];
  readonly combinablePairs: readonly RolePair[];
  readonly requiredRoles?: readonly BandRole[];
  readonly eventCount: number;
}

/** The result of one read: a piece of the planning that is loaded, cached and reloaded as a whole. */
export type PlanningPart =
  | { readonly type: "groups"; readonly groups: readonly Group[] }
  | { readonly type: "absences"; readonly absences: readonly Absence[] }
  /** How many times a month the user wants to play at most; `null`: no limit. */
  | { readonly type: "wish"; readonly userId: string; readonly most: number | null }
  | { readonly type: "events"; readonly scope: EventScope; readonly events: readonly PlannedEvent[] }
  /** `known` is `null` if the group does not exist. */
  | { readonly type: "group"; readonly groupId: string; readonly known: KnownGroup | null };

/** A part, and the position of the server's log when it was read. */
export interface ReadPart {
  readonly part: PlanningPart;
  readonly position: number;
}

type PartOf<Type extends PlanningPart["type"]> = Extract<PlanningPart, { readonly type: Type }>;

/** Whether the event belongs to the events that a part of this scope holds. */
export function isInScope(scope: EventScope, event: Pick<PlannedEvent, "id" | "groupId" | "date">): boolean {
  if (scope.type === "event") return event.id === scope.eventId;
  const { groupId, from, to } = scope;
  return (groupId === null || groupId === event.groupId) && from <= event.date && (to === null || event.date <= to);
}

/** A list of the next events as a part. If it is full, its last day may be incomplete, so its scope ends the day before. */
export function upcomingPart(
  groupId: string,
  from: PlainDate,
  events: readonly PlannedEvent[],
  limit: number,
): PartOf<"events"> {
  const last = events.at(-1);
  const to = last && events.length >= limit ? addDays(last.date, -1) : null;
  return { type: "events", scope: { type: "days", groupId, from, to }, events };
}

/** A shared planning before anything is loaded. An empty `members` means unknown; `null` would be a local planning. */
export const NOTHING_KNOWN: Planning = { ...EMPTY_PLANNING, members: {} };

/**
 * Merges all loaded parts into one planning. On overlap the newest part wins: an event that it lacks is deleted, although an
 * older part holds it. The stream does not report every deletion to every user.
 * @param former the planning before: unchanged lists stay the same objects
 */
export function planningOf(parts: readonly ReadPart[], former: Planning): Planning {
  const latestFirst = parts.toSorted((a, b) => b.position - a.position);
  const details = ofType(latestFirst, "group").flatMap(({ groupId, known }) => (known ? [{ groupId, ...known }] : []));
  return reuseUnchangedLists(former, {
    groups: ofType(latestFirst, "groups")[0]?.groups ?? [],
    events: knownEvents(latestFirst).toSorted(compareScheduled),
    combinablePairs: Object.fromEntries(details.map(({ groupId, combinablePairs }) => [groupId, combinablePairs])),
    requiredRoles: Object.fromEntries(
      details.flatMap(({ groupId, requiredRoles }) => (requiredRoles ? [[groupId, requiredRoles]] : [])),
    ),
    wishes: Object.fromEntries(
      ofType(latestFirst, "wish").flatMap(({ userId, most }) => (most === null ? [] : [[userId, most]])),
    ),
    members: Object.fromEntries(details.map(({ groupId, memberIds }) => [groupId, memberIds])),
    absences: ofType(latestFirst, "absences")[0]?.absences ?? [],
  });
}

/** Whether one of the parts holds everything of `need`, even if it was read for another need. */
export function isKnown(need: PlanningNeed, parts: readonly PlanningPart[]): boolean {
  return parts.some((part) => {
    if (need.type === "absences") return part.type === "absences";
    if (need.type === "wish") return part.type === "wish" && part.userId === need.userId;
    if (need.type === "group") return part.type === "group" && part.groupId === need.groupId;
    return part.type === "events" && holdsEvents(part, need);
  });
}

/** Whether this part holds all events of the need. */
function holdsEvents(
  { scope, events }: PartOf<"events">,
  need: Exclude<PlanningNeed, { type: "group" | "absences" | "wish" }>,
): boolean {
  if (need.type === "event") {
    const isReadOfEvent = scope.type === "event" && scope.eventId === need.eventId;
    return isReadOfEvent || events.some(({ id }) => id === need.eventId);
  }
  if (scope.type === "event" || (scope.groupId !== null && scope.groupId !== need.groupId)) return false;
  if (need.type === "month") {
    const days = monthGrid(need.month).flat();
    return scope.from <= (days[0] ?? "") && (scope.to === null || (days.at(-1) ?? "") <= scope.to);
  }
  if (need.type === "days") return scope.from <= need.from && (scope.to === null || need.to <= scope.to);
  const { groupId, from } = need;
  // As many events as the dashboard shows are enough.
  const coming = events.filter((event) => isInScope({ ...scope, groupId, from }, event));
  return scope.from <= from && (scope.to === null || coming.length >= UPCOMING_SHOWN);
}

function ofType<Type extends PlanningPart["type"]>(parts: readonly ReadPart[], type: Type): PartOf<Type>[] {
  return parts.map(({ part }) => part).filter((part): part is PartOf<Type> => part.type === type);
}

/** The events of all parts, except those that a newer part lacks. */
function knownEvents(latestFirst: readonly ReadPart[]): PlannedEvent[] {
  const events = new Map<string, PlannedEvent>();
  for (const { part, position } of latestFirst) {
    if (part.type !== "events") continue;
    const newer = latestFirst.filter((other) => other.position > position);
    for (const event of part.events) {
      const isGone = newer.some((other) => lacks(other.part, event));
      if (!events.has(event.id) && !isGone) events.set(event.id, event);
    }
  }
  return [...events.values()];
}

/** Whether the event is missing in a part that would contain it, because it or its group was deleted. */
function lacks(part: PlanningPart, event: PlannedEvent): boolean {
  switch (part.type) {
    case "groups":
      return !part.groups.some(({ id }) => id === event.groupId);
    case "group":
      return part.known === null && part.groupId === event.groupId;
    case "absences":
    case "wish":
      return false;
    case "events":
      return isInScope(part.scope, event) && !part.events.some(({ id }) => id === event.id);
  }
}

function reuseUnchangedLists(former: Planning, next: Planning): Planning {
  const lists = {
    groups: formerIfSame(former.groups, next.groups),
    events: formerIfSame(former.events, next.events),
    combinablePairs: formerIfEqual(former.combinablePairs, next.combinablePairs),
    requiredRoles: formerIfEqual(former.requiredRoles, next.requiredRoles),
    wishes: formerIfEqual(former.wishes, next.wishes),
    members: formerIfEqual(former.members, next.members),
    absences: formerIfEqual(former.absences, next.absences),
  };
  return formerIfSame(former, lists);
}

/** `former` if it holds the same objects in the same order. */
export function formerIfSame<Value extends object>(former: Value | null | undefined, next: Value): Value {
  const [before, after] = [Object.values(former ?? {}), Object.values(next)];
  const isSame = before.length === after.length && after.every((value, index) => value === before[index]);
  return former && isSame ? former : next;
}

/** Compares by content; both values are small (a few groups, the ids of their members). */
function formerIfEqual<Value>(former: Value, next: Value): Value {
  return JSON.stringify(former) === JSON.stringify(next) ? former : next;
}
