import { useMemo, useSyncExternalStore } from "react";
import { eventsOfGroup, findEvent, findGroup, type Group, type PlannedEvent } from "#domain/planning.ts";
import { usePlanningSurroundings } from "./planning-context.ts";
import type { PlanningSnapshot, PlanningSource } from "./planning-source.ts";

function useSnapshot(): PlanningSnapshot {
  const { source } = usePlanningSurroundings();
  return useSyncExternalStore(source.subscribe, source.snapshot);
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

/** Chooses a group by its id, or none. */
export function useSelectGroup(): (groupId: string | null) => void {
  return usePlanningSurroundings().selectedGroup.select;
}
