import { useEffect } from "react";
import { usePeople, usePeopleStatus, useReloadPeople } from "../people/people-hooks.ts";
import { useMemberIds } from "../planning/planning-hooks.ts";

/** Somebody belongs to a group whom this page has never heard of: who everybody is is asked again, once for each. */
export function useNewcomers(): void {
  const people = usePeople();
  const isReady = usePeopleStatus() === "ready";
  const reload = useReloadPeople();
  const known = new Set(people.map(({ id }) => id));
  const unknown = useMemberIds().filter((id) => !known.has(id));
  const newcomers = isReady ? unknown.toSorted().join(" ") : "";
  useEffect(() => {
    if (newcomers !== "") void reload();
  }, [newcomers, reload]);
}
