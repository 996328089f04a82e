import { createContext, type ReactNode, use, useEffect, useState } from "react";
import type { TeamRow } from "#contract/accounts/users.ts";
import { wait } from "../http/back-off.ts";
import type { Listeners } from "../storage/listeners.ts";
import { PeopleContext } from "./people-hooks.ts";
import { createPeople, dropFirstPeople, firstPeople } from "./people.ts";

/** The user list with which the server renders the page. `null` in a browser. */
export const RenderedPeople = createContext<readonly TeamRow[] | null>(null);

interface PeopleProviderProps {
  /** Calls the listener whenever the list may be out of date. */
  readonly subscribe: Listeners["subscribe"];
  readonly children: ReactNode;
}

/**
 * The user list for all components below it. It is loaded at the start, unless it came with the page, and again when it may
 * be out of date or the page becomes visible. It is dropped when the user signs out.
 */
export function PeopleProvider({ subscribe, children }: PeopleProviderProps) {
  const rendered = use(RenderedPeople);
  // Do not take the list that came with the page here: React may interrupt hydration for a press and start it again.
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
