import { useCallback, useEffect, useRef, useState } from "react";
import { failureSentence } from "#text/errors/errors.ts";
import type { ResponseSchema } from "../http/call-api.ts";
import { useCall } from "../session/use-call.ts";

type Loaded<Value> =
  | { readonly status: "loading"; readonly value?: undefined }
  | { readonly status: "failed"; readonly reason: string; readonly value?: undefined }
  | { readonly status: "ready"; readonly value: Value };

/** The part of `ServerData` that `NotLoaded` needs. */
export type LoadStatus = Pick<ServerData<never>, "status" | "reload"> & { readonly reason?: string };

export type ServerData<Value> = Loaded<Value> & {
  /** If it fails, the data that was loaded before stays. */
  readonly reload: () => Promise<void>;
  /** Updates the loaded data; does nothing if none is loaded. */
  readonly change: (update: (value: Value) => Value) => void;
};

const LOADING = { status: "loading" } as const;

function replace<Value>(next: Value): Value {
  return next;
}

/**
 * Loads the response at `path`, and reloads it when the page becomes visible again, because others may have changed it.
 * @param path `null` loads nothing
 * @param response the schema of the response; the same object for the life of the component
 * @param join combines newly loaded data with the data shown; the same function for the life of the component
 */
export function useServerData<Value>(
  path: `/api/${string}` | null,
  response: ResponseSchema<Value>,
  join: (next: Value, shown: Value) => Value = replace,
): ServerData<Value> {
  const [{ from, loaded }, setState] = useState<{ from: string | null; loaded: Loaded<Value> }>({
    from: null,
    loaded: LOADING,
  });
  const call = useCall();
  /** Numbers of the latest read that was started, and of the latest that succeeded: responses may come in wrong order. */
  const readsRef = useRef({ path, started: 0, succeeded: 0 });

  const reload = useCallback(async () => {
    if (path === null) return;
    if (readsRef.current.path !== path) readsRef.current = { path, started: 0, succeeded: 0 };
    const reads = readsRef.current;
    reads.started += 1;
    const number = reads.started;
    const { failure, value } = await call({ path, response });
    // A failure must not hide a later read; a success must not replace a later success.
    const isOutdated = number < (failure ? reads.started : reads.succeeded);
    if (reads !== readsRef.current || isOutdated) return;
    if (failure === null) reads.succeeded = number;
    setState((former) => {
      const shown = former.from === path ? former.loaded : LOADING;
      if (failure && shown.status === "ready") return former;
      if (failure) return { from: path, loaded: { status: "failed", reason: failureSentence(failure) } };
      const next = shown.status === "ready" ? join(value, shown.value) : value;
      return { from: path, loaded: { status: "ready", value: next } };
    });
  }, [call, path, response, join]);

  useEffect(() => {
    function reloadIfVisible(): void {
      if (document.visibilityState === "visible") void reload();
    }
    reloadIfVisible();
    document.addEventListener("visibilitychange", reloadIfVisible);
    return () => document.removeEventListener("visibilitychange", reloadIfVisible);
  }, [reload]);

  return {
    ...(from === path ? loaded : LOADING),
    reload,
    change(update) {
      setState((former) => {
        if (former.from !== path || former.loaded.status !== "ready") return former;
        return { ...former, loaded: { status: "ready", value: update(former.loaded.value) } };
      });
    },
  };
}
