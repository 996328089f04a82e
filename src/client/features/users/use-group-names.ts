import { useGroupsOfPeople } from "#client/planning/membership/groups-of-people.ts";
import { useGroups } from "#client/planning/planning-hooks.ts";

/**
 * Returns a function that lists the names of a user's groups, in the order of all groups; `null` while loading, or
 * where the planning records no membership.
 */
export function useGroupNames(): (userId: string) => readonly string[] | null {
  const groups = useGroups();
  const groupsOfPeople = useGroupsOfPeople();
  return (userId) => {
    if (groupsOfPeople === null) return null;
    const ids = groupsOfPeople.get(userId) ?? [];
    return groups.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  };
}
