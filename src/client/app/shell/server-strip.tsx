import { useEffect } from "react";
import { planningSentenceOf } from "#text/planning-errors.ts";
import { layoutText } from "#text/layout.ts";
import { usePeopleProblem, useReloadPeople } from "../people/people-hooks.ts";
import { useConnection } from "../planning/planning-hooks.ts";
import { useSession } from "../session/session-hooks.ts";
import { Button } from "../ui/button.tsx";

/** Under the header while the server does not give what the screens need of it. */
export function ServerStrip() {
  const problem = usePeopleProblem();
  // The shared planning says so already, and asks again by itself.
  const isTold = useConnection()?.status === "offline" && problem === "server.unreachable";
  const reload = useReloadPeople();
  const { check } = useSession();
  useEffect(() => {
    // A refused call is the first to know that the session is over.
    if (problem === "session.required") void check();
  }, [problem, check]);
  return (
    <div aria-live="polite">
      {problem === null || isTold ? null : (
        <div
          role="status"
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-none-soft px-4 py-1.5 text-small text-none lg:px-6"
        >
          {planningSentenceOf(problem)}
          <Button size="small" onClick={() => void reload()}>
            {layoutText.retry}
          </Button>
        </div>
      )}
    </div>
  );
}
