import { useMemo } from "react";
import { useServerData } from "#client/loading/use-server-data.ts";
import { useGroups } from "#client/planning/planning-hooks.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { Memberships } from "#contract/planning/memberships.ts";
import { membershipsAddress } from "#contract/planning/planning-addresses.ts";

/**
 * Returns a function that lists the names of the groups of some users, in the order of all groups. Returns `null`
 * while loading, and for a local planning, which has no memberships.
 */
export function useGroupNames(): ((...userIds: readonly string[]) => readonly string[]) | null {
  const groups = useGroups();
  const isShared = useSharingState() === "shared";
  const { value: memberships } = useServerData(isShared ? membershipsAddress() : null, Memberships);
  const byUser = useMemo(() => memberships && Map.groupBy(memberships, ({ userId }) => userId), [memberships]);
  if (byUser === undefined) return null;
  return (...userIds) => {
    const ids = new Set(userIds.flatMap((userId) => byUser.get(userId) ?? []).map(({ groupId }) => groupId));
    return groups.filter(({ id }) => ids.has(id)).map(({ name }) => name);
  };
}
