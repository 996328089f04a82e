import { createContext, use } from "react";
import type { TeamRow } from "#contract/accounts/users.ts";
import { useStore } from "../storage/listeners.ts";
import type { People, PeopleSnapshot } from "./people.ts";

export const PeopleContext = createContext<People | null>(null);

/** The store itself, to reload and change the list. */
export function usePeopleStore(): People {
  const people = use(PeopleContext);
  if (people === null) throw new Error("No PeopleProvider above this component");
  return people;
}

function useSnapshot(): PeopleSnapshot {
  const people = usePeopleStore();
  return useStore(people.subscribe, people.snapshot);
}

/** All users that the signed-in user may see. */
export function usePeople(): readonly TeamRow[] {
  return useSnapshot().people;
}

export function usePeopleStatus(): PeopleSnapshot["status"] {
  return useSnapshot().status;
}

export function usePeopleProblem(): PeopleSnapshot["problem"] {
  return useSnapshot().problem;
}
