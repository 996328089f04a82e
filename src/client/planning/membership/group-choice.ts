import { useCallback, useEffect, useRef } from "react";
import type { Membership } from "#contract/planning/planning.ts";
import { usePlanningEnvironment } from "../planning-context.ts";
import { useSharingState } from "../sharing-hooks.ts";
import { readMemberships } from "./memberships.ts";
import { useMay } from "./rights-hooks.ts";

/**
 * Selects a group; the same function for the life of the screen. A member who belongs to no group joins the one they
 * select, unless they are there for somebody else. Otherwise the group is only viewed, and asks whether to join (`useJoiningQuestion`).
 */
export function useChooseGroup(userId: string, isForOthers: boolean): (groupId: string) => void {
  const { source, selectedGroup } = usePlanningEnvironment();
  const seesAllGroups = useMay("event.see_other_groups");
  const isShared = useSharingState() === "shared";
  const own = useRef<Promise<readonly Membership[] | null> | null>(null);
  useEffect(() => {
    // Read before the choice, so that the dashboard does not briefly ask a question that the choice has answered.
    own.current = isShared && !seesAllGroups && !isForOthers ? readMemberships(userId) : null;
  }, [isShared, seesAllGroups, isForOthers, userId]);

  return useCallback(
    (groupId: string) => {
      async function joinFirst(): Promise<void> {
        // Since that read they may have chosen another group and joined it.
        const isMember = Object.values(source.snapshot().planning.members ?? {}).some((ids) => ids.includes(userId));
        const memberships = await own.current;
        if (memberships?.length === 0 && !isMember) await source.submit({ type: "group.joined", groupId, userId });
      }
      selectedGroup.select(groupId);
      void joinFirst();
    },
    [source, selectedGroup, userId],
  );
}
