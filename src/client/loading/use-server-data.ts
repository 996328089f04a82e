import { useCallback, useEffect, useRef, useState } from "react";
import { failureSentence } from "#text/errors/errors.ts";
import type { ResponseSchema } from "../http/call-api.ts";
import { useCall } from "../session/use-call.ts";

type Known<Value> =
  | { readonly status: "loading"; readonly value?: undefined }
  | { readonly status: "failed"; readonly reason: string; readonly value?: undefined }
  | { readonly status: "ready"; readonly value: Value };

/** What `NotLoaded` needs of it. */
export type LoadStatus = Pick<ServerData<never>, "status" | "reload"> & { readonly reason?: string };

export type ServerData<Value> = Known<Value> & {
  /** Reloads. If that fails, the data loaded before stays. */
  readonly reload: () => Promise<void>;
  /** Updates the loaded data; does nothing if none is loaded. */
  readonly change: (update: (value: Value) => Value) => void;
};

const LOADING = { status: "loading" } as const;

function replace<Value>(read: Value): Value {
  return read;
}

/**
 * Loads the answer at `path`, and reloads it when the page becomes visible again, because others may have changed it.
 * @param path `null` loads nothing
 * @param response the schema of the answer; the same one for the life of the component
 * @param join combines newly loaded data with the data shown; the same function, too
 */
export function useServerData<Value>(
  path: `/api/${string}` | null,
  response: ResponseSchema<Value>,
  join: (read: Value, shown: Value) => Value = replace,
): ServerData<Value> {
  const [{ of, loaded }, setKnown] = useState<{ of: string | null; loaded: Known<Value> }>({
    of: null,
    loaded: LOADING,
  });
  const call = useCall();
  /** The numbers of the last reading begun, and of the last one answered: a late answer does not replace a newer one. */
  const latest = useRef({ of: path, begun: 0, answered: 0 });

  const reload = useCallback(async () => {
    if (path === null) return;
    if (latest.current.of !== path) latest.current = { of: path, begun: 0, answered: 0 };
    const readings = latest.current;
    readings.begun += 1;
    const number = readings.begun;
    const { failure, value } = await call({ path, response });
    if (readings !== latest.current || number < (failure ? readings.begun : readings.answered)) return;
    if (failure === null) readings.answered = number;
    setKnown((known) => {
      const shown = known.of === path ? known.loaded : LOADING;
      if (failure && shown.status === "ready") return known;
      if (failure) return { of: path, loaded: { status: "failed", reason: failureSentence(failure) } };
      return {
        of: path,
        loaded: { status: "ready", value: shown.status === "ready" ? join(value, shown.value) : value },
      };
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
    ...(of === path ? loaded : LOADING),
    reload,
    change(update) {
      setKnown((known) =>
        known.of === path && known.loaded.status === "ready"
          ? { ...known, loaded: { status: "ready", value: update(known.loaded.value) } }
          : known,
      );
    },
  };
}
