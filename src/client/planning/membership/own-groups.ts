import { useEffect, useMemo, useState } from "react";
import type { Membership } from "#contract/planning/planning.ts";
import { usePlanningPart } from "../planning-context.ts";
import { readMemberships } from "./memberships.ts";

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
    async function look(): Promise<void> {
      const own = await readMemberships(userId);
      if (!isStopped) setRead({ own });
    }
    void look();
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
