import type { ApiError } from "#client/http/api-error.ts";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { API, fillPath } from "#contract/paths.ts";
import { Group, PlannedEvent } from "#contract/planning.ts";
import { Trash, type Trashed } from "#contract/trash.ts";
import { useReading } from "./use-reading.ts";

type Items = readonly Trashed[];

interface TrashHook extends Pick<ReturnType<typeof useReading<Items>>, "state" | "reload"> {
  /** Brings it back, and reads again what is left; answers why that failed, or `null`. */
  readonly restore: (item: Trashed) => Promise<ApiError | null>;
}

function readTrash(): Promise<Items> {
  return callApi({ path: API.trash, answer: Trash });
}

function restoring({ type, id }: Trashed): Promise<unknown> {
  return type === "event"
    ? callApi({ method: "POST", path: fillPath(API.eventRestoration, id), answer: PlannedEvent })
    : callApi({ method: "POST", path: fillPath(API.groupRestoration, id), answer: Group });
}

/** What was deleted of the team's planning, and how it comes back. */
export function useTrash(): TrashHook {
  const { state, reload, change } = useReading(readTrash);
  const recheckAfter = useRecheckAfter();

  return {
    state,
    reload,
    async restore(item) {
      const failure = await failureOf(restoring(item));
      if (failure === null) change((items) => items.filter(({ type, id }) => type !== item.type || id !== item.id));
      else recheckAfter(failure);
      // A group that is back changes what is told of its events; what is gone for good has no line any more.
      await reload();
      return failure;
    },
  };
}
