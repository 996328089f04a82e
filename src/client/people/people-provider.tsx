import { createContext, type ReactNode, use, useEffect, useState } from "react";
import type { TeamRow } from "#contract/accounts/users.ts";
import { wait } from "../http/back-off.ts";
import type { Listeners } from "../storage/listeners.ts";
import { PeopleContext } from "./people-hooks.ts";
import { createPeople, dropFirstPeople, firstPeople } from "./people.ts";

/** The user list that the server renders with; `null` in a browser, where it came with the page or is loaded. */
export const RenderedPeople = createContext<readonly TeamRow[] | null>(null);

interface PeopleProviderProps {
  /** Calls the listener whenever the list may be out of date. */
  readonly subscribe: Listeners["subscribe"];
  readonly children: ReactNode;
}

/**
 * Loads the user list at start, unless it came with the page, when it may be out of date, and when the page becomes
 * visible again. The list is discarded when the user signs out.
 */
export function PeopleProvider({ subscribe, children }: PeopleProviderProps) {
  const rendered = use(RenderedPeople);
  // Hydration starts again if a press interrupts it, so the list that came is dropped only once it is shown.
  const [people] = useState(() => createPeople({ first: rendered ?? firstPeople(), wait, random: Math.random }));
  useEffect(dropFirstPeople, []);
  useEffect(() => {
    function loadWhenVisible(): void {
      if (document.visibilityState === "visible") void people.reload();
    }
    if (people.snapshot().status === "loading") void people.reload();
    document.addEventListener("visibilitychange", loadWhenVisible);
    return () => document.removeEventListener("visibilitychange", loadWhenVisible);
  }, [people]);
  useEffect(() => subscribe(() => void people.reload()), [people, subscribe]);
  return <PeopleContext value={people}>{children}</PeopleContext>;
}
