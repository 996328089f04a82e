import { useCallback, useEffect, useState } from "react";
import type { ApiError } from "#client/http/api-error.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { failureSentence } from "#text/errors.ts";

type ReadingState<Value> =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly reason: string }
  | { readonly status: "ready"; readonly value: Value };

type Answer<Value> = { readonly value: Value; readonly failure: null } | { readonly failure: ApiError };

interface Reading<Value> {
  readonly state: ReadingState<Value>;
  /** Reads again; where that fails, what was read before stays, which is better than nothing. */
  readonly reload: () => Promise<void>;
  /** Shows what was read as it has become since; nothing where it was not read. */
  readonly change: (update: (value: Value) => Value) => void;
}

async function answerOf<Value>(reading: Promise<Value>): Promise<Answer<Value>> {
  const failure = await failureOf(reading);
  return failure === null ? { value: await reading, failure } : { failure };
}

/** What `read`, one function for the life of the component, answers. */
export function useReading<Value>(read: () => Promise<Value>): Reading<Value> {
  const [state, setState] = useState<ReadingState<Value>>({ status: "loading" });
  const recheckAfter = useRecheckAfter();

  const show = useCallback(
    (answer: Answer<Value>) => {
      if (answer.failure === null) return setState({ status: "ready", value: answer.value });
      const reason = failureSentence(answer.failure);
      recheckAfter(answer.failure);
      setState((shown) => (shown.status === "ready" ? shown : { status: "failed", reason }));
    },
    [recheckAfter],
  );

  useEffect(() => {
    void answerOf(read()).then(show);
  }, [read, show]);

  return {
    state,
    reload: async () => show(await answerOf(read())),
    change(update) {
      setState((shown) => (shown.status === "ready" ? { ...shown, value: update(shown.value) } : shown));
    },
  };
}
