import { useEffect } from "react";
import { keptPeopleOf } from "../people/kept-people.ts";
import { useKeepPeople } from "../people/people-hooks.ts";
import { useUser } from "../session/session-hooks.ts";

/** Stores the user list in this browser, so that names are shown offline. It is deleted when the user signs out. */
export function useKeptPeople(): void {
  const { id } = useUser();
  const keepIn = useKeepPeople();
  useEffect(() => keepIn(keptPeopleOf(id)), [keepIn, id]);
}
