import { useEffect } from "react";
import { layoutText } from "#text/shell/layout.ts";
import { RefusalSentence } from "../../answering/refusal-sentence.tsx";
import { usePeopleProblem, useReloadPeople } from "../../people/people-hooks.ts";
import { useConnection } from "../../planning/planning-hooks.ts";
import { useSession } from "../../session/session-hooks.ts";
import { Button } from "../../ui/buttons/button.tsx";

/** Shown under the header while the user list cannot be loaded. */
export function ServerStrip() {
  const problem = usePeopleProblem();
  // Then the strip of the shared planning already says so, and the list is retried automatically.
  const isShownElsewhere = useConnection()?.status === "offline" && problem === "server.unreachable";
  const reload = useReloadPeople();
  const { check } = useSession();
  useEffect(() => {
    // A refused call may be the first sign that the session is over.
    if (problem === "session.required") void check();
  }, [problem, check]);
  return (
    <div aria-live="polite">
      {problem === null || isShownElsewhere ? null : (
        <div
          role="status"
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-unanswered-soft px-4 py-1.5 text-small text-unanswered lg:px-6"
        >
          <RefusalSentence code={problem} />
          <Button size="small" onClick={() => void reload()}>
            {layoutText.retry}
          </Button>
        </div>
      )}
    </div>
  );
}
