import { useEffect } from "react";
import { usePeople, usePeopleStatus, useReloadPeople } from "../people/people-hooks.ts";
import { useMemberIds, usePeopleChanges } from "../planning/team-hooks.ts";

/**
 * Asks again who everybody is when the planning tells that it is no longer known here: somebody changed their services
 * or is gone, or somebody belongs to a group whom this page has never heard of (asked once for each).
 */
export function usePeopleInStep(): void {
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
