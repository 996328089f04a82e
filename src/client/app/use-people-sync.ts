import { useEffect } from "react";
import { usePeople, usePeopleStatus, useReloadPeople } from "../people/people-hooks.ts";
import { useMemberIds, usePeopleChanges } from "../planning/team-hooks.ts";

/**
 * Reloads the user list when the planning shows that it is out of date: a user changed their services or was deleted,
 * or a group has a member that this page does not know (each unknown one triggers one reload).
 */
export function usePeopleSync(): void {
  const people = usePeople();
  const isReady = usePeopleStatus() === "ready";
  const reload = useReloadPeople();
  const subscribe = usePeopleChanges();
  const known = new Set(people.map(({ id }) => id));
  const unknown = useMemberIds().filter((id) => !known.has(id));
  const newcomers = isReady ? unknown.toSorted().join(" ") : "";
  useEffect(() => {
    if (newcomers !== "") void reload();
  }, [newcomers, reload]);
  useEffect(() => subscribe(() => void reload()), [subscribe, reload]);
}
