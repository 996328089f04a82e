import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Membership } from "#contract/planning/memberships.ts";
import { declineToJoin, hasDeclinedToJoin } from "./declined-joins.ts";
import { readMemberships } from "./memberships.ts";
import { usePlanningEnvironment, usePlanningPart } from "../planning-context.ts";
import { useSharingState } from "../sharing-hooks.ts";
import { useNeed, useSubmit } from "../planning-hooks.ts";

/**
 * Selects a group; the same function for the life of the screen. A member who belongs to no group joins the one they
 * select. Otherwise the group is only viewed, and asks whether to join (`useJoiningQuestion`).
 */
export function useChooseGroup(userId: string): (groupId: string) => void {
  const { source, selectedGroup, seesAllGroups } = usePlanningEnvironment();
  const isShared = useSharingState() === "shared";
  const own = useRef<Promise<readonly Membership[] | null> | null>(null);
  useEffect(() => {
    // Read before the choice, so that the dashboard does not briefly ask a question that the choice has answered.
    own.current = isShared && !seesAllGroups ? readMemberships(userId) : null;
  }, [isShared, seesAllGroups, userId]);

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

export interface JoiningQuestion {
  /** Whether this group asks: they do not belong to it and have not declined. */
  readonly isAsked: boolean;
  readonly join: () => ReturnType<ReturnType<typeof useSubmit>>;
  /** They only want to view the group: do not ask again. */
  readonly decline: () => void;
}

/**
 * The question whether to join, for a person who views a group for the first time. Never asked where the planning
 * records no membership.
 */
export function useJoiningQuestion(groupId: string, userId: string): JoiningQuestion {
  const members = usePlanningPart("members");
  const isKnown = useNeed({ type: "group", groupId }) === "ready";
  const { device } = usePlanningEnvironment();
  const submit = useSubmit();
  const [hasDeclined, setHasDeclined] = useState(() => hasDeclinedToJoin(device.storage, userId, groupId));
  const isStranger = members?.[groupId]?.includes(userId) === false;
  return {
    isAsked: isKnown && isStranger && !hasDeclined,
    join: () => submit({ type: "group.joined", groupId, userId }),
    decline() {
      declineToJoin(device.storage, userId, groupId);
      setHasDeclined(true);
    },
  };
}

/** Lets somebody who leaves a group skip the question whether to join it again. */
export function useDeclineToJoin(userId: string): (groupId: string) => void {
  const { device } = usePlanningEnvironment();
  return (groupId) => declineToJoin(device.storage, userId, groupId);
}

/** The ids of each person's groups; `null` while loading, and where the planning records no membership. */
export function useGroupsOfPeople(): ReadonlyMap<string, readonly string[]> | null {
  const isShared = useSharingState() === "shared";
  const [memberships, setMemberships] = useState<readonly Membership[] | null>(null);

  const look = useCallback(async () => {
    const read = await readMemberships();
    setMemberships((shown) => read ?? shown);
  }, []);

  useEffect(() => {
    if (!isShared) return;
    function handleVisibility(): void {
      // Others may have added or removed members while the page was hidden.
      if (document.visibilityState === "visible") void look();
    }
    handleVisibility();
    document.addEventListener("visibilitychange", handleVisibility);
    return () => document.removeEventListener("visibilitychange", handleVisibility);
  }, [isShared, look]);

  return useMemo(() => {
    if (memberships === null || !isShared) return null;
    const byPerson = Map.groupBy(memberships, ({ userId }) => userId);
    return new Map([...byPerson].map(([userId, own]) => [userId, own.map(({ groupId }) => groupId)]));
  }, [memberships, isShared]);
}
