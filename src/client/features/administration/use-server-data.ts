import { useCallback, useEffect, useState } from "react";
import type { ApiError } from "#client/http/api-error.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { failureSentence } from "#text/errors/errors.ts";

type ReadingState<Value> =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly reason: string }
  | { readonly status: "ready"; readonly value: Value };

type Answer<Value> = { readonly value: Value; readonly failure: null } | { readonly failure: ApiError };

interface Reading<Value> {
  readonly state: ReadingState<Value>;
  /** Reloads. If that fails, the data loaded before stays. */
  readonly reload: () => Promise<void>;
  /** Updates the loaded data; does nothing if none is loaded. */
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
 * Loads data with `read`, and reloads it when the page becomes visible again, because others may have changed it.
 * `join` combines newly loaded data with the data shown. Both functions must stay the same for the life of the
 * component.
 */
export function useServerData<Value>(
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
