import { useCallback, useEffect, useState } from "react";
import type { ApiError } from "#client/http/api-error.ts";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { API, fillPath } from "#contract/paths.ts";
import { Group, PlannedEvent } from "#contract/planning.ts";
import { Trash, type Trashed } from "#contract/trash.ts";
import { failureSentence } from "#text/errors.ts";

type TrashState =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly reason: string }
  | { readonly status: "ready"; readonly items: readonly Trashed[] };

type Answer = { readonly items: readonly Trashed[]; readonly failure: null } | { readonly failure: ApiError };

interface TrashHook {
  readonly state: TrashState;
  readonly reload: () => Promise<void>;
  /** Brings it back, and reads again what is left; answers why that failed, or `null`. */
  readonly restore: (item: Trashed) => Promise<ApiError | null>;
}

async function load(): Promise<Answer> {
  const loading = callApi({ path: API.trash, answer: Trash });
  const failure = await failureOf(loading);
  return failure === null ? { items: await loading, failure } : { failure };
}

function restoring({ type, id }: Trashed): Promise<unknown> {
  return type === "event"
    ? callApi({ method: "POST", path: fillPath(API.eventRestoration, id), answer: PlannedEvent })
    : callApi({ method: "POST", path: fillPath(API.groupRestoration, id), answer: Group });
}

/** What was deleted of the team's planning, and how it comes back. */
export function useTrash(): TrashHook {
  const [state, setState] = useState<TrashState>({ status: "loading" });
  const recheckAfter = useRecheckAfter();

  const show = useCallback(
    (answer: Answer) => {
      if (answer.failure === null) return setState({ status: "ready", items: answer.items });
      const reason = failureSentence(answer.failure);
      recheckAfter(answer.failure);
      // What was read before is better than nothing.
      setState((shown) => (shown.status === "ready" ? shown : { status: "failed", reason }));
    },
    [recheckAfter],
  );

  useEffect(() => {
    void load().then(show);
  }, [show]);

  function take(item: Trashed): void {
    setState((shown) =>
      shown.status === "ready"
        ? { ...shown, items: shown.items.filter(({ type, id }) => type !== item.type || id !== item.id) }
        : shown,
    );
  }

  return {
    state,
    reload: async () => show(await load()),
    async restore(item) {
      const failure = await failureOf(restoring(item));
      if (failure === null) take(item);
      else recheckAfter(failure);
      // A group that is back changes what is told of its events; what is gone for good has no line any more.
      show(await load());
      return failure;
    },
  };
}
