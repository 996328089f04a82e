import { useMemo, useSyncExternalStore } from "react";
import type { RolePair } from "#domain/line-up/role-pairs.ts";
import type { Person } from "#domain/people.ts";
import { combinablePairsOf, membersOf } from "#domain/planning.ts";
import { usePlanningSurroundings, useSnapshot } from "./planning-context.ts";

/** How many events, past ones included, go with a group. */
export function useEventCount(groupId: string): number {
  const { source } = usePlanningSurroundings();
  return useSyncExternalStore(source.subscribe, () => source.eventCount(groupId));
}

/** Those among `people` who belong to a group; all of them where the planning is this browser's own. */
export function useMembers<P extends Pick<Person, "id">>(groupId: string, people: readonly P[]): readonly P[] {
  const { planning } = useSnapshot();
  return useMemo(() => membersOf(planning, groupId, people), [planning, groupId, people]);
}

/** Whether somebody belongs to a group; `everybody` does where the planning keeps nothing of it. */
export function useMembership(groupId: string, userId: string): "everybody" | "member" | "stranger" {
  const { members } = useSnapshot().planning;
  if (members === null) return "everybody";
  return members[groupId]?.includes(userId) ? "member" : "stranger";
}

/** The pairs of critical roles that one person of this group may hold at once. */
export function useCombinablePairs(groupId: string): readonly RolePair[] {
  return combinablePairsOf(useSnapshot().planning, groupId);
}

/**
 * How somebody chooses a group. In a shared planning they belong to it from then on, unless they may look into all
 * groups: choosing one says nothing then.
 */
export function useChooseGroup(userId: string): (groupId: string) => void {
  const { source, selectedGroup, seesAllGroups } = usePlanningSurroundings();
  return (groupId) => {
    selectedGroup.select(groupId);
    const { members } = source.snapshot().planning;
    const isNew = members !== null && !members[groupId]?.includes(userId);
    if (isNew && !seesAllGroups) void source.submit({ type: "group.joined", groupId, userId });
  };
}

/** How many events are known, of all groups. */
export function useEventTotal(): number {
  return useSnapshot().planning.events.length;
}
