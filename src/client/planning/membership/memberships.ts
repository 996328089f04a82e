import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Memberships } from "#contract/planning/memberships.ts";
import { membershipsAddress } from "#contract/planning/planning-addresses.ts";
import type { Membership } from "#contract/planning/planning.ts";
import { ApiError, callApi } from "../../http/call-api.ts";
import { useMay, usePlanningEnvironment, usePlanningPart } from "../planning-hooks.ts";
import { useSharingState } from "../sharing-hooks.ts";

/** Who belongs to which group: all memberships, or those of one person. `null` if the server does not answer. */
async function readMemberships(userId?: string): Promise<readonly Membership[] | null> {
  try {
    return await callApi({ path: membershipsAddress(userId), response: Memberships });
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** The ids of each person's groups; `null` while loading, and where the planning records no membership. */
export function useGroupsOfPeople(): ReadonlyMap<string, readonly string[]> | null {
  const isShared = useSharingState() === "shared";
  const [memberships, setMemberships] = useState<readonly Membership[] | null>(null);

  const load = useCallback(async () => {
    const read = await readMemberships();
    setMemberships((shown) => read ?? shown);
  }, []);

  useEffect(() => {
    if (!isShared) return;
    function handleVisibility(): void {
      // Others may have added or removed members while the page was hidden.
      if (document.visibilityState === "visible") void load();
    }
    handleVisibility();
    document.addEventListener("visibilitychange", handleVisibility);
    return () => document.removeEventListener("visibilitychange", handleVisibility);
  }, [isShared, load]);

  return useMemo(() => {
    if (memberships === null || !isShared) return null;
    const byPerson = Map.groupBy(memberships, ({ userId }) => userId);
    return new Map([...byPerson].map(([userId, rows]) => [userId, rows.map(({ groupId }) => groupId)]));
  }, [memberships, isShared]);
}

/**
 * The ids of the user's groups. If the planning records no membership, these are all groups. While the server is silent,
 * these are the groups whose membership is known; `null` until one is.
 */
export function useOwnGroupIds(userId: string): readonly string[] | null {
  const members = usePlanningPart("members");
  const groups = usePlanningPart("groups");
  const isShared = members !== null;
  const [read, setRead] = useState<{ readonly own: readonly Membership[] | null } | null>(null);
  useEffect(() => {
    if (!isShared) return;
    let isStopped = false;
    async function load(): Promise<void> {
      const own = await readMemberships(userId);
      if (!isStopped) setRead({ own });
    }
    void load();
    return () => {
      isStopped = true;
    };
  }, [isShared, userId]);
  return useMemo(() => {
    if (members === null) return groups.map(({ id }) => id);
    if (read === null) return null;
    const known = Object.keys(members).filter((groupId) => members[groupId]?.includes(userId));
    return read.own?.map(({ groupId }) => groupId) ?? known;
  }, [members, groups, read, userId]);
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
