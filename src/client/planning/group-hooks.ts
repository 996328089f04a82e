import { useMemo } from "react";
import { latestUntil } from "#domain/calendar/recurrence.ts";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import type { RolePair } from "#domain/line-up/critical-roles.ts";
import type { Person } from "#domain/people/people.ts";
import { isFollowing, type SeriesScope } from "#domain/planning/event-edit.ts";
import { combinablePairsOf, membersOf, type PlannedEvent, requiredRolesOfGroup } from "#domain/planning/planning.ts";
import { useStore } from "../storage/listeners.ts";
import { useGroupEvents, useNeed, usePlanningEnvironment, usePlanningPart } from "./planning-hooks.ts";

/** The number of all events of a group, also of past ones that are not loaded. */
export function useEventCount(groupId: string): number {
  const { source } = usePlanningEnvironment();
  return useStore(source.subscribe, () => source.eventCount(groupId));
}

/** The `people` who belong to a group. In a planning of this browser, all of them do. */
export function useMembers<P extends Pick<Person, "id">>(groupId: string, people: readonly P[]): readonly P[] {
  const members = usePlanningPart("members");
  return useMemo(() => membersOf({ members }, groupId, people), [members, groupId, people]);
}

/** Whether a person belongs to a group. `everybody`: a planning of this browser, which records no membership. */
export function useMembership(groupId: string, userId: string): "everybody" | "member" | "stranger" {
  const members = usePlanningPart("members");
  if (members === null) return "everybody";
  return members[groupId]?.includes(userId) ? "member" : "stranger";
}

export function useIsEmptyGroup(groupId: string): boolean {
  return usePlanningPart("members")?.[groupId]?.length === 0;
}

export function useCombinablePairs(groupId: string): readonly RolePair[] {
  return combinablePairsOf({ combinablePairs: usePlanningPart("combinablePairs") }, groupId);
}

/** The roles that events of this group need, unless an event names its own. */
export function useRequiredRoles(groupId: string): readonly BandRole[] {
  return requiredRolesOfGroup({ requiredRoles: usePlanningPart("requiredRoles") }, groupId);
}

/** Returns a function that selects a group to view it, without joining it. */
export function useSelectGroup(): (groupId: string) => void {
  return usePlanningEnvironment().selectedGroup.select;
}

/** The number of loaded events of all groups. */
export function useEventTotal(): number {
  return usePlanningPart("events").length;
}

interface ScopedEvents {
  readonly events: readonly PlannedEvent[];
  /** False while only some of them may be loaded. */
  readonly isComplete: boolean;
}

/** The events that an edit or deletion of this scope concerns: this event, or also the later ones of its series. */
export function useScopedEvents(event: PlannedEvent, scope: SeriesScope): ScopedEvents {
  const { id: eventId, groupId, seriesId, date: from } = event;
  const isOne = scope === "one" || seriesId === undefined;
  // A series lasts a year at most.
  const days = { type: "days" as const, groupId, from, to: latestUntil(from) };
  const status = useNeed(isOne ? { type: "event", eventId } : days);
  const known = useGroupEvents(groupId);
  return useMemo(() => {
    const events = isOne ? [event] : known.filter((other) => isFollowing({ eventId, seriesId, from }, other));
    return { events, isComplete: isOne || status === "ready" };
  }, [event, eventId, from, isOne, known, seriesId, status]);
}
