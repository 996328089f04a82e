import { useCallback, useRef, useState } from "react";
import { ApiError } from "#client/http/api-error.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import type { Topic } from "#domain/notifications/topics.ts";
import { failureSentence } from "#text/errors/errors.ts";

/** The outcome of a press. Each press makes a new object, so that each is announced. */
export type Outcome =
  | { readonly type: "saved"; readonly topic: Topic }
  | { readonly type: "activated" }
  | { readonly type: "removed" }
  | { readonly type: "failed"; readonly sentence: string; readonly reason: string };

interface Saves {
  /** Outcome of the last press that has finished. */
  readonly outcome: Outcome | null;
  /** Runs `work` after the earlier presses have finished, because each changes what the previous one wrote. */
  readonly enqueue: (work: () => Promise<Outcome>, failedSentence: string) => Promise<void>;
  /** Why a call failed, in words. Rethrows any other error. */
  readonly reasonOf: (error: unknown) => string;
}

export function useSaves(): Saves {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const recheckAfter = useRecheckAfter();
  const last = useRef<Promise<void>>(Promise.resolve());

  const reasonOf = useCallback(
    (error: unknown): string => {
      if (!(error instanceof ApiError)) throw error;
      recheckAfter(error);
      return failureSentence(error);
    },
    [recheckAfter],
  );

  function enqueue(work: () => Promise<Outcome>, failedSentence: string): Promise<void> {
    async function settle(): Promise<void> {
      try {
        setOutcome(await work());
      } catch (error) {
        setOutcome({ type: "failed", sentence: failedSentence, reason: reasonOf(error) });
      }
    }
    last.current = last.current.then(settle);
    return last.current;
  }

  return { outcome, enqueue, reasonOf };
}
