import { useCallback, useEffect, useState } from "react";
import { failureSentence } from "#text/errors/errors.ts";
import type { ApiCall } from "../http/call-api.ts";
import { useCall } from "../session/use-call.ts";

type ServerDataState<Value> =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly reason: string }
  | { readonly status: "ready"; readonly value: Value };

export interface ServerData<Value> {
  readonly state: ServerDataState<Value>;
  /** Reloads. If that fails, the data loaded before stays. */
  readonly reload: () => Promise<void>;
  /** Updates the loaded data; does nothing if none is loaded. */
  readonly change: (update: (value: Value) => Value) => void;
}

function replace<Value>(read: Value): Value {
  return read;
}

/**
 * Loads what `reading` reads, and reloads it when the page becomes visible again, because others may have changed it.
 * @param reading the same object for the life of the component
 * @param join combines newly loaded data with the data shown; the same function, too
 */
export function useServerData<Value>(
  reading: ApiCall<Value>,
  join: (read: Value, shown: Value) => Value = replace,
): ServerData<Value> {
  const [state, setState] = useState<ServerDataState<Value>>({ status: "loading" });
  const call = useCall();

  const reload = useCallback(async () => {
    const { failure, value } = await call(reading);
    setState((shown) => {
      if (failure === null)
        return { status: "ready", value: shown.status === "ready" ? join(value, shown.value) : value };
      return shown.status === "ready" ? shown : { status: "failed", reason: failureSentence(failure) };
    });
  }, [call, reading, join]);

  useEffect(() => {
    function reloadIfVisible(): void {
      if (document.visibilityState === "visible") void reload();
    }
    reloadIfVisible();
    document.addEventListener("visibilitychange", reloadIfVisible);
    return () => document.removeEventListener("visibilitychange", reloadIfVisible);
  }, [reload]);

  return {
    state,
    reload,
    change(update) {
      setState((shown) => (shown.status === "ready" ? { ...shown, value: update(shown.value) } : shown));
    },
  };
}
