import { useEffect } from "react";
import { keptPeopleOf } from "../people/kept-people.ts";
import { useKeepPeople } from "../people/people-hooks.ts";
import { useUser } from "../session/session-hooks.ts";

/** Lets this browser name people offline; what it keeps goes with whoever signs out. */
export function useKeptPeople(): void {
  const { id } = useUser();
  const keepIn = useKeepPeople();
  useEffect(() => keepIn(keptPeopleOf(id)), [keepIn, id]);
}
