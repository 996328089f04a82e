import { useMemo } from "react";
import { useServerData } from "#client/loading/use-server-data.ts";
import { usePlanningPart } from "#client/planning/planning-hooks.ts";
import { Memberships } from "#contract/planning/memberships.ts";
import { membershipsAddress } from "#contract/planning/planning-addresses.ts";

/**
 * The ids of the user's groups. If the planning records no membership, these are all groups. While the server is silent,
 * these are the groups whose membership is known; `null` until one is.
 */
export function useOwnGroupIds(userId: string): readonly string[] | null {
  const members = usePlanningPart("members");
  const groups = usePlanningPart("groups");
  const { status, value: own } = useServerData(members && membershipsAddress(userId), Memberships);
  return useMemo(() => {
    if (members === null) return groups.map(({ id }) => id);
    if (status === "loading") return null;
    const known = Object.keys(members).filter((groupId) => members[groupId]?.includes(userId));
    return own?.map(({ groupId }) => groupId) ?? known;
  }, [members, groups, status, own, userId]);
}
