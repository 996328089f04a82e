import { createContext, use, useEffect, useMemo, useState } from "react";
import type { Person } from "#domain/people/people.ts";
import { type Capability, type GroupCapability, groupsLedBy, may, type RightsHolder } from "#domain/permissions.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import {
  combinablePairsOf,
  eventsOfGroup,
  findEvent,
  findGroup,
  type Group,
  membersOf,
  type PlannedEvent,
  type Planning,
  requiredRolesOf,
} from "#domain/planning/planning.ts";
import { createListeners, type Listeners, useStore } from "../storage/listeners.ts";
import type { PlanningDevice } from "./local/local-source.ts";
import type { Connection, NeedStatus, PlanningNeed, PlanningSnapshot, PlanningSource } from "./planning-source.ts";
import type { SelectedGroup } from "./selected-group.ts";
import type { Sharing } from "./sharing.ts";

/** Remembers who deleted a group or event of a shared planning while this page is open (from the change stream). */
export function createDeleters() {
  const listeners = createListeners();
  const userIdByDeletedId = new Map<string, string>();
  return {
    subscribe: listeners.subscribe,
    of: (id: string) => userIdByDeletedId.get(id) ?? null,
    note(change: PlanningChange, by: string): void {
      if (change.type === "group.deleted") userIdByDeletedId.set(change.groupId, by);
      else if (change.type === "event.deleted") userIdByDeletedId.set(change.eventId, by);
      else return;
      listeners.notify();
    },
  };
}

export type Deleters = ReturnType<typeof createDeleters>;

/** Everything about the planning that screens use, through the hooks of this folder only. */
export interface PlanningEnvironment {
  readonly source: PlanningSource;
  readonly selectedGroup: SelectedGroup;
  readonly viewer: { readonly id: string; readonly isAdmin: boolean };
  /** Which planning is in use, local or shared; for screens that show or change this. */
  readonly sharing: Sharing;
  readonly device: PlanningDevice;
  /** Calls the listener when a shared planning reports that people changed; returns how to unsubscribe. */
  readonly subscribeToPeople: Listeners["subscribe"];
  /** Calls the listener when the whole shared planning must be read again, for example after a restored backup. */
  readonly subscribeToReloads: Listeners["subscribe"];
  readonly deleters: Deleters;
}

export const PlanningContext = createContext<PlanningEnvironment | null>(null);

export function usePlanningEnvironment(): PlanningEnvironment {
  const environment = use(PlanningContext);
  if (environment === null) throw new Error("No PlanningContext above this component");
  return environment;
}

/** One part of the snapshot: the component renders again only when that part changes. */
export function useSnapshotPart<Name extends keyof PlanningSnapshot>(name: Name): PlanningSnapshot[Name] {
  const { source } = usePlanningEnvironment();
  return useStore(source.subscribe, () => source.snapshot()[name]);
}

/** One list of the planning: the component renders again only when that list changes. */
export function usePlanningPart<Name extends keyof Planning>(name: Name): Planning[Name] {
  const { source } = usePlanningEnvironment();
  return useStore(source.subscribe, () => source.snapshot().planning[name]);
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

/** The viewer's rights, derived from the loaded users and groups. */
export function useRights(): RightsHolder {
  const { viewer } = usePlanningEnvironment();
  const groups = usePlanningPart("groups");
  return { isAdmin: viewer.isAdmin, ledGroupIds: groupsLedBy(groups, viewer.id) };
}

/** Whether the viewer has a right. Leaders have some rights in their groups only: name the group for these. */
export function useMay(right: Exclude<Capability, GroupCapability>): boolean;
export function useMay(right: Capability, groupId: string | null): boolean;
export function useMay(right: Capability, groupId: string | null = null): boolean {
  return may(useRights(), right, groupId);
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

/** An event of any group by its id, because a direct link may open it. */
export function useEvent(eventId: string): PlannedEvent | undefined {
  return findEvent({ events: usePlanningPart("events") }, eventId);
}

/** The event or, if it is deleted while the component is mounted, its last version. */
export function useLastKnownEvent(eventId: string): PlannedEvent | null {
  const event = useEvent(eventId);
  const [former, setFormer] = useState<PlannedEvent | null>(null);
  if (event && event !== former) setFormer(event);
  return event ?? (former?.id === eventId ? former : null);
}

/**
 * Loads parts of the planning, and keeps them fresh while the component is mounted. `needs` may be a new list each time.
 * @param attempt a new number retries a failed need now
 */
function useLoading(needs: readonly PlanningNeed[], attempt = 0): void {
  const { source } = usePlanningEnvironment();
  const key = JSON.stringify(needs);
  useEffect(() => {
    const stops = (JSON.parse(key) as readonly PlanningNeed[]).map(source.need);
    return () => {
      for (const stop of stops) stop();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another attempt stops the needs and starts them again
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

/** Functions that read the loaded members and rules of any group. */
export function useGroupRules() {
  const members = usePlanningPart("members");
  const combinablePairs = usePlanningPart("combinablePairs");
  const requiredRoles = usePlanningPart("requiredRoles");
  return useMemo(
    () => ({
      isKnown: (groupId: string) => members === null || Object.hasOwn(members, groupId),
      membersOf: <P extends Pick<Person, "id">>(groupId: string, people: readonly P[]) =>
        membersOf({ members }, groupId, people),
      pairsOf: (groupId: string) => combinablePairsOf({ combinablePairs }, groupId),
      /** The roles that an event needs: its own, or else those of its group. */
      requiredRolesOf: (event: Pick<PlannedEvent, "groupId" | "requiredRoles">) =>
        requiredRolesOf({ requiredRoles }, event),
    }),
    [members, combinablePairs, requiredRoles],
  );
}

/** The connection to the server; `null` if the planning is this browser's own. */
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
