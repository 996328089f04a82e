import { createContext, use, useSyncExternalStore } from "react";
import type { UserRow } from "#contract/accounts.ts";
import type { People, PeopleSnapshot } from "./people.ts";

export const PeopleContext = createContext<People | null>(null);

function usePeopleStore(): People {
  const people = use(PeopleContext);
  if (people === null) throw new Error("No PeopleProvider above this component");
  return people;
}

function useSnapshot(): PeopleSnapshot {
  const people = usePeopleStore();
  return useSyncExternalStore(people.subscribe, people.snapshot);
}

/** Everybody who has an account; nobody until the list is known. */
export function usePeople(): readonly UserRow[] {
  return useSnapshot().people;
}

/** `loading` until the list, or the reason why there is none, is known. */
export function usePeopleStatus(): PeopleSnapshot["status"] {
  return useSnapshot().status;
}

/** Why the last loading failed; `null` when it did not. */
export function usePeopleProblem(): PeopleSnapshot["problem"] {
  return useSnapshot().problem;
}

/** Loads the list again, after a change to it. */
export function useReloadPeople(): () => Promise<void> {
  return usePeopleStore().reload;
}

/** Shows a change to the list at once; to be followed by a reload, which brings what is true. */
export function useUpdatePeople(): People["update"] {
  return usePeopleStore().update;
}

/** Keeps the list in a store that the hook's user opens; see `People`. */
export function useKeepPeople(): People["keepIn"] {
  return usePeopleStore().keepIn;
}
