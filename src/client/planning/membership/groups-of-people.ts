import { useCallback, useEffect, useMemo, useState } from "react";
import type { Membership } from "#contract/planning/planning.ts";
import { useSharingState } from "../sharing-hooks.ts";
import { readMemberships } from "./memberships.ts";

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
