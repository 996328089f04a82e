import type { ApiError } from "#client/http/api-error.ts";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { API, fillPath } from "#contract/paths.ts";
import { Group, PlannedEvent } from "#contract/planning/planning.ts";
import { Trash, type Trashed } from "#contract/planning/trash.ts";
import { useServerData } from "../use-server-data.ts";

type Items = readonly Trashed[];

interface TrashHook extends Pick<ReturnType<typeof useServerData<Items>>, "state" | "reload"> {
  /** Restores an item and reloads the list; resolves with the error, or `null`. */
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

/** The trash of the team's planning, and how to restore its items. */
export function useTrash(): TrashHook {
  const { state, reload, change } = useServerData(readTrash);
  const recheckAfter = useRecheckAfter();

  return {
    state,
    reload,
    async restore(item) {
      const failure = await failureOf(restoring(item));
      if (failure === null) change((items) => items.filter(({ type, id }) => type !== item.type || id !== item.id));
      else recheckAfter(failure);
      // Restoring a group changes the lines of its events, and items past their time have no line any more.
      await reload();
      return failure;
    },
  };
}
