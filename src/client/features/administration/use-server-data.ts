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

function replace<Value>(read: Value): Value {
  return read;
}

/**
 * What `read` answers, asked again when the page is looked at again: others act meanwhile. `join` makes what is shown of
 * what was read and of what is shown already. Both are the same functions for the life of the component.
 */
export function useReading<Value>(
  read: () => Promise<Value>,
  join: (read: Value, shown: Value) => Value = replace,
): Reading<Value> {
  const [state, setState] = useState<ReadingState<Value>>({ status: "loading" });
  const recheckAfter = useRecheckAfter();

  const show = useCallback(
    (answer: Answer<Value>) => {
      if (answer.failure === null) {
        const { value } = answer;
        return setState((shown) => ({
          status: "ready",
          value: shown.status === "ready" ? join(value, shown.value) : value,
        }));
      }
      const reason = failureSentence(answer.failure);
      recheckAfter(answer.failure);
      setState((shown) => (shown.status === "ready" ? shown : { status: "failed", reason }));
    },
    [join, recheckAfter],
  );

  const reload = useCallback(async () => show(await answerOf(read())), [read, show]);

  useEffect(() => {
    function look(): void {
      if (document.visibilityState === "visible") void reload();
    }
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [reload]);

  return {
    state,
    reload,
    change(update) {
      setState((shown) => (shown.status === "ready" ? { ...shown, value: update(shown.value) } : shown));
    },
  };
}
