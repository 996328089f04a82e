import { useCallback, useEffect, useRef } from "react";
import { Memberships } from "#contract/planning/memberships.ts";
import { membershipsAddress } from "#contract/planning/planning-addresses.ts";
import type { Membership } from "#contract/planning/planning.ts";
import { ApiError, callApi } from "../../http/call-api.ts";
import { useMay, usePlanningEnvironment } from "../planning-hooks.ts";
import { useSharingState } from "../sharing-hooks.ts";

/** `null` if the call fails. */
async function readMemberships(userId: string): Promise<readonly Membership[] | null> {
  try {
    return await callApi({ path: membershipsAddress(userId), response: Memberships });
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/**
 * Returns a function that selects a group; the same function for the life of the screen. A member of no group also joins
 * the selected one. All other users only view it, and are asked whether to join (`useJoiningQuestion`).
 * @param answersForOthers whether the user answers for others, such as a parent: they may want to join no group
 */
export function useChooseGroup(userId: string, answersForOthers: boolean): (groupId: string) => void {
  const { source, selectedGroup } = usePlanningEnvironment();
  const seesAllGroups = useMay("event.see_other_groups");
  const isShared = useSharingState() === "shared";
  const ownMemberships = useRef<Promise<readonly Membership[] | null> | null>(null);
  useEffect(() => {
    // Read before the user selects a group: otherwise the dashboard would briefly ask whether to join it.
    ownMemberships.current = isShared && !seesAllGroups && !answersForOthers ? readMemberships(userId) : null;
  }, [isShared, seesAllGroups, answersForOthers, userId]);

  return useCallback(
    (groupId: string) => {
      async function joinIfFirst(): Promise<void> {
        // The user may have joined another group since the memberships were read.
        const isMember = Object.values(source.snapshot().planning.members ?? {}).some((ids) => ids.includes(userId));
        const memberships = await ownMemberships.current;
        if (memberships?.length === 0 && !isMember) await source.submit({ type: "group.joined", groupId, userId });
      }
      selectedGroup.select(groupId);
      void joinIfFirst();
    },
    [source, selectedGroup, userId],
  );
}
