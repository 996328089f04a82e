import { useEffect, useMemo } from "react";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import type { RolePair } from "#domain/line-up/critical-roles.ts";
import type { Person } from "#domain/people/people.ts";
import {
  combinablePairsOf,
  eventsOfGroup,
  findEvent,
  findGroup,
  type Group,
  membersOf,
  type PlannedEvent,
  requiredRolesOf,
} from "#domain/planning/planning.ts";
import { useStore } from "../storage/use-store.ts";
import { useMay } from "./membership/rights-hooks.ts";
import { usePlanningEnvironment, usePlanningPart, useSnapshotPart } from "./planning-context.ts";
import type { Connection, NeedStatus, PlanningNeed, PlanningSnapshot, PlanningSource } from "./planning-source.ts";

export interface GroupRules {
  readonly isKnown: (groupId: string) => boolean;
  readonly membersOf: <P extends Pick<Person, "id">>(groupId: string, people: readonly P[]) => readonly P[];
  readonly pairsOf: (groupId: string) => readonly RolePair[];
  /** The roles that an event needs; those of the group where nothing but the group is named. */
  readonly requiredRolesOf: (event: Pick<PlannedEvent, "groupId" | "requiredRoles">) => readonly BandRole[];
}

/** `loading` until the first planning is known: screens show skeletons. */
export function usePlanningStatus(): PlanningSnapshot["status"] {
  return useSnapshotPart("status");
}

export function useGroups(): readonly Group[] {
  return usePlanningPart("groups");
}

/** One group's events, as stored; the same list until an event changes. */
export function useGroupEvents(groupId: string): readonly PlannedEvent[] {
  const events = usePlanningPart("events");
  return useMemo(() => eventsOfGroup({ events }, groupId), [events, groupId]);
}

/** The events in the calendar: those of the selected group, or of all groups for users who may see them (admins). */
export function useVisibleEvents(): readonly PlannedEvent[] {
  const seesAllGroups = useMay("event.see_other_groups");
  const events = usePlanningPart("events");
  const groupId = useSelectedGroupId();
  return useMemo(() => {
    if (seesAllGroups) return events;
    return groupId === null ? [] : eventsOfGroup({ events }, groupId);
  }, [events, groupId, seesAllGroups]);
}

/** Any event by its id, whatever its group: a direct link to it opens it. */
export function useEvent(eventId: string): PlannedEvent | undefined {
  return findEvent({ events: usePlanningPart("events") }, eventId);
}

/**
 * Loads what a screen shows for as long as the component is mounted. `needs` may be a new list each time.
 * @param attempt another number retries a failed need now
 */
function useLoading(needs: readonly PlanningNeed[], attempt = 0): void {
  const { source } = usePlanningEnvironment();
  const key = JSON.stringify(needs);
  useEffect(() => {
    const stops = (JSON.parse(key) as readonly PlanningNeed[]).map(source.need);
    return () => {
      for (const stop of stops) stop();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- letting go and asking anew is what another attempt is
  }, [source, key, attempt]);
}

export function useNeeds(needs: readonly PlanningNeed[]): readonly NeedStatus[] {
  const { source } = usePlanningEnvironment();
  useLoading(needs);
  const statuses = useStore(source.subscribe, () => needs.map(source.statusOf).join(" "));
  return useMemo(() => statuses.split(" ") as NeedStatus[], [statuses]);
}

/** Loads one need (`useLoading`), and returns its status; `null` loads nothing. */
export function useNeed(need: PlanningNeed | null, attempt = 0): NeedStatus {
  const { source } = usePlanningEnvironment();
  useLoading(need === null ? [] : [need], attempt);
  return useStore(source.subscribe, () => (need === null ? "loading" : source.statusOf(need)));
}

/** Loads members and rules of several groups, each once, while the component is mounted. */
export function useGroupNeeds(groupIds: Iterable<string>): void {
  useLoading([...new Set(groupIds)].toSorted().map((groupId) => ({ type: "group", groupId })));
}

export function useGroupRules(): GroupRules {
  const members = usePlanningPart("members");
  const combinablePairs = usePlanningPart("combinablePairs");
  const requiredRoles = usePlanningPart("requiredRoles");
  return useMemo(
    () => ({
      isKnown: (groupId) => members === null || Object.hasOwn(members, groupId),
      membersOf: (groupId, people) => membersOf({ members }, groupId, people),
      pairsOf: (groupId) => combinablePairsOf({ combinablePairs }, groupId),
      requiredRolesOf: (event) => requiredRolesOf({ requiredRoles }, event),
    }),
    [members, combinablePairs, requiredRoles],
  );
}

/** `null` where the planning is this browser's own. */
export function useConnection(): Connection | null {
  return useSnapshotPart("connection");
}

/** Returns the function that changes the planning; the same one for the life of the source. */
export function useSubmit(): PlanningSource["submit"] {
  return usePlanningEnvironment().source.submit;
}

/**
 * Returns the function that applies a change the server made to an account; the same one for the life of the source.
 */
export function useApplyPersonChange(): PlanningSource["applyPersonChange"] {
  return usePlanningEnvironment().source.applyPersonChange;
}

/** The stored selection, even if its group is not known yet. */
export function useSelectedGroupId(): string | null {
  const { selectedGroup } = usePlanningEnvironment();
  return useStore(selectedGroup.subscribe, selectedGroup.id);
}

export function useSelectedGroup(): Group | null {
  const groups = useGroups();
  const groupId = useSelectedGroupId();
  return groupId === null ? null : (findGroup({ groups }, groupId) ?? null);
}
