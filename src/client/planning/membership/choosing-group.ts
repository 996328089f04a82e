import { useCallback, useEffect, useRef } from "react";
import { Memberships } from "#contract/planning/memberships.ts";
import { membershipsAddress } from "#contract/planning/planning-addresses.ts";
import type { Membership } from "#contract/planning/planning.ts";
import { ApiError, callApi } from "../../http/call-api.ts";
import { useMay, usePlanningEnvironment } from "../planning-hooks.ts";
import { useSharingState } from "../sharing-hooks.ts";

/** `null` if the server does not answer. */
async function readMemberships(userId: string): Promise<readonly Membership[] | null> {
  try {
    return await callApi({ path: membershipsAddress(userId), response: Memberships });
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/**
 * Selects a group; the same function for the life of the screen. A member who belongs to no group joins the one they
 * select, unless they answer for others. Otherwise they only view the group, and are asked whether to join
 * (`useJoiningQuestion`).
 */
export function useChooseGroup(userId: string, isForOthers: boolean): (groupId: string) => void {
  const { source, selectedGroup } = usePlanningEnvironment();
  const seesAllGroups = useMay("event.see_other_groups");
  const isShared = useSharingState() === "shared";
  const ownMemberships = useRef<Promise<readonly Membership[] | null> | null>(null);
  useEffect(() => {
    // Read before the choice, so that the dashboard does not briefly ask a question that the choice has answered.
    ownMemberships.current = isShared && !seesAllGroups && !isForOthers ? readMemberships(userId) : null;
  }, [isShared, seesAllGroups, isForOthers, userId]);

  return useCallback(
    (groupId: string) => {
      async function joinFirst(): Promise<void> {
        // Since that read they may have chosen another group and joined it.
        const isMember = Object.values(source.snapshot().planning.members ?? {}).some((ids) => ids.includes(userId));
        const memberships = await ownMemberships.current;
        if (memberships?.length === 0 && !isMember) await source.submit({ type: "group.joined", groupId, userId });
      }
      selectedGroup.select(groupId);
      void joinFirst();
    },
    [source, selectedGroup, userId],
  );
}
