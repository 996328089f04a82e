import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { RolePair } from "#domain/line-up/role-pairs.ts";
import type { Person } from "#domain/people.ts";
import {
  combinablePairsOf,
  eventsOfGroup,
  findEvent,
  findGroup,
  type Group,
  membersOf,
  type PlannedEvent,
} from "#domain/planning.ts";
import { usePlanningSurroundings, useSnapshot } from "./planning-context.ts";
import type { Connection, NeedStatus, PlanningNeed, PlanningSnapshot, PlanningSource } from "./planning-source.ts";

export interface GroupRules {
  /** Whether the other two can be told. */
  readonly isKnown: (groupId: string) => boolean;
  readonly membersOf: <P extends Pick<Person, "id">>(groupId: string, people: readonly P[]) => readonly P[];
  readonly pairsOf: (groupId: string) => readonly RolePair[];
}

/** `loading` until the first planning is known: the time for skeletons. */
export function usePlanningStatus(): PlanningSnapshot["status"] {
  return useSnapshot().status;
}

/** Names of stored values that could not be read and were set aside; empty when all is well. */
export function useSetAsideValues(): readonly string[] {
  return useSnapshot().setAside;
}

export function useGroups(): readonly Group[] {
  return useSnapshot().planning.groups;
}

/** One group's events, as stored; the same list until the planning changes. */
export function useGroupEvents(groupId: string): readonly PlannedEvent[] {
  const { planning } = useSnapshot();
  return useMemo(() => eventsOfGroup(planning, groupId), [planning, groupId]);
}

/** What the calendar shows: the selected group's events; for who may see them (admins), those of all groups. */
export function useVisibleEvents(): readonly PlannedEvent[] {
  const { seesAllGroups } = usePlanningSurroundings();
  const { planning } = useSnapshot();
  const groupId = useSelectedGroupId();
  return useMemo(() => {
    if (seesAllGroups) return planning.events;
    return groupId === null ? [] : eventsOfGroup(planning, groupId);
  }, [planning, groupId, seesAllGroups]);
}

/** Any event by its id, whatever its group: a direct link to it opens it. */
export function useEvent(eventId: string): PlannedEvent | undefined {
  return findEvent(useSnapshot().planning, eventId);
}

/**
 * Loads what a screen shows, for as long as it shows it; whether it is there. `need` may be a new object each time.
 * @param attempt another number asks again now for what could not be had
 */
export function useNeed(need: PlanningNeed, attempt = 0): NeedStatus {
  const { source } = usePlanningSurroundings();
  const key = JSON.stringify(need);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- letting go and asking anew is what another attempt is
  useEffect(() => source.need(JSON.parse(key) as PlanningNeed), [source, key, attempt]);
  return useSyncExternalStore(source.subscribe, () => source.statusOf(need));
}

/** Loads members and rules of several groups, each once, for as long as they are shown. */
export function useGroupNeeds(groupIds: Iterable<string>): void {
  const { source } = usePlanningSurroundings();
  const key = JSON.stringify([...new Set(groupIds)].toSorted());
  useEffect(() => {
    const ids = JSON.parse(key) as string[];
    const stops = ids.map((groupId) => source.need({ type: "group", groupId }));
    return () => {
      for (const stop of stops) stop();
    };
  }, [source, key]);
}

/** Who belongs to each group, and what one person of it may hold at once; the same object until the planning changes. */
export function useGroupRules(): GroupRules {
  const { planning } = useSnapshot();
  return useMemo(
    () => ({
      isKnown: (groupId) => planning.members === null || Object.hasOwn(planning.members, groupId),
      membersOf: (groupId, people) => membersOf(planning, groupId, people),
      pairsOf: (groupId) => combinablePairsOf(planning, groupId),
    }),
    [planning],
  );
}

/** How this device stands with the server; `null` where the planning is this browser's own. */
export function useConnection(): Connection | null {
  return useSnapshot().connection;
}

/** How to change the planning; the same function for the life of the source. */
export function useSubmit(): PlanningSource["submit"] {
  return usePlanningSurroundings().source.submit;
}

/** The stored selection, whether or not its group is known yet. */
export function useSelectedGroupId(): string | null {
  const { selectedGroup } = usePlanningSurroundings();
  return useSyncExternalStore(selectedGroup.subscribe, selectedGroup.id);
}

/** The group that the person plays with; `null` while none is chosen, or the chosen one is not known. */
export function useSelectedGroup(): Group | null {
  const { planning } = useSnapshot();
  const groupId = useSelectedGroupId();
  return groupId === null ? null : (findGroup(planning, groupId) ?? null);
}
