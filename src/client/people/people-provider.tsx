import { type ReactNode, useEffect, useState } from "react";
import { PeopleContext } from "./people-hooks.ts";
import { createPeople } from "./people.ts";

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Loads the user list at start and when the page becomes visible again; the list does not outlive its reader's stay. */
export function PeopleProvider({ children }: { readonly children: ReactNode }) {
  const [people] = useState(() => createPeople({ wait, random: Math.random }));
  useEffect(() => {
    function loadWhenVisible(): void {
      if (document.visibilityState === "visible") void people.reload();
    }
    void people.reload();
    document.addEventListener("visibilitychange", loadWhenVisible);
    return () => document.removeEventListener("visibilitychange", loadWhenVisible);
  }, [people]);
  return <PeopleContext value={people}>{children}</PeopleContext>;
}
